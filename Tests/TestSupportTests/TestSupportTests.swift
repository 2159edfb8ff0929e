import BromideValues
import Foundation
import TestSupport
import Testing

@Suite struct SyntheticPhotoTests {
  /// The stored picture shows the upright scene after applying the orientation's own formula.
  @Test(arguments: Orientation.allCases)
  func storedPictureIsTurned(orientation: Orientation) {
    let stored = Size(width: 7, height: 5)
    // Every place has a unique value.
    let scene = SyntheticScene("places") { x, y in SIMD3(repeating: 0.1 + 0.4 * x + 0.3 * y) }
    var photo = SyntheticPhoto(scene, size: stored)
    photo.options.layout = .monochrome
    photo.options.orientation = orientation
    let samples = photo.samples()
    let upright = orientation.upright(stored)
    var reference = SyntheticPhoto(scene, size: upright)
    reference.options.layout = .monochrome
    let expected = reference.samples()
    for (x, y) in Places(x: 0..<upright.width, y: 0..<upright.height) {
      let place = orientation.storedPosition(x: x, y: y, in: stored)
      #expect(abs(Int(samples[place.x, place.y]) - Int(expected[x, y])) <= 1)
    }
  }

  @Test func codesFollowBlackWhiteAndFilters() {
    var photo = SyntheticPhoto(.flat(SIMD3(repeating: 0.5)), size: Size(width: 8, height: 6))
    photo.options.layout = .bayer(.gbrg)
    photo.options.activeArea = Region(x: 1, y: 1, width: 6, height: 4)
    photo.options.blackPatternSize = Size(width: 2, height: 2)
    photo.options.black = [10, 20, 30, 40]
    photo.options.white = 1000
    let samples = photo.samples()
    let neutral = photo.camera.neutral(.daylight)
    // The active area starts with green over black 10, then blue over 20; below it red over 30. One scale for all: by DNG's
    // standard, white less the largest black.
    func code(_ black: Double, _ color: Int) -> UInt16 {
      UInt16((black + 0.5 * neutral[color] * (1000 - 40)).rounded())
    }
    #expect(samples[1, 1] == code(10, 1))
    #expect(samples[2, 1] == code(20, 2))
    #expect(samples[1, 2] == code(30, 0))
    #expect(samples[2, 2] == code(40, 1))
    // The border is masked: black only, in phase with the active area.
    #expect(samples[0, 0] == 40)
    #expect(samples[7, 1] == 10)
    #expect(neutral.max() == 1 && neutral.y == 1)
  }

  @Test func noiseHasTheRequestedStatistics() {
    let noise = SeededNoise(seed: 5)
    var (sum, squares) = (0.0, 0.0)
    for i in 0..<20_000 {
      let value = noise.normal(i % 200, i / 200)
      sum += value
      squares += value * value
    }
    #expect(abs(sum / 20_000) < 0.03)
    #expect(abs(squares / 20_000 - 1) < 0.04)
    #expect(SeededNoise(seed: 5).bits(3, 4) == noise.bits(3, 4))
    #expect(SeededNoise(seed: 6).bits(3, 4) != noise.bits(3, 4))
  }

  @Test func chartPatchesAreAtTheirDocumentedPositions() {
    let size = Size(width: 97, height: 61)
    for patch in Chart.codes.indices {
      let region = Chart.interior(patch, of: size, inset: 0)
      for (x, y) in [
        (region.x, region.y), (region.endX - 1, region.y), (region.x, region.endY - 1),
        (region.endX - 1, region.endY - 1),
      ] {
        let color = SyntheticScene.chart.color(
          (Double(x) + 0.5) / Double(size.width), (Double(y) + 0.5) / Double(size.height))
        #expect(color == Chart.colors[patch])
      }
    }
  }

  @Test func comparisonAndDigestGiveKnownNumbers() {
    let comparison = Comparison([UInt8(0), 10, 255], [UInt8(0), 13, 251])
    #expect(comparison.maximum == 4 && comparison.different == 2)
    #expect(abs(comparison.meanSquare - 25.0 / 3) < 1e-12)
    #expect(Comparison([1.0], [1.0]).psnr(peak: 255) == .infinity)
    #expect(abs(Comparison([0.0], [25.5]).psnr(peak: 255) - 20) < 1e-9)
    // The FNV-1a test vectors for "" and "a".
    #expect(Digest([]).description == "cbf29ce484222325")
    #expect(Digest(Array("a".utf8)).description == "af63dc4c8601ec8c")
  }

  @Test func linkedFolderOutlivesTheLink() throws {
    let target = try TemporaryFolder()
    try target.write([1], as: "kept")
    let folder = try TemporaryFolder()
    let link = folder("link")
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target.path)
    Files.remove(folder.path)
    #expect(!Files.exists(folder.path))
    #expect(target.names == ["kept"])
  }

  @Test func temporaryFolderIsRemoved() throws {
    var folder: TemporaryFolder? = try TemporaryFolder()
    let path = try folder!.write([1, 2, 3], as: "a")
    #expect(try Files.read(path) == [1, 2, 3])
    let parent = folder!.path
    folder = nil
    #expect(!Files.exists(parent))
  }
}

@Suite struct SeededGeneratorTests {
  /// The first numbers of Vigna's `splitmix64.c` with the state 1234567.
  @Test func isSplitMix64() {
    var random = SeededGenerator(seed: 1_234_567)
    let numbers = (0..<3).map { _ in random.next() }
    #expect(
      numbers == [6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423])
  }
}
