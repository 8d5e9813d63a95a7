"""SHA-256 of each weight file. Written by `qwixx.research.training`."""

DIGESTS = {
    "classic-2.bin": "6cff12cb5d84275013b5419293bd40fe057ca5f0f10be82853dd6128e4642999",
    "classic-3-5.bin": "f11a4864669cc4a25842ba20b742a6aec8b4efcdd565af0c192b703b86d08645",
    "longo-2.bin": "8059f5f3f544d3ea1e44757b0debfc56065593a05c888b74ebe7d028b3f0fb59",
    "longo-3-5.bin": "a138379dc56b668f8dfceb110456d5f3d49c4ec15fad28c22569b8866b4bb820",
}
