import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

/// Turned pictures that fill their corners.
@Suite struct RotationFitTests {
  private static func turned(
    _ degrees: Double, _ fit: OpticsSettings.RotationFit,
    _ change: (inout DevelopRecipe) -> Void = { _ in }
  ) -> DevelopRecipe {
    linearRecipe {
      $0.filters[.rotation] = [degrees]
      $0.optics.rotationFit = fit
      change(&$0)
    }
  }

  /// The remaining fraction of a side: min(w/(w·cos + h·sin), h/(w·sin + h·cos)).
  @Test(arguments: [
    (Size(width: 3000, height: 2000), 5.0, 0.88737), (Size(width: 2000, height: 2000), 45, 0.70711),
    (Size(width: 2000, height: 3000), -5, 0.88737), (Size(width: 3000, height: 2000), 90, 0.666667),
    (Size(width: 1000, height: 700), 180, 1), (Size(width: 1000, height: 700), 0, 1),
  ])
  func theScaleIsTheLeast(size: Size, degrees: Double, share: Double) {
    let (width, height) = (size.width, size.height)
    let geometry = OutputGeometry(
      source: Region(x: 6, y: 4, width: width, height: height), pixelAspect: 1,
      orientation: .upright, rotation: degrees, request: nil, fillsCorners: true)
    #expect(abs(geometry.window.width / Double(width) - share) < 1e-5)
    #expect(abs(geometry.window.height / Double(height) - share) < 1e-5)
    #expect(geometry.outputSize == Size(width: width, height: height))
    #expect(abs(geometry.window.x + geometry.window.width / 2 - Double(width) / 2) < 1e-9)
  }

  /// A white picture stays white to its corners, for any shown part. Without the fill, they are
  /// black.
  @Test(arguments: [-33.0, 3, 12, 91])
  func noCornerIsBlack(degrees: Double) throws {
    let size = Size(width: 150, height: 100)
    let source = ResamplingTests.linearSource(size) { _, _ in 0.5 }
    let changes: [(inout DevelopRecipe) -> Void] = [
      { _ in }, { $0.filters[.crop] = [0, 0, 0.5, 0.7] },
      { $0.size = SizeRequest(bounds: .longEdge(70)) },
    ]
    for change in changes {
      let full = try develop(source, Self.turned(degrees, .fill, change))
      let darkest = (0..<full.size.area).map { full[$0 % full.size.width, $0 / full.size.width, 1] }
        .min()
      #expect(abs((darkest ?? 0) - full[full.size.width / 2, full.size.height / 2, 1]) <= 2)
      let kept = try develop(source, Self.turned(degrees, .keep, change))
      #expect(kept.size == full.size)
      let corners = [0, kept.size.width - 1].flatMap { x in
        [0, kept.size.height - 1].map { kept[x, $0, 1] }
      }
      #expect(corners.contains(0), "\(degrees)")
    }
  }

  /// If the rotated corners of a window are inside the picture, the window stays unchanged.
  @Test func innerWindowIsNotEnlarged() throws {
    let source = ResamplingTests.linearSource(Size(width: 120, height: 100)) { x, y in
      Double((x * 5 + y * y) % 23) / 30
    }
    let inner: (inout DevelopRecipe) -> Void = { $0.filters[.crop] = [0.3, 0.3, 0.4, 0.4] }
    #expect(
      try develop(source, Self.turned(10, .fill, inner))
        == develop(source, Self.turned(10, .keep, inner)))
  }
}
