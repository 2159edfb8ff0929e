import BromideKernels
import BromideLibc
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

/// The scales at which `auto` uses cells instead of a full demosaic, and that content does not
/// move.
@Suite struct CellsChoiceTests {
  private static let size = Size(width: 116, height: 88)

  private static func sized(
    _ edge: Int, _ change: (inout DevelopRecipe) -> Void = { _ in }
  ) -> DevelopRecipe {
    recipe {
      $0.size = SizeRequest(bounds: .longEdge(edge))
      change(&$0)
    }
  }

  /// 38 of 116 pixels are less than a third, 39 are more.
  @Test(arguments: [(38, DemosaicMethod.cells), (29, .cells), (39, .rcd), (116, .rcd)])
  func autoIsCellsUpToAThird(edge: Int, method: DemosaicMethod) throws {
    let photo = source(busyMosaic(Self.size))
    let developer = try Developer(photo, recipe: Self.sized(edge))
    #expect(developer.demosaic == method)
    let named = try Developer(photo, recipe: Self.sized(edge) { $0.demosaic = method })
    #expect(developer.picture() == named.picture())
    #expect(try Developer(photo, recipe: recipe()).demosaic == .rcd)
    #expect(try Developer(photo, recipe: Self.sized(edge) { $0.demosaic = .rcd }).demosaic == .rcd)
  }

  /// A crop that is enlarged shows the sensor's pixels, however small the picture.
  @Test func aCropCounts() throws {
    let photo = source(busyMosaic(Self.size))
    let close = Self.sized(38) { $0.filters[.crop] = [0.3, 0.3, 0.5, 0.5] }
    #expect(try Developer(photo, recipe: close).demosaic == .rcd)
  }

  /// Only RCD corrects lateral colour, which shows down to an eighth.
  @Test func lateralColourKeepsRCD() throws {
    let photo = source(busyMosaic(Self.size))
    for choice in [OpticsSettings.LateralColorChoice.auto, .fixed(red: 1.001, blue: 0.999)] {
      func method(_ edge: Int) throws -> DemosaicMethod? {
        try Developer(photo, recipe: Self.sized(edge) { $0.optics.lateralColor = choice }).demosaic
      }
      #expect(try method(38) == .rcd)
      #expect(try method(15) == .rcd)
      #expect(try method(13) == .cells)
    }
  }

  /// All frames of a photo use the method of the largest frame.
  @Test func framesOfAPhotoAgree() throws {
    let photo = source(busyMosaic(Self.size))
    let whole = Self.sized(29)
    let close = Self.sized(29) { $0.filters[.zoom] = [2] }
    let small = try DemosaicedPhoto(photo, for: [whole])
    #expect(small.method == .cells)
    let scratch = small.makeScratch()
    for tile in 0..<small.tileCount { small.make(tile: tile, scratch: scratch) }
    let frame = try Developer(small, recipe: whole)
    #expect(frame.demosaic == .cells)
    let alone = try develop(photo, whole)
    let shared = frame.picture()
    #expect(zip(alone.bytes, shared.bytes).allSatisfy { abs(Int($0) - Int($1)) <= 1 })
    let both = try DemosaicedPhoto(photo, for: [whole, close])
    #expect(both.method == .rcd)
    #expect(try photo.demosaic(for: [whole, close]) == .rcd)
    #expect(try photo.demosaic(for: [whole]) == .cells)
  }

  /// A grey dot has the same position as with RCD, in every colour, to 0.02 pixels of the picture,
  /// for every crop, orientation and rotation.
  @Test(
    arguments: [Orientation.upright, .rightTop, .bottomLeft],
    [Region(x: 0, y: 0, width: 240, height: 180), Region(x: 3, y: 5, width: 231, height: 169)])
  func cellsKeepPositions(orientation: Orientation, crop: Region) throws {
    let grey = SIMD3(1 / 2.1, 1, 1 / 1.55)
    let dot = SIMD2(101.3, 77.8)
    let photo = source(
      mosaic(Size(width: 240, height: 180)) { x, y in
        let way = SIMD2(Double(x), Double(y)) - dot
        return grey * (0.05 + 0.8 * exp(-(way * way).sum() / 72))
      }, crop: crop, orientation: orientation)
    for (edge, rotation) in [(77, 0.0), (50, 0), (40, 7)] {
      func centres(_ method: DemosaicMethod) throws -> [SIMD2<Double>] {
        let picture = try develop(
          photo,
          Self.sized(edge) {
            $0.demosaic = method
            $0.tone = .linear
            $0.sample = .uint16
            $0.space = .linearSRGB
            $0.filters[.rotation] = [rotation]
          })
        return (0..<3).map { channel in
          var (sum, mean) = (0.0, SIMD2<Double>())
          for (x, y) in picture.size.places {
            // The light above the background.
            let light = max(0, Double(picture[x, y, channel]) - 8000)
            sum += light
            mean += light * SIMD2(Double(x), Double(y))
          }
          return mean / sum
        }
      }
      let (cells, rcd) = (try centres(.cells), try centres(.rcd))
      for (a, b) in zip(cells, rcd) {
        let way = a - b
        #expect((way * way).sum().squareRoot() < 0.02, "\(edge) \(rotation) \(a) \(b)")
      }
    }
  }

  /// X-Trans is halved up to a quarter of the size, without hot pixel replacement.
  @Test func xTransIsHalvedUpToAQuarter() throws {
    let photo = XTransTests.busy(Size(width: 120, height: 96))
    func method(_ edge: Int, _ hot: OpticsSettings.HotPixels = .none) throws -> DemosaicMethod? {
      try Developer(photo, recipe: Self.sized(edge) { $0.optics.hotPixels = hot }).demosaic
    }
    #expect(try method(30) == .half)
    #expect(try method(31) == .xtrans)
    #expect(try method(30, .auto) == .xtrans)
  }
}
