"""SHA-256 of each weight file. Written by `qwixx.research.training`."""

DIGESTS = {
    "classic-2.bin": "ff2a47094d6bb7a912f5b7e76ab2db26e52eb45d1300d2e460e3602db5d56e08",
    "classic-3-5.bin": "249d55b12889e63ecae81cf254e6ae7933ebea74d333c18263a6854d1bcff78f",
    "longo-2.bin": "8059f5f3f544d3ea1e44757b0debfc56065593a05c888b74ebe7d028b3f0fb59",
    "longo-3-5.bin": "4ec60372397303ac094a4996f3c5b327de5889dc28b315fb8da4aa3968ee9167",
}
