import BromideKernels
import BromideValues
import Testing

@testable import BromideDevelop

@Suite struct HighlightTests {
  @Test(arguments: HighlightMode.allCases, [ToneMode.linear, .standard])
  func blownHighlightsAreNeutral(mode: HighlightMode, tone: ToneMode) throws {
    // A neutral wall with a lamp. Under strong gains, camera values fall from far above saturation
    // to 0. Neutral under this balance is 1 / multipliers.
    let multipliers = SIMD3(2.6, 1, 1.9)
    let size = Size(width: 160, height: 40)
    let scene = mosaic(size) { x, _ in 3 * Double(160 - x) / 160 / multipliers }
    for exposure in [-1.5, 0, 1] {
      let picture = try develop(
        source(scene),
        recipe {
          $0.whiteBalance = .multipliers(multipliers.x, multipliers.y, multipliers.z)
          $0.highlightMode = mode
          $0.tone = tone
          $0.exposure = exposure
        })
      var previous = 255
      for x in 12..<148 {
        let pixel = picture.pixel(x, 20)
        // Light falls by 2 % from column to column. Recovery can take this for colour, because red
        // and blue sites are in different columns.
        #expect(pixel.max()! - pixel.min()! <= (mode == .recover ? 6 : 3), "\(x): \(pixel)")
        #expect(pixel[1] <= previous + 1, "\(x): \(pixel)")
        previous = pixel[1]
      }
    }
  }

  @Test func blendingAndRecoveryKeepClippedDetail() throws {
    // Green clips first. Red and blue still show that the right half is brighter. The left edge
    // shows the colour of light.
    let scene = mosaic(Size(width: 80, height: 40)) { x, _ in
      (x < 8 ? 0.9 : x < 40 ? 1.2 : 1.5) / SIMD3(2.6, 1, 1.9)
    }
    for mode in HighlightMode.allCases {
      let picture = try develop(
        source(scene),
        recipe {
          $0.whiteBalance = .multipliers(2.6, 1, 1.9)
          $0.highlightMode = mode
          $0.tone = .linear
          $0.exposure = -1
        })
      let step = picture[65, 20, 1] - picture[15, 20, 1]
      switch mode {
      case .clip: #expect(step == 0)
      case .blend: #expect(step > 5)
      case .recover: #expect(step > 10)
      }
    }
  }

  @Test func modesAgreeWithoutClipping() throws {
    let scene = mosaic(Size(width: 60, height: 60)) { x, y in
      SIMD3(0.2, 0.4, 0.25) * (1 + Double((x * y) % 7) / 20)
    }
    let pictures = try HighlightMode.allCases.map { mode in
      try develop(source(scene), recipe { $0.highlightMode = mode })
    }
    for picture in pictures { #expect(picture == pictures[0]) }
  }
}
