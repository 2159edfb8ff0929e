/// SHA-256 of the samples that LibRaw 0.22.2 gives for the generator's CR3 files (one thread, by
/// rawpy 0.28): `scripts/compare-libraw --digests` prints them.
enum CanonCR3Digests {
  static let all: [String: String] = [
    "canon-burst.cr3":
      "39a1cf02893e514684e8d0148b2e5fc78a01f29556f019da87879c5bf812190d",
    "canon-craw-lines.cr3":
      "c444f8e36816712d8efa27a42922b7f4d1590e5b8630a312d54ab2a8d5f6b95a",
    "canon-craw-steps.cr3":
      "037f91c73b6f952579536d0e07119b8d5d240f45b1ef61dcc7451d877457e568",
    "canon-craw-table.cr3":
      "1b610222dd1c22feb0eb54e22f577c9f18f539d29e3b943a8fdddc06f0a11724",
    "canon-craw-tiles.cr3":
      "b023182fcd7347ec536b9988cbb3113369f48b4aaa5e4156b9fd798faa6032a7",
    "canon-lossless-tiles.cr3":
      "c09160fe001cdeee73ec4ffedf9c9d4175b8da77d73428991a178c85c94f17ce",
    "canon-lossless.cr3":
      "c09160fe001cdeee73ec4ffedf9c9d4175b8da77d73428991a178c85c94f17ce",
    "canon-rounded.cr3":
      "7718e0a12f8c719b603ad96694f76cc2977790125918be287b56ed667c5d0bce",
    "canon-signed.cr3":
      "10ad445382715dd1715ac3659c4489339d1e79f32f10620af1296e2873dd8cbe",
  ]
}
