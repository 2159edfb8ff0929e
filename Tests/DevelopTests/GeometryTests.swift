import BromideKernels
import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

@Suite struct GeometryTests {
  @Test(arguments: Orientation.allCases, SampleFormat.codes)
  func turnedPixelsAreTheStoredOnes(orientation: Orientation, sample: SampleFormat) throws {
    let scene = busyMosaic(Size(width: 150, height: 141), pattern: .gbrg)
    let crop = Region(x: 3, y: 2, width: 139, height: 137)
    let stored = try develop(
      source(scene, crop: crop, orientation: orientation),
      recipe {
        $0.sample = sample
        $0.orientation = .keep
      })
    let upright = try develop(
      source(scene, crop: crop, orientation: orientation), recipe { $0.sample = sample })
    #expect(stored.size == crop.size)
    #expect(upright.size == orientation.upright(crop.size))
    for (x, y) in upright.size.places {
      let from = orientation.storedPosition(x: x, y: y, in: crop.size)
      #expect(upright.pixel(x, y) == stored.pixel(from.x, from.y), "\(x) \(y)")
    }
  }

  @Test(arguments: Orientation.allCases)
  func turnedResamplingIsResampledThenTurned(orientation: Orientation) throws {
    let scene = busyMosaic(Size(width: 150, height: 110))
    let size = SizeRequest(bounds: .longEdge(61))
    let stored = try develop(
      source(scene, orientation: orientation),
      recipe {
        $0.size = size
        $0.orientation = .keep
      })
    let upright = try develop(source(scene, orientation: orientation), recipe { $0.size = size })
    for (x, y) in upright.size.places {
      let from = orientation.storedPosition(x: x, y: y, in: stored.size)
      #expect(upright.pixel(x, y) == stored.pixel(from.x, from.y))
    }
  }

  /// A picture of 3:2 in a frame with 117 rows has 175.5 columns at each zoom. Before, rounding
  /// errors changed 176 columns to 175 in some frames, so that the picture jumped by half a pixel.
  @Test func zoomsKeepTheSizeOfThePicture() {
    for step in 0..<200 {
      let side = 1 / (1 + 0.003 * Double(step))
      let geometry = OutputGeometry(
        source: Region(x: 0, y: 0, width: 600, height: 400), pixelAspect: 1, orientation: .topLeft,
        window: OutputGeometry.Window(
          x: (1 - side) / 2, y: (1 - side) / 2, width: side, height: side),
        request: SizeRequest(bounds: .box(Size(width: 311, height: 117)), enlarge: true))
      #expect(geometry.outputSize == Size(width: 176, height: 117), "zoom \(1 / side)")
    }
  }

  @Test func cropShowsItsPartOfThePicture() throws {
    let scene = busyMosaic(Size(width: 90, height: 80), pattern: .grbg)
    let crop = Region(x: 7, y: 5, width: 51, height: 48)
    let part = try develop(source(scene, crop: crop), recipe())
    let whole = try develop(source(scene, crop: crop), recipe { $0.cropArea = .active })
    #expect(part.size == crop.size && whole.size == scene.size)
    for (x, y) in Places(x: 0..<51, y: 0..<48) {
      #expect(part.pixel(x, y) == whole.pixel(x + 7, y + 5))
    }
  }

  @Test func photographersCropIsShownUnlessAnotherIsChosen() throws {
    let scene = busyMosaic(Size(width: 90, height: 80), pattern: .grbg)
    var photo = source(scene, crop: Region(x: 7, y: 5, width: 51, height: 48))
    photo.userCrop = Region(x: 12, y: 9, width: 30, height: 20)
    let user = try develop(photo, recipe())
    let whole = try develop(photo, recipe { $0.cropArea = .active })
    #expect(user.size == Size(width: 30, height: 20))
    for (x, y) in Places(x: 0..<30, y: 0..<20) {
      #expect(user.pixel(x, y) == whole.pixel(x + 12, y + 9))
    }
    #expect(
      try develop(photo, recipe { $0.cropArea = .default }).size == Size(width: 51, height: 48))
  }

  /// A file with saturation two stops above its white looks like a file that ends at white. With a
  /// lower exposure, it shows the light above.
  @Test func lightAboveWhiteIsKept() throws {
    let size = Size(width: 16, height: 12)
    let memory = PixelMemory(byteCount: size.area * 3 * 2)
    func photo(white: Float, headroom: Double) -> DevelopSource {
      let samples = unsafe PlaneView(
        base: UnsafePointer(memory.bytes.baseAddress!.assumingMemoryBound(to: UInt16.self)),
        width: size.width * 3, height: size.height, stride: size.width * 3, owner: memory)
      var photo = DevelopSource(
        image: .linear(LinearImage(samples: samples, channels: 3, white: white)),
        profile: testProfile, defaultCrop: Region(size))
      photo.headroom = headroom
      return photo
    }
    func fill(_ value: UInt16) {
      let samples = unsafe memory.bytes.bindMemory(to: UInt16.self)
      for i in 0..<size.area * 3 { unsafe samples[i] = value }
    }
    fill(6000)
    let linear = recipe { $0.tone = .linear }
    #expect(
      try develop(photo(white: 60_000, headroom: 2), linear).pixel(5, 5)
        == develop(photo(white: 15_000, headroom: 0), linear).pixel(5, 5))
    fill(40_000)
    let darker = recipe {
      $0.tone = .linear
      $0.exposure = -2
    }
    let above = try develop(photo(white: 60_000, headroom: 2), darker)
    fill(10_000)
    #expect(try develop(photo(white: 60_000, headroom: 2), linear).pixel(5, 5) == above.pixel(5, 5))
  }

  @Test func halfSizeHalvesTheCrop() throws {
    let scene = busyMosaic(Size(width: 91, height: 80))
    let crop = Region(x: 5, y: 3, width: 51, height: 48)
    let part = try develop(source(scene, crop: crop), recipe { $0.demosaic = .half })
    let whole = try develop(
      source(scene, crop: crop),
      recipe {
        $0.demosaic = .half
        $0.cropArea = .active
      })
    #expect(part.size == Size(width: 25, height: 24) && whole.size == Size(width: 45, height: 40))
    for (x, y) in Places(x: 0..<25, y: 0..<24) {
      #expect(part.pixel(x, y) == whole.pixel(x + 2, y + 1))
    }
  }

  /// Picture, request (box or long edge), fit and enlargement, and the size that results.
  @Test func sizesAreAsRequested() {
    func size(
      _ width: Int, _ height: Int, _ bounds: SizeRequest.Bounds, _ fit: SizeRequest.Fit = .contain,
      enlarge: Bool = false, orientation: Orientation = .upright, aspect: Double = 1
    ) -> Size {
      OutputGeometry(
        source: Region(x: 2, y: 4, width: width, height: height), pixelAspect: aspect,
        orientation: orientation,
        request: SizeRequest(bounds: bounds, fit: fit, enlarge: enlarge)
      ).outputSize
    }
    let box = SizeRequest.Bounds.box(Size(width: 300, height: 200))
    #expect(size(600, 400, box) == Size(width: 300, height: 200))
    #expect(size(600, 300, box) == Size(width: 300, height: 150))
    #expect(size(600, 300, box, .cover) == Size(width: 300, height: 200))
    #expect(size(200, 100, box) == Size(width: 200, height: 100))
    #expect(size(200, 100, box, enlarge: true) == Size(width: 300, height: 150))
    #expect(size(200, 100, box, .cover, enlarge: true) == Size(width: 300, height: 200))
    #expect(size(400, 100, box, .cover) == Size(width: 300, height: 100))
    #expect(size(600, 400, .longEdge(300)) == Size(width: 300, height: 200))
    #expect(size(400, 600, .longEdge(300)) == Size(width: 200, height: 300))
    #expect(size(400, 600, .longEdge(300), .cover) == Size(width: 200, height: 300))
    #expect(size(600, 400, box, orientation: .rightTop) == Size(width: 133, height: 200))
    #expect(size(600, 400, box, .cover, orientation: .rightTop) == Size(width: 300, height: 200))
    #expect(size(600, 1, .longEdge(30)) == Size(width: 30, height: 1))
    #expect(size(300, 400, .longEdge(2000), aspect: 2) == Size(width: 600, height: 400))
    #expect(size(400, 300, .longEdge(2000), aspect: 0.5) == Size(width: 400, height: 600))
    #expect(size(400, 300, .longEdge(2000), aspect: 1.004) == Size(width: 400, height: 300))
    #expect(
      size(400, 300, .longEdge(2000), orientation: .leftTop, aspect: 0.5)
        == Size(width: 600, height: 400))
  }

  @Test func squarePixelsComeFromOblongOnes() throws {
    var oblong = source(busyMosaic(Size(width: 60, height: 100)))
    oblong.pixelAspect = 2
    #expect(try develop(oblong, recipe()).size == Size(width: 120, height: 100))
  }

  @Test func impossibleRequestsCauseErrors() {
    let scene = busyMosaic(Size(width: 60, height: 50))
    func text(_ source: DevelopSource, _ recipe: DevelopRecipe) -> String {
      do {
        _ = try Developer(source, recipe: recipe)
        return ""
      } catch { return "\(error)" }
    }
    let outside = Region(x: 10, y: 0, width: 60, height: 50)
    #expect(text(source(scene, crop: outside), recipe()).contains("60×50+10+0"))
    let narrow = Region(x: 10, y: 0, width: 1, height: 50)
    #expect(text(source(scene, crop: narrow), recipe { $0.demosaic = .half }).contains("2×2"))
    #expect(
      text(source(scene), recipe { $0.size = SizeRequest(bounds: .longEdge(0)) }).contains("1 to"))
    #expect(text(source(scene), recipe { $0.exposure = .nan }).contains("-10 to 10"))
    #expect(text(source(scene), recipe { $0.exposure = 99 }).contains("99"))
    var flat = source(scene)
    flat.pixelAspect = 0
    #expect(text(flat, recipe()).contains("aspect"))
    #expect(
      text(source(scene), recipe { $0.whiteBalance = .multipliers(0, 1, 1) }).contains(
        "multipliers"))
  }
}
