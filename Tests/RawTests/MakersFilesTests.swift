import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Small synthetic files in makers' newer codings, with the samples from LibRaw 0.22.2 or GoPro's
/// decoder. They are stored next to the package, in `../shared/makers`.
@Suite struct MakersFilesTests {
  private static let folder = Package.root + "/../shared/makers"
  private static var isPresent: Bool { Files.isFolder(folder + "/files") }

  /// Every file of the folder.
  private static let names = [
    "cr3-craw-new.cr3", "cr3-craw-old-lines.cr3", "cr3-lossless-tiles.cr3", "cr3-rounded.cr3",
    "cr3-type3.cr3", "dng-float16.dng", "dng-float24.dng", "dng-float32.dng",
    "dng-jpeg420-polynomial.dng", "dng-jpeg444.dng", "gpr-clip.gpr", "gpr-codes.gpr",
    "gpr-gbrg.gpr", "gpr-odd.gpr", "gpr-rggb.gpr", "gpr-spare.gpr", "gpr-sub.gpr",
    "raf-bayer14-lossy.raf", "raf-packed14.raf",
    "raf-xtrans14-lossy.raf", "raf-xtrans14.raf", "rw2-6-12bit.rw2", "rw2-6-14bit.rw2",
    "rw2-8-12bit.rw2", "rw2-8-14bit.rw2", "sony-compression6.arw", "sony-lossless-even.arw",
    "sony-ycc420.arw",
  ]

  @Test(.enabled(if: isPresent, "needs ../shared/makers"), arguments: names)
  func samples(_ name: String) throws {
    let expected = try #require(try Self.expected()[name])
    let frame = try RawFrame(path: FilePath(Self.folder + "/files/" + name))
    #expect("\(frame.width) \(frame.height) \(SampleDigest.sha256(frame.values))" == expected)
  }

  /// A file that is added gets a line above.
  @Test(.enabled(if: isPresent, "needs ../shared/makers"))
  func allFilesAreNamed() {
    let files = Files.all(under: Self.folder + "/files").map {
      String($0.split(separator: "/").last!)
    }
    #expect(files.sorted() == Self.names.sorted())
  }

  /// Width, height and SHA-256 by file name.
  private static func expected() throws -> [String: String] {
    let text = String(decoding: try Files.read(folder + "/expected.txt"), as: UTF8.self)
    var expected: [String: String] = [:]
    for line in text.split(separator: "\n") {
      let words = line.split(separator: " ", maxSplits: 1)
      expected[String(words[0])] = String(words[1])
    }
    return expected
  }
}

/// Files of the generator, with the samples that LibRaw 0.22.2 gives (one thread, by rawpy 0.28).
/// GoPro's are FlashRaw 0.1.0's.
@Suite struct MakerSamplesTests {
  @Test(arguments: MakerSamples.all.map(\.name)) func samples(_ name: String) throws {
    let sample = try #require(MakerSamples.all.first { $0.name == name })
    let folder = try TemporaryFolder()
    let frame = try RawFrame(path: FilePath(folder.write(sample.file(), as: name)))
    #expect(SampleDigest.sha256(frame.values) == Self.digests[name] ?? CanonCR3Digests.all[name])
  }

  /// `scripts/compare-libraw --digests` prints them.
  private static let digests: [String: String] = [
    "fuji-bayer-12-lossy.raf":
      "0950b05b2543cbc1f251f731bf32df74b5e1dece3a114caf04f1c80a6e12e575",
    "fuji-bayer-14.raf":
      "f133df24c525fb6731e6a817a1b9c382749d61d18ff52246e06b6e3af3ff1081",
    "fuji-bayer-16.raf":
      "c42d4d7eac41de7db148277f9cf34a5fe0ba34c5aeeb9866778c260c5fae473c",
    "fuji-packed.raf":
      "b48b4d5fd20cffa0f97ec36796f405525a6182da4956a1add8b5be0d492a941c",
    "fuji-xtrans-12.raf":
      "e8ca4487b7ffa56a2eb42348de7fda5382df842cddc9c753dc97816b5180d284",
    "fuji-xtrans-14-lossy.raf":
      "0ab105c7ad0d2c915849432208b9c266582283a711e73b3f9c5c65b5d09c789e",
    "fuji-xtrans-14.raf":
      "45a06af7c41aec48a38b4590b7ee5c1a44471940ebabafe962167cddec3111d7",
    "gopro-vc5-gbrg.gpr":
      "3958feade5aeb8380beb011343615449280f9fe4728cd923d1e066ac51632957",
    "gopro-vc5-rggb.gpr":
      "14149677e86b79ffd753c0d00a58e01c3b79c24f1760ae6bbe1391d0f5ddd630",
    "panasonic-6-12.rw2":
      "e8909bc4b1003128f4e10d5f04583631a4fb1586feb2d0b7d09d85f43d93a235",
    "panasonic-6-14.rw2":
      "fedfd7f4496a37ef1f38699aa7575c00548de8eb5d9e519a8a8e0b5b0317e0c9",
    "panasonic-8-12.rw2":
      "f0ca834adaff815a1e65f31ed1f9fef220c5ad4963615e5a72c2ce03dec86ad4",
    "panasonic-8-14.rw2":
      "6dbcfc2910da403474c864df60265d70eb9d9d97b9327d32f8c9c24c013cd06a",
    "sony-ycc-420.arw":
      "a6b3cce7fa3813adf367da7496bb48fe8a63a00cda8c09aac610ba002ffb652f",
    "sony-ycc-422.arw":
      "341002f51478541114b0ab8646b0ee463c6b2141ce578e53329e7af8a3bdc279",
  ]
}
