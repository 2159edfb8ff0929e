import BromideSampling
import BromideValues
import TestSupport
import Testing

@Suite struct CoordinateTests {
  /// A portrait view of a landscape sensor with 1920×1440 pixels.
  @Test(arguments: [
    (0.25, 0.5, 960, 1079), (0, 0, 0, 1439), (0.999_999, 0.999_999, 1919, 0), (1, 1, 1919, 0),
  ]) func portraitOfLandscape(x: Double, y: Double, column: Int, row: Int) {
    let stored = Size(width: 1920, height: 1440)
    let pixel = NormalizedPoint(x: x, y: y).storedPixel(.rightTop, in: stored)
    #expect(pixel == (column, row))
  }

  @Test(arguments: Orientation.allCases) func pixelCentresTurnAsPixels(orientation: Orientation) {
    let stored = Size(width: 7, height: 4)
    let upright = orientation.upright(stored)
    for (x, y) in Places(x: 0..<upright.width, y: 0..<upright.height) {
      let point = NormalizedPoint(pixelX: Double(x), y: Double(y), in: upright)
      #expect(point.pixel(in: upright) == (x, y))
      #expect(
        point.storedPixel(orientation, in: stored)
          == orientation.storedPosition(x: x, y: y, in: stored))
      let back = point.pixelPosition(in: upright)
      #expect(abs(back.x - Double(x)) < 1e-12 && abs(back.y - Double(y)) < 1e-12)
    }
  }

  @Test func onlyZeroToOneIsInside() {
    #expect(NormalizedPoint(x: 0, y: 1).isInside)
    for outside in [-1e-9, 1 + 1e-9, .nan, .infinity] {
      #expect(!NormalizedPoint(x: outside, y: 0.5).isInside)
      #expect(NormalizedPoint(x: outside, y: 0.5).clamped.isInside)
    }
    #expect(NormalizedPoint(x: 1.5, y: -2).clamped == NormalizedPoint(x: 1, y: 0))
  }

  @Test func viewsShowAllOrFillAll() {
    let picture = Size(width: 400, height: 200)
    let fitted = PictureView(picture, width: 100, height: 100, mode: .fitted)
    #expect(fitted.viewPoint(NormalizedPoint(x: 0, y: 0)) == (0, 25))
    #expect(fitted.viewPoint(NormalizedPoint(x: 1, y: 1)) == (100, 75))
    #expect(fitted.picturePoint(x: 50, y: 10).y < 0)
    let filled = PictureView(picture, width: 100, height: 100, mode: .filled)
    #expect(filled.viewPoint(NormalizedPoint(x: 0.25, y: 0)) == (0, 0))
    #expect(filled.picturePoint(x: 100, y: 100) == NormalizedPoint(x: 0.75, y: 1))
    for view in [fitted, filled] {
      let point = NormalizedPoint(x: 0.3, y: 0.8)
      let there = view.viewPoint(point)
      let back = view.picturePoint(x: there.x, y: there.y)
      #expect(abs(back.x - point.x) < 1e-12 && abs(back.y - point.y) < 1e-12)
    }
  }

  @Test func perspectiveMeetsCornersAndKeepsLinesAndCrossRatios() throws {
    let corners = [(0.1, 0.2), (0.9, 0.1), (0.8, 0.7), (0.2, 0.9)].map {
      NormalizedPoint(x: $0.0, y: $0.1)
    }
    let map = try Perspective(corners: corners)
    for (corner, (u, v)) in zip(corners, [(0.0, 0.0), (1, 0), (1, 1), (0, 1)]) {
      let place = map(u: u, v: v)
      #expect(abs(place.x - corner.x) < 1e-12 && abs(place.y - corner.y) < 1e-12)
    }
    // The centre of a square is where the diagonals of its image cross, computed here by Cramer's
    // rule.
    let (a, b, c, d) = (corners[0], corners[1], corners[2], corners[3])
    let (rx, ry, sx, sy) = (c.x - a.x, c.y - a.y, d.x - b.x, d.y - b.y)
    let t = ((b.x - a.x) * sy - (b.y - a.y) * sx) / (rx * sy - ry * sx)
    let middle = map(u: 0.5, v: 0.5)
    #expect(abs(middle.x - (a.x + t * rx)) < 1e-12)
    #expect(abs(middle.y - (a.y + t * ry)) < 1e-12)
    #expect(NormalizedPoint.grid(columns: 1, rows: 1, perspective: map) == [middle])
  }

  /// A chart in a mirror: its corners go round the other way.
  @Test func mirroredChartsAreRead() throws {
    let corners = [(0.9, 0.1), (0.1, 0.2), (0.2, 0.9), (0.8, 0.7)].map {
      NormalizedPoint(x: $0.0, y: $0.1)
    }
    let map = try Perspective(corners: corners)
    let plain = try Perspective(corners: [corners[1], corners[0], corners[3], corners[2]])
    for (u, v) in [(0.0, 0.0), (0.3, 0.8), (1, 0.5), (0.25, 0.25)] {
      let (place, same) = (map(u: u, v: v), plain(u: 1 - u, v: v))
      #expect(abs(place.x - same.x) < 1e-12 && abs(place.y - same.y) < 1e-12)
    }
  }

  @Test func badCornersAreRejected() {
    let crossing = [(0.0, 0.0), (1, 1), (1, 0), (0, 1)]
    let line = [(0.0, 0.0), (0.5, 0), (1, 0), (0, 1)]
    for corners in [crossing, line] {
      #expect(throws: SamplingError.noPerspective) {
        try Perspective(corners: corners.map { NormalizedPoint(x: $0.0, y: $0.1) })
      }
    }
  }

  @Test func gridsGoRowByRow() {
    let grid = NormalizedPoint.grid(columns: 2, rows: 2)
    #expect(grid.map(\.x) == [0.25, 0.75, 0.25, 0.75])
    #expect(grid.map(\.y) == [0.25, 0.25, 0.75, 0.75])
  }
}
