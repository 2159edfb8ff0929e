internal import BromideLibc
public import BromideValues

/// A time-lapse from day to night with known light. The scene is still at both ends and falls by
/// six stops between. The photographer follows five stops, in steps of a stop or a third. Each
/// exposure errs by up to 8 %, and the recorded white balance by up to 4 % in red and in blue.
///
/// So a faithful film is one stop darker at its end than at its beginning, and never gets brighter.
public struct SyntheticLapse: Sendable, Hashable {
  /// Number of photos.
  public let photos: Int
  /// Thirds of a stop from one setting to the next: 1 or 3.
  public let thirds: Int
  /// Whether lights shine into some photos, and time has a gap.
  public let isRough: Bool
  /// The seed of its errors.
  public let seed: UInt64

  /// - Parameters:
  ///   - photos: Number of photos, at least 10.
  ///   - thirds: Thirds of a stop from one setting to the next: 1 or 3.
  ///   - isRough: Whether lights shine into some photos, and time has a gap.
  ///   - seed: The seed of its errors.
  public init(photos: Int, thirds: Int, isRough: Bool = false, seed: UInt64 = 12) {
    self.photos = photos
    self.thirds = thirds
    self.isRough = isRough
    self.seed = seed
  }

  /// Twelve lapses: 60, 240 and 600 photos, by steps of a third and of a whole stop, without and with lights and a gap.
  public static let all = all(seed: 12)

  /// The twelve lapses with other errors.
  public static func all(seed: UInt64) -> [SyntheticLapse] {
    [60, 240, 600].flatMap { photos in
      [1, 3].flatMap { thirds in
        [false, true].map {
          SyntheticLapse(photos: photos, thirds: thirds, isRough: $0, seed: seed)
        }
      }
    }
  }

  /// Its properties in words, for tables.
  public var name: String {
    "\(photos) photos, \(thirds == 3 ? "1 EV" : "⅓ EV")\(isRough ? ", lights and a gap" : "")"
  }

  /// Size of each photo.
  public static let size = Size(width: 48, height: 32)

  /// Seconds from the first photo to each.
  public func seconds(_ index: Int) -> Int { 10 * (index + (isAfterGap(index) ? photos / 16 : 0)) }

  private func isAfterGap(_ index: Int) -> Bool { isRough && 5 * index > 2 * photos }

  /// The scene's light in EV, relative to the first photo.
  public func light(_ index: Int) -> Double {
    let t = Double(seconds(index)) / Double(seconds(photos - 1))
    let x = min(max((t - 0.2) / 0.6, 0), 1)
    return -6 * x * x * (3 - 2 * x)
  }

  /// The settings in thirds of a stop: another step is taken when they are half of it behind.
  public var settings: [Int] {
    var set = 0
    return (0..<photos).map { index in
      if -light(index) * 3 * 5 / 6 - Double(set) > Double(thirds) / 2 + 1e-9 { set += thirds }
      return set
    }
  }

  /// The brightness from scene and settings without errors, in EV relative to the first photo.
  public var exposed: [Double] {
    settings.enumerated().map { light($0.offset) + Double($0.element) / 3 }
  }

  /// The error of an exposure, in EV.
  public func flicker(_ index: Int) -> Double { log2(1 + 0.08 * noise(index, 1)) }

  /// The light of a car or of a flash in EV. For most photos, it is 0.
  public func outlier(_ index: Int) -> Double {
    let places = [photos / 10, photos / 3, photos / 3 + 1, photos * 7 / 10, photos - 3]
    guard isRough, let place = places.firstIndex(of: index) else { return 0 }
    return place % 2 == 0 ? 0.8 : 1.2
  }

  /// Factors of the red and blue of the neutral that the camera records.
  public func balance(_ index: Int) -> SIMD2<Double> {
    SIMD2(1 + 0.04 * noise(index, 2), 1 + 0.04 * noise(index, 3))
  }

  /// From −1 to 1.
  private func noise(_ index: Int, _ kind: Int) -> Double {
    2 * SeededNoise(seed: seed).uniform(index, kind) - 1
  }

  /// The brightness of each photo in EV, as a camera measures it.
  public var taken: [Double] {
    exposed.enumerated().map { $0.element + flicker($0.offset) + outlier($0.offset) }
  }

  /// EV that a photographer's ramp by hand adds to each photo: straight lines between the middles of equal settings.
  public var ramp: [Double] {
    let settings = settings.map { Double($0) / 3 }
    var middles: [(place: Double, value: Double)] = []
    var first = 0
    for index in 1...photos where index == photos || settings[index] != settings[first] {
      middles.append((Double(first + index - 1) / 2, settings[first]))
      first = index
    }
    return settings.indices.map { index in
      let x = Double(index)
      guard let next = middles.firstIndex(where: { $0.place >= x }) else {
        return middles.last!.value - settings[index]
      }
      guard next > 0 else { return middles[0].value - settings[index] }
      let (left, right) = (middles[next - 1], middles[next])
      let slope = (right.value - left.value) / (right.place - left.place)
      return left.value + slope * (x - left.place) - settings[index]
    }
  }

  /// The file of a photo.
  public func file(_ index: Int) -> [UInt8] { photo(index).file() }

  /// A photo, whose scene may be changed.
  public func photo(_ index: Int) -> SyntheticPhoto {
    var photo = SyntheticPhoto(.landscape(seed: 3, octaves: 3), size: Self.size)
    photo.exposure = -2.5 + taken[index]
    let balance = balance(index)
    photo.options.color = photo.camera.color(light: photo.light)
    photo.options.color.asShotNeutral! *= SIMD3(balance.x, 1, balance.y)
    photo.recordsColor = true
    photo.options.metadata.exposureTime = Self.speeds[settings[index]]
    photo.options.metadata.fNumber = DNGRational(28, 10)
    photo.options.metadata.iso = 400
    let seconds = seconds(index)
    let (hour, minute) = (20 + seconds / 3600, seconds / 60 % 60)
    photo.options.metadata.dateTime =
      "2026:06:21 \(hour):\(Self.two(minute)):\(Self.two(seconds % 60))"
    return photo
  }

  private static func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }

  /// Shutter speeds as cameras name them, a third of a stop apart.
  private static let speeds = [
    (1, 60), (1, 50), (1, 40), (1, 30), (1, 25), (1, 20), (1, 15), (1, 13), (1, 10), (1, 8), (1, 6),
    (1, 5), (1, 4), (3, 10), (4, 10), (1, 2), (6, 10), (8, 10), (1, 1),
  ].map { DNGRational($0, $1) }
}

extension SyntheticLapse {
  /// The measure of a film.
  public struct Measure: Sendable {
    /// The film's name in tables.
    public let name: String
    /// Light that was invented, and the ends.
    public let faith: Faith
    /// The change of red to blue from frame to frame in EV, rms.
    public let colorFlicker: Double
  }

  /// The flags of `bromide render` for `measures`, by the name of the film in tables; the first is as taken.
  public static let ways: [(name: String, flags: [String])] = [
    ("as taken", []), ("--holy-grail", ["--holy-grail"]), ("--deflicker", ["--deflicker"]),
    ("both", ["--holy-grail", "--deflicker"]),
  ]

  /// Measures the films that the command makes of the lapse's photos, by each of `ways`.
  ///
  /// - Parameters:
  ///   - write: Writes a photo as a file of the name.
  ///   - render: Renders the photos with flags to frames for `light(ofFrames:)`.
  public func measures(
    write: (_ photo: [UInt8], _ name: String) throws -> Void,
    render: (_ flags: [String]) throws -> [UInt8]
  ) rethrows -> [Measure] {
    for index in 0..<photos { try write(file(index), "p\(index).dng") }
    var taken: [Double]?
    return try Self.ways.map { way in
      let light = Self.light(ofFrames: try render(Self.frameFlags + way.flags))
      let shown = Self.brightness(light)
      taken = taken ?? shown
      return Measure(
        name: way.name, faith: Faith(shown, taken: taken, of: self),
        colorFlicker: Self.colorFlicker(light))
    }
  }

  /// Flags for frames as `light(ofFrames:)` reads them, without a look that bends their light.
  public static let frameFlags = [
    "--depth", "16", "--size", "48x32", "--tone", "linear", "-q", "-y",
  ]

  /// How faithful a run of brightnesses is.
  public struct Faith: Sendable, Hashable {
    /// The largest movement against the net change, in EV: how much light was invented.
    public let beyond: Double
    /// The distance of the first and the last five frames from the photographed light without its
    /// flicker: the larger of the two means, in EV. It skips photos with a light in them, because
    /// their flicker is unknown.
    public let ends: Double

    /// - Parameters:
    ///   - shown: The brightness of each frame in EV.
    ///   - taken: The brightness without corrections, or `nil` for the lapse's brightness.
    ///   - lapse: The photographed lapse. The measure skips its outliers, which are real light.
    public init(_ shown: [Double], taken: [Double]? = nil, of lapse: SyntheticLapse) {
      let truth = lapse.exposed
      let net = truth.last! - truth.first!
      var (low, high, rise, fall) = (Double.infinity, -Double.infinity, 0.0, 0.0)
      for (index, value) in shown.enumerated() where lapse.outlier(index) == 0 {
        (low, high) = (min(low, value), max(high, value))
        (rise, fall) = (max(rise, value - low), max(fall, high - value))
      }
      beyond = net < 0 ? rise : fall
      let changes = zip(shown, taken ?? lapse.taken).enumerated().map { index, pair in
        pair.0 - pair.1 + lapse.flicker(index)
      }
      func mean(_ frames: Range<Int>) -> Double {
        let sound = frames.filter { lapse.outlier($0) == 0 }
        return abs(sound.reduce(0) { $0 + changes[$1] }) / Double(sound.count)
      }
      ends = max(mean(0..<5), mean(changes.count - 5..<changes.count))
    }
  }

  /// The mean light of each frame in linear sRGB.
  ///
  /// - Parameter frames: Frames of `size`, RGB of sRGB in 16 bits, the lower byte first.
  public static func light(ofFrames frames: [UInt8]) -> [SIMD3<Double>] {
    let samples = size.width * size.height * 3
    return (0..<frames.count / (2 * samples)).map { frame in
      var sum = SIMD3<Double>()
      for i in 0..<samples {
        let place = 2 * (frame * samples + i)
        let code = (Double(frames[place]) + 256 * Double(frames[place + 1])) / 65_535
        sum[i % 3] += SRGBCurve.light(code)
      }
      return sum / Double(samples / 3)
    }
  }

  /// The brightness of frames in EV.
  public static func brightness(_ light: [SIMD3<Double>]) -> [Double] {
    light.map { log2(($0 * SIMD3(0.2126, 0.7152, 0.0722)).sum()) }
  }

  /// The change of the ratio of red to blue from frame to frame in EV, rms.
  public static func colorFlicker(_ light: [SIMD3<Double>]) -> Double {
    let ratios = light.map { $0.x / $0.z }
    let steps = zip(ratios, ratios.dropFirst()).map { log2($1) - log2($0) }
    return (steps.reduce(0) { $0 + $1 * $1 } / Double(max(steps.count, 1))).squareRoot()
  }
}
