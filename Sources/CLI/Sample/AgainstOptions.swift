internal import ArgumentParser
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// A second picture to compare with, and the tolerance.
struct AgainstOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Compare colours with this picture (default points: 32x32)",
      discussion: "Bromide samples the same points in both pictures.",
      valueName: "file"),
    completion: .file())
  var against: String?

  @Option(
    help: ArgumentHelp(
      "Fail if a colour differs from --against or the chart by more",
      valueName: "difference"),
    transform: Self.tolerance)
  var tolerance: Double?

  @Option(
    choice: "Formula of colour differences", standard: "2000",
    note: "cmc is CMC 2:1, and itp is ITU-R BT.2124.")
  var deltaE: ColorDifference?

  @Flag(help: "Also print the colour for every plausible YCbCr matrix and range")
  var compare = false

  private static func tolerance(_ text: String) throws -> Double {
    guard let number = Double(text), number.isFinite, number >= 0 else {
      throw ValidationError("expected a difference of 0 or more, such as 2")
    }
    return number
  }

  /// Opens the picture, or returns `nil` if it is not set.
  func open(
    _ settings: SampleSettings, _ messages: Messages, jobs: Int
  ) throws -> ComparedPicture? {
    guard let against else { return nil }
    do throws(SampleFailure) {
      let picture = try ComparedPicture(
        FilePath(reversible: against), settings, Crew(threads: jobs))
      messages.show(picture.warnings)
      return picture
    } catch { throw UsageError("--against \(against): \(error.message)") }
  }
}

/// A picture to compare with.
struct ComparedPicture: Sendable {
  let name: String
  /// Its upright size.
  private let size: Size
  /// The colours at its points, as CIE L*a*b* under D50.
  let colors: [Lab]
  let warnings: [Warning]

  init(
    _ path: FilePath, _ settings: SampleSettings, _ crew: Crew
  ) throws(SampleFailure) {
    name = path.visibleName
    let picture = try SampleFailure.describing {
      try PictureOpener(settings: settings.opening).find(path).open(crew)
    }
    guard case .still(let sampler) = picture.frames else {
      throw SampleFailure("it is a clip; use a single picture")
    }
    if let damage = picture.damage { throw SampleFailure("damaged: \(damage)") }
    size = sampler.size
    warnings = picture.warnings
    let places = try settings.request.places(in: sampler)
    let samples = try SampleFailure.describing {
      try sampler.samples(places, window: settings.window ?? SampleWindow(), crew: crew)
    }
    colors = samples.map(SampleReadout(.lab, from: sampler.space).lab)
  }

  /// Rejects a picture with a different aspect ratio, because the same points would be other parts
  /// of the scene.
  ///
  /// Cameras crop their JPEGs by a few pixels, so a hundredth is no difference. Small pictures
  /// round their edges to a pixel.
  func check(_ other: Size) throws(SampleFailure) {
    let ratio =
      Double(size.width) * Double(other.height) / (Double(size.height) * Double(other.width))
    let slack = max(0.01, 1.5 / Double(min(size.shortEdge, other.shortEdge)))
    guard abs(ratio - 1) > slack else { return }
    throw SampleFailure(
      "its aspect ratio differs from --against: \(other) and \(size); crop one of them")
  }
}

extension SampleReadout {
  /// Returns CIE L*a*b* of a sample. The readout must be `.lab`.
  func lab(_ sample: Sample) -> Lab {
    let value = value(sample) ?? SIMD3()
    return Lab(l: value.x, a: value.y, b: value.z)
  }
}
