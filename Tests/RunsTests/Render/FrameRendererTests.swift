import BromideCodecs
import BromideKernels
import BromidePhotos
import BromideSampling
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideDevelop
@testable import BromideRuns
@testable import BromideSystem

/// Frames from a photo demosaiced once, held against developments of their own.
@Suite struct FrameRendererTests {
  static let size = Size(width: 240, height: 170)

  static func source(orientation: Orientation = .upright) -> DevelopSource {
    let noise = SeededNoise(seed: 4)
    let samples = ImageBuffer<UInt16>(size: size) { x, y, _ in
      let shape = (x / 17 + y / 13) % 3 == 0 ? 1.0 : 0.2
      let sky = x > 180 ? 3.0 : 1
      let channel = [0.5, 1, 1, 0.7][(y % 2) * 2 + x % 2]
      let value = shape * sky * channel * (0.9 + 0.02 * noise.normal(x, y))
      return UInt16(min(max(512 + value * 6000, 0), 15_000))
    }
    return DevelopSource(
      image: .mosaic(
        Mosaic(
          samples: samples.plane, pattern: .rggb, levels: SensorLevels(black: 512, white: 15_000))),
      profile: .test, defaultCrop: Region(x: 4, y: 2, width: 230, height: 166),
      orientation: orientation)
  }

  static func recipe(_ change: (inout DevelopRecipe) -> Void = { _ in }) -> DevelopRecipe {
    var recipe = DevelopRecipe()
    recipe.size = SizeRequest(
      bounds: .box(Size(width: 120, height: 80)), fit: .cover, enlarge: true)
    change(&recipe)
    return recipe
  }

  static let recipes: [DevelopRecipe] = [
    recipe(), recipe { $0.size = nil }, recipe { $0.filters[.crop] = [0.21, 0.13, 0.4, 0.37] },
    recipe { $0.filters[.zoom] = [3.7] }, recipe { $0.highlightMode = .blend },
    recipe { $0.highlightMode = .clip }, recipe { $0.demosaic = .half },
    recipe {
      $0.exposure = 0.6
      $0.filters[.saturation] = [1.4]
      $0.filters[.contrast] = [1.2]
      $0.filters[.sharpen] = [0.5]
      $0.filters[.grain] = [0.4]
    },
  ]

  @Test(arguments: recipes.indices)
  func aFrameIsADevelopmentToOneCodeValue(index: Int) throws {
    let recipe = Self.recipes[index]
    for orientation in [Orientation.upright, .rightTop] {
      let source = Self.source(orientation: orientation)
      let photo = try DemosaicedPhoto(source, for: [recipe])
      photo.fill(Crew(threads: 2))
      let frame = Self.samples(try Developer(photo, recipe: recipe))
      let own = Self.samples(try Developer(source, recipe: recipe))
      #expect(frame.count == own.count)
      let differences = zip(frame, own).map { abs(Int($0) - Int($1)) }
      #expect(differences.max()! <= 1)
      #expect(differences.filter { $0 > 0 }.count * 20 < differences.count)
    }
  }

  @Test func aMovingBalanceKeepsClippedHighlightsNeutral() throws {
    let recipes = [3200.0, 4500, 9000].map { kelvin in
      Self.recipe {
        $0.filters[.temperature] = [kelvin]
        $0.exposure = 1
      }
    }
    let source = Self.source()
    let photo = try DemosaicedPhoto(source, for: recipes)
    photo.fill()
    for recipe in recipes {
      let developer = try Developer(photo, recipe: recipe)
      let frame = Self.samples(developer)
      let own = Self.samples(try Developer(source, recipe: recipe))
      // Demosaicing under another balance turns some directions; means stay.
      let differences = zip(frame, own).map { abs(Int($0) - Int($1)) }
      #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 2)
      var clipped = 0
      for i in stride(from: 0, to: own.count, by: 3) where own[i..<i + 3] == [255, 255, 255] {
        clipped += 1
        #expect(frame[i..<i + 3].min()! > 245)
      }
      #expect(clipped > 100)
    }
  }

  /// A moving balance treats highlights under each frame's own gains, also where they are darkened.
  @Test func aMovingBalanceRecoversHighlights() throws {
    for mode in [HighlightMode.recover, .blend] {
      let recipes = [3200.0, 5000, 9000].map { kelvin in
        Self.recipe {
          $0.filters[.temperature] = [kelvin]
          $0.exposure = -1.5
          $0.highlightMode = mode
        }
      }
      let source = Self.source()
      let photo = try DemosaicedPhoto(source, for: recipes)
      photo.fill()
      for recipe in recipes {
        let frame = Self.samples(try Developer(photo, recipe: recipe))
        let own = Self.samples(try Developer(source, recipe: recipe))
        let differences = zip(frame, own).map { abs(Int($0) - Int($1)) }
        #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 2)
        // The brightest tenth, which is recovered light.
        let bright = own.sorted()[own.count * 9 / 10]
        let clipped = differences.indices.filter { own[$0] >= bright }
        let sum = clipped.reduce(0) { $0 + differences[$1] }
        #expect(sum <= 2 * clipped.count, "\(sum) of \(clipped.count)")
      }
    }
  }

  @Test func keepsOnlyTheVisibleRegion() throws {
    let small = Self.recipe { $0.filters[.crop] = [0.4, 0.4, 0.1, 0.1] }
    let photo = try DemosaicedPhoto(Self.source(), for: [small])
    #expect(photo.region.size.area < 60 * 50)
    #expect(throws: DevelopError.self) { try Developer(photo, recipe: Self.recipe()) }
    #expect(throws: DevelopError.self) {
      try Developer(photo, recipe: Self.recipe { $0.demosaic = .bilinear })
    }
    #expect(throws: DevelopError.self) { try DemosaicedPhoto(Self.source(), for: []) }
  }

  @Test func pixelsMatchForAnyThreadsAndOrder() throws {
    let recipes = (0..<7).map { i in
      Self.recipe { $0.filters[.zoom] = [1 + 0.3 * Double(i)] }
    }
    let folder = try TemporaryFolder()
    let photo = try DemosaicedPhoto(Self.source(), for: recipes)
    photo.fill(Crew(threads: 3))
    let renderer = FrameRenderer(photo)
    func run(_ name: String, threads: Int, order: [Int]) -> FrameError? {
      do throws(FrameError) {
        try Crew(threads: threads).forEach(
          order.count, makeScratch: { FrameScratch() },
          work: { piece, scratch throws(FrameError) in
            try renderer.render(
              recipes[order[piece]], to: FilePath(folder("\(name)\(order[piece]).png")),
              scratch: scratch)
          })
        return nil
      } catch { return error }
    }
    #expect(run("a", threads: 1, order: Array(0..<7)) == nil)
    #expect(run("b", threads: 3, order: [6, 2, 4, 0, 1, 5, 3]) == nil)
    for i in 0..<7 {
      let bytes = try Files.read(folder("a\(i).png"))
      #expect(bytes.count > 1000)
      #expect(try Files.read(folder("b\(i).png")) == bytes)
    }
    let failure = run("none/x", threads: 2, order: [0, 1, 2])
    if case .write(.io) = failure {
    } else {
      Issue.record("a missing folder is a failure to write, not \(String(describing: failure))")
    }
  }

  /// The tracked centre of a dot in a zoom of ten seconds stays on its path, from a mosaic and from a picture without one.
  @Test(arguments: [true, false]) func aSlowZoomDoesNotShake(isMosaic: Bool) throws {
    #if DEBUG
      let count = 40
    #else
      let count = 250
    #endif
    let side = Size(width: 400, height: 300)
    let centre = (x: 190.3, y: 160.6)
    let channels = isMosaic ? 1 : 3
    var samples = ImageBuffer<UInt16>(size: side, channels: channels)
    for (x, y) in Places(x: 0..<side.width, y: 0..<side.height) {
      let (dx, dy) = (Double(x) + 0.5 - centre.x, Double(y) + 0.5 - centre.y)
      let value = 0.8 * max(0, 1 - (dx * dx + dy * dy) / 64)
      for c in 0..<channels { samples[x, y, c] = UInt16(value * 60_000) }
    }
    let levels = SensorLevels(black: 0, white: 60_000)
    let source = DevelopSource(
      image: isMosaic
        ? .mosaic(Mosaic(samples: samples.plane, pattern: .rggb, levels: levels))
        : .linear(LinearImage(samples: samples.plane, channels: 3, white: 60_000)),
      profile: CameraProfile(calibrations: []), defaultCrop: Region(side))
    let frames = (0..<count).map { i in
      let t = Double(i) / Double(count - 1)
      return Self.recipe {
        $0.tone = .linear
        $0.space = .linearSRGB
        $0.sample = .uint16
        $0.whiteBalance = .multipliers(1, 1, 1)
        $0.size = SizeRequest(
          bounds: .box(Size(width: 200, height: 120)), fit: .cover, enlarge: true)
        let width = 0.9 - 0.04 * t
        $0.filters[.crop] = [0.02 + 0.06 * t, 0.08 + 0.03 * t, width, width]
      }
    }
    let photo = try DemosaicedPhoto(source, for: frames)
    photo.fill(Crew(threads: 2))
    for recipe in frames {
      let developer = try Developer(photo, recipe: recipe)
      let window = developer.pipeline.steps.geometry.window
      let scale = 200 / window.width
      #expect(abs(scale - 120 / window.height) < 1e-9)
      let picture = developer.picture(of: UInt16.self)
      var (sum, sumX, sumY) = (0.0, 0.0, 0.0)
      for (x, y) in Places(x: 0..<200, y: 0..<120) {
        let value = Double(picture[x, y, 0])
        sum += value
        sumX += value * (Double(x) + 0.5)
        sumY += value * (Double(y) + 0.5)
      }
      #expect(abs(sumX / sum - (centre.x - window.x) * scale) < 0.02)
      #expect(abs(sumY / sum - (centre.y - window.y) * scale) < 0.02)
    }
  }

  static func samples(_ developer: Developer) -> [UInt8] {
    developer.picture(of: UInt8.self).values
  }
}

/// All frames of a sequence use the demosaic for the frame with the highest magnification.
@Suite struct SequenceDemosaicTests {
  private static let form = FrameForm(
    size: Size(width: 60, height: 40), settings: PictureSettings(RunContext()))

  private static func zoomed(_ zoom: Double) -> FilterSettings {
    var filters = FilterSettings()
    filters[.zoom] = [zoom]
    return filters
  }

  @Test func largestZoomSelectsTheDemosaic() throws {
    let source = FrameRendererTests.source()
    func method(_ zooms: [Double]) throws -> DemosaicMethod {
      let moments = FrameForm.nearest(of: zooms.map(Self.zoomed))
      return try Self.form.demosaicing(source, for: moments).settings.photo.recipe.demosaic
    }
    #expect(try method([1]) == .cells)
    #expect(try method([1, 1.1, 1.2]) == .cells)
    #expect(try method([1, 1.1, 1.4, 1.2]) == .rcd)
    #expect(try method([]) == .auto)
  }

  @Test func windowsOfBothAxesCount() {
    var wide = FilterSettings()
    wide[.crop] = [0, 0, 1, 0.2]
    var tall = FilterSettings()
    tall[.crop] = [0, 0, 0.3, 1]
    let nearest = FrameForm.nearest(of: [Self.zoomed(1), wide, tall, Self.zoomed(2)])
    #expect(Set(nearest) == [wide, tall])
  }
}
