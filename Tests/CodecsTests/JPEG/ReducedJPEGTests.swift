import BromideCodecs
import BromideValues
import TestSupport
import Testing

/// Tests of JPEGs that are reduced during decoding.
@Suite struct ReducedJPEGTests {
  private let jpeg = DNGPreview(size: Size(width: 96, height: 64), quality: 95) { x, _ in
    x < 48 ? SIMD3(200, 40, 40) : SIMD3(40, 40, 200)
  }.jpeg

  @Test(arguments: [(96, 64, 1), (49, 10, 1), (48, 32, 2), (25, 1, 2), (24, 16, 4), (5, 3, 8)])
  func theSmallestThatCoversIsTaken(width: Int, height: Int, reduction: Int) throws {
    let picture = try JPEGPicture.reduced(jpeg, atLeast: Size(width: width, height: height))
    #expect(picture.size == Size(width: 96 / reduction, height: 64 / reduction))
    let (left, right) = (picture.width / 8, picture.width * 7 / 8)
    for ((x, color), c) in product([(left, [200, 40, 40]), (right, [40, 40, 200])], 0..<3) {
      #expect(abs(Int(picture[x, picture.height / 2, c]) - color[c]) <= 6)
    }
  }

  @Test func damagedJPEGsFail() {
    #expect(throws: JPEGError.self) {
      try JPEGPicture.reduced(
        Array(jpeg.prefix(jpeg.count / 2)), atLeast: Size(width: 9, height: 9))
    }
    #expect(throws: JPEGError.self) {
      try JPEGPicture.reduced([1, 2, 3], atLeast: Size(width: 9, height: 9))
    }
  }
}
