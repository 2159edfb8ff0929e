import BromideCodecs
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Raws that LibRaw identifies only by file size.
@Suite struct HeaderlessTests {
  private let folder = TemporaryFolder.fresh

  private func rejection(_ name: String, _ format: HeaderlessRaw? = nil) throws -> String? {
    do throws(RawError) {
      let file = try RawFile(path: FilePath(folder(name)), as: format, cameras: nil)
      #expect(RawFile.isRaw(path: FilePath(folder(name)), as: format))
      return file.header.headerless?.rawValue
    } catch {
      #expect(!RawFile.isRaw(path: FilePath(folder(name)), as: format))
      return error.reason
    }
  }

  @Test func onlyASuffixOrTheUserNamesThem() throws {
    let noise = SeededNoise(seed: 5)
    let data = (0..<460_800).map { UInt8(truncatingIfNeeded: noise.bits($0, 9)) }
    for name in ["a.raw", "a.RAW", "a.bin", "a", "a.nef", "a.crw"] {
      try folder.write(data, as: name)
      let isNamed = name.lowercased().hasSuffix(".raw")
      let answer = try rejection(name)
      #expect(
        isNamed ? answer == "suffix" : answer?.contains("with the size of a raw") == true,
        "\(name): \(answer ?? "a raw with a header")")
      #expect(try rejection(name, .kodakYRGB) == "flag")
      #expect(try rejection(name, .libraw) == "flag")
      #expect(try rejection(name, .canonCHDK)?.contains("with the size of a raw") == true)
    }
    // One byte more.
    try folder.write(data + [0], as: "b.raw")
    for format: HeaderlessRaw? in [nil, .kodakYRGB, .canonCHDK, .libraw] {
      #expect(try rejection("b.raw", format) == "not a raw photo that LibRaw knows")
    }
  }

  /// A file with a header is identified by its header, for any size.
  @Test func headersCount() throws {
    let dng = TinyDNG(width: 32, height: 24, red: 10, green: 20, blue: 30).data()
    for size in [dng.count, 460_800] {
      try folder.write(Array(dng) + [UInt8](repeating: 0, count: size - dng.count), as: "a.dng")
      #expect(try rejection("a.dng") == nil)
      #expect(try rejection("a.dng", .kodakYRGB)?.contains("it has a header") == true)
    }
    // A TIFF with a date but without a maker.
    var tiff = TinyDNG(width: 32, height: 24, samples: [])
    tiff.samples = Array(repeating: 0x4040, count: 32 * 24 * 3 / 2)
    tiff.channels = 3
    tiff.pattern = []
    tiff.fields = [258: .short([8, 8, 8]), 262: .short([2]), 306: .ascii("2026:01:01 01:01:01")]
    let file = Array(tiff.data(isDNG: false, hasMake: false))
    try folder.write(file + [UInt8](repeating: 0, count: 460_800 - file.count), as: "a.tif")
    #expect(try rejection("a.tif") != nil)
  }
}
