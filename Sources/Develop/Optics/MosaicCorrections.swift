public import BromideKernels
internal import BromideSystem
internal import BromideValues
internal import Synchronization

/// Corrections applied while a mosaic is read and demosaiced: bad, hot and dead sites, shading,
/// lateral colour.
///
/// When rows start, threads request the corrections and measure the missing values together.
final class MosaicCorrections: Sendable {
  private let guide: OpticsGuide
  private let image: SensorImage
  private let lateral: OpticsSettings.LateralColorChoice
  /// Lens corrections with lateral colour from a database.
  private let known: LensCorrections?
  private let repairs: Bool
  /// The corrections of the mosaic that the file records.
  private let embedded: EmbeddedOptics
  private let opcodes: SampleOpcodes?
  private let replaced = PhotoMeasures.Slot<HotPixels?>()
  /// Output pixels that a pixel of the sensor becomes, along a line.
  private let scale: Double
  private let moves = PhotoMeasures.Slot<LateralMoves?>()
  /// Whether the demosaic reads a mosaic that is aligned first, as it does not move colours itself.
  private let alignsFirst: Bool
  private let aligned = PhotoMeasures.Slot<SharedAlignment>()
  private let corrected = PhotoMeasures.Slot<FoundColor?>()
  /// Threads that have come for rows.
  private let threads = Atomic(0)

  /// Returns `nil` if the recipe does not correct the photo's mosaic.
  ///
  /// Opcodes apply to Bayer mosaics only. Lateral colour is corrected inside RCD. For `fine` and
  /// `best`, it is corrected in the mosaic that they read, but for X-Trans by a `LateralWarp`. It
  /// is skipped below an eighth of the sensor's scale, because an error of up to 1.6 sensor pixels
  /// is then less than 0.2 output pixels.
  init?(_ source: DevelopSource, _ recipe: DevelopRecipe, _ geometry: OutputGeometry) {
    let image = source.image
    guard let filters = image.filters else { return nil }
    let lens = filters.period == 2 ? source.lensCorrections(recipe) : nil
    let embedded = lens?.mosaic ?? EmbeddedOptics()
    let lateral =
      Self.movesColor(recipe, filters, geometry) ? recipe.optics.lateralColor : .none
    let repairs = recipe.optics.hotPixels == .auto && recipe.demosaic != .half
    let samples = embedded.mosaicSamples
    guard lateral != .none || repairs || !samples.isEmpty || embedded.namesBadPixels else {
      return nil
    }
    self.embedded = embedded
    opcodes = samples.isEmpty ? nil : SampleOpcodes(samples, size: image.size)
    self.lateral = lateral
    alignsFirst = recipe.demosaic.resolved(filters) != .rcd
    known = lens?.color == nil ? nil : lens
    self.repairs = repairs
    self.image = image
    scale = geometry.largestScale
    guide = OpticsGuide(source)
  }

  /// Whether a recipe has lateral colour corrected on the mosaic.
  static func movesColor(
    _ recipe: DevelopRecipe, _ filters: ColorFilters, _ geometry: OutputGeometry
  ) -> Bool {
    guard filters.period == 2, [.rcd, .fine, .best].contains(recipe.demosaic.resolved(filters)),
      geometry.largestScale >= leastScale
    else { return false }
    // If the file's warps move channels apart, they replace a measurement.
    return switch recipe.optics.lateralColor {
    case .none: false
    case .auto: geometry.lens?.movesChannelsApart != true
    case .fixed: true
    }
  }

  /// Whether the corrections depend on the entire mosaic.
  var readsAll: Bool { lateral != .none || repairs || embedded.namesBadPixels }

  /// The input of a demosaic with these corrections.
  func input(
    gains: SIMD3<Float>, ceiling: Float, instructionSet: InstructionSet
  ) -> DemosaicInput {
    switch image {
    case .mosaic(let mosaic):
      let found = lateralColor(of: mosaic, instructionSet)
      let color = corrected.value { found }
      let moves = self.moves.value { color.map { LateralMoves($0.color, size: mosaic.size) } }
      let input = DemosaicInput(
        mosaic: mosaic, gains: gains, ceiling: ceiling, lateral: moves,
        repairs: replacements(in: mosaic, instructionSet), opcodes: opcodes)
      guard alignsFirst, moves != nil else { return input }
      let shared = aligned.value {
        SharedAlignment(AlignedMosaic(mosaic, input, instructionSet: instructionSet))
      }
      return shared.finish()
    case .xtrans(let mosaic):
      return DemosaicInput(
        mosaic: mosaic, gains: gains, ceiling: ceiling,
        repairs: repairs ? guide.hotPixels(instructionSet) : nil)
    case .linear: preconditionFailure("only a mosaic has these corrections")
    }
  }

  /// Makes every second thread measure lateral colour first, while the others measure the noise
  /// that all else depends on.
  ///
  /// No thread then waits while another one fits the result. The values do not depend on the order.
  func measureInTurn(_ instructionSet: InstructionSet) {
    guard lateral == .auto, known == nil, case .mosaic = image else { return }
    let (thread, _) = threads.add(1, ordering: .relaxed)
    if thread % 2 == 1 { _ = guide.lateralColor(instructionSet) }
  }

  /// Returns replacements for sites that the file marks as bad, and for sites that are detected.
  private func replacements(
    in mosaic: Mosaic, _ instructionSet: InstructionSet
  ) -> HotPixels? {
    let found = repairs ? guide.hotPixels(instructionSet) : nil
    guard embedded.namesBadPixels else { return found }
    return replaced.value {
      let bad = guide.measures.badPixels.value { embedded.badPixels(of: mosaic) }
      func place(_ defect: SensorDefect) -> Int { defect.y * mosaic.size.width + defect.x }
      let named = Set(bad.map(place))
      let all = bad + (found?.defects ?? []).filter { !named.contains(place($0)) }
      return HotPixels(all.sorted { place($0) < place($1) }, height: mosaic.size.height)
    }
  }

  /// Adds the corrections to the report, if any rows were made.
  func note(_ report: inout OpticsReport) {
    if let found = corrected.existing ?? nil {
      report.lateralColor = found.color
      report.lateralColorFrom = found.origin
      if found.origin == Self.lensfun {
        report.lensfun = [LensProfile.Part.lateralColor.rawValue] + (report.lensfun ?? [])
        report.lens = known?.profile?.name
      }
    }
    if repairs, let defects = guide.measures.foundDefects {
      report.deadPixels = defects.count(where: \.isDead)
      report.hotPixels = defects.count - defects.count(where: \.isDead)
    }
  }

  /// A lateral colour and its source.
  private struct FoundColor: Sendable {
    let color: LateralColor
    let origin: String
  }

  private static let lensfun = "lensfun"

  /// Returns the lateral colour to correct, or `nil` if it is missing or would be invisible in
  /// output pixels.
  private func lateralColor(
    of mosaic: Mosaic, _ instructionSet: InstructionSet
  ) -> FoundColor? {
    let found: FoundColor
    switch lateral {
    case .none: return nil
    case .auto:
      guard let own = ownColor(instructionSet) else { return nil }
      found = own
    case .fixed(let red, let blue):
      let color = LateralColor(red: red, blue: blue, halfDiagonal: mosaic.size.halfDiagonal)
      found = FoundColor(color: color, origin: "set")
    }
    let greatest = max(found.color.red.greatest, found.color.blue.greatest)
    // Corrections that were typed are carried out.
    let least = lateral == .auto ? Self.leastShown : 0
    return greatest * scale > least ? found : nil
  }

  /// Returns the lateral colour from the database if it is set, or else from the photo.
  private func ownColor(_ instructionSet: InstructionSet) -> FoundColor? {
    if let color = known?.color { return FoundColor(color: color, origin: Self.lensfun) }
    return guide.lateralColor(instructionSet).map {
      FoundColor(color: $0, origin: guide.origin(of: \.lateralColor))
    }
  }

  static let leastScale = 0.125
  /// In output pixels.
  static let leastShown = 0.2
}

/// An aligned mosaic that all threads make which need it.
private final class SharedAlignment: Sendable {
  private let mosaic: AlignedMosaic
  private let rounds: Rounds

  init(_ mosaic: AlignedMosaic) {
    self.mosaic = mosaic
    rounds = Rounds([mosaic.tiles])
  }

  /// Works with other threads until the mosaic is complete.
  func finish() -> DemosaicInput {
    rounds.finish { mosaic.make(tile: $0.tile) }
    return mosaic.aligned
  }
}

extension PhotoMeasures {
  /// The lateral colour found on the photo's mosaic, or `nil` if it was not measured.
  public var foundLateralColor: LateralColor? { lateralColor.existing?.found }

  /// The hot and dead sites found on the photo's mosaic, or `nil` if they were not searched for.
  public var foundDefects: [SensorDefect]? { hotPixels.existing?.found?.defects }
}

extension OpticsGuide {
  /// Returns the hot and dead sites of a photo's mosaic, or `nil` if its noise is unknown. The
  /// search needs the noise.
  fileprivate func hotPixels(_ instructionSet: InstructionSet) -> HotPixels? {
    guard let model = noise(instructionSet) else { return nil }
    return measures.hotPixels.value {
      HotPixelMeasure(image, noise: model, instructionSet: instructionSet)
    }.finish()
  }
}

extension OutputGeometry {
  /// Output pixels per pixel of the demosaic's output, along the axis that has more.
  var largestScale: Double {
    max(Double(storedOutput.width) / window.width, Double(storedOutput.height) / window.height)
  }
}

extension Size {
  /// Half the length of the diagonal.
  var halfDiagonal: Double {
    (Double(width) * Double(width) + Double(height) * Double(height)).squareRoot() / 2
  }
}
