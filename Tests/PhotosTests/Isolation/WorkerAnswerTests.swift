import BromideCodecs
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromidePhotos

/// Descriptions of pictures that no honest library returns.
@Suite struct WorkerAnswerTests {
  static let lies: [@Sendable (inout PNGInfo) -> Void] = [
    { $0.format = PixelFormat(channels: 3, sample: .float32) }, { $0.bitDepth = 0 },
    { $0.bitDepth = 17 }, { $0.size = Size(width: 0, height: 4) }, { $0.gamma = .nan },
    { $0.size = Size(width: .max, height: 2) }, { $0.chromaticities = [.d65] },
    { $0.chromaticities = Array(repeating: Chromaticity(x: .infinity, y: 0.3), count: 4) },
    { $0.pixelsPerMetre = Size(width: .min, height: 1) },
  ]

  @Test(arguments: lies.indices) func liesAboutAPNGAreNotBelieved(index: Int) throws {
    let folder = try TemporaryFolder()
    let png = HandmadePNG(width: 5, height: 4, depth: 8, colorType: 2).noise(seed: 1)
    let path = FilePath(try folder.write(png, as: "a.png"))
    var info = try PNGReader.info(path: path)
    #expect(info.isSound)
    Self.lies[index](&info)
    #expect(!info.isSound)
  }
}
