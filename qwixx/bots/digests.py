"""SHA-256 of each weight file. Written by `qwixx.research.training`."""

DIGESTS = {
    "classic-2.bin": "4898dadb96c51860570c42c83e4ad765eb4dac6ed1fad78f3000bb1e40e80f9d",
    "classic-3-5.bin": "1673a7a7beb8808631e68751391af55545c66ec919365c819a14e9f3d75510ce",
    "longo-2.bin": "418e3d439fc2dffca0004b97c79d5fa18e680f19630bee54689a9d221ca4d39e",
    "longo-3-5.bin": "e76c0a2cf178c95eb10a661b96dbd45adb1d6db59fa29adb928b182d0b03dcfe",
}
