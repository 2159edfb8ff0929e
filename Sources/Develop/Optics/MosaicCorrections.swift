public import Kernels
internal import Pixels

/// What is corrected while a mosaic is read and demosaiced: bad, hot and dead sites, shading, lateral colour.
///
/// Threads ask for it where rows begin, and measure together what is not known yet.
final class MosaicCorrections: Sendable {
  private let guide: OpticsGuide
  private let image: SensorImage
  private let lateral: OpticsSettings.LateralColorChoice
  private let repairs: Bool
  /// What the file states for the correction of the mosaic.
  private let embedded: EmbeddedOptics
  private let opcodes: SampleOpcodes?
  private let replaced = PhotoMeasures.Slot<HotPixels?>()
  /// Output pixels that a pixel of the sensor becomes, along a line.
  private let scale: Double
  private let moves = PhotoMeasures.Slot<LateralMoves?>()
  private let corrected = PhotoMeasures.Slot<LateralColor?>()

  /// Nil if a recipe corrects nothing of a photo here.
  ///
  /// Opcodes are followed on Bayer mosaics alone. Lateral colour is corrected by RCD alone (of X-Trans by a `LateralWarp`), and from an eighth of the
  /// sensor's scale on: below, what lenses show, up to 1.6 pixels, is less than 0.2 output pixels.
  init?(_ source: DevelopSource, _ recipe: DevelopRecipe, _ geometry: OutputGeometry) {
    let image = source.image
    guard let filters = image.filters else { return nil }
    let embedded =
      filters.period == 2 ? source.lensCorrections(recipe).mosaic : EmbeddedOptics()
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
    self.repairs = repairs
    self.image = image
    scale = geometry.largestScale
    guide = OpticsGuide(source)
  }

  /// Whether a recipe has lateral colour corrected on the mosaic.
  static func movesColor(
    _ recipe: DevelopRecipe, _ filters: ColorFilters, _ geometry: OutputGeometry
  ) -> Bool {
    guard recipe.demosaic.resolved(filters) == .rcd, geometry.largestScale >= leastScale else {
      return false
    }
    // What the file says of channels counts more than a measurement.
    return switch recipe.optics.lateralColor {
    case .none: false
    case .auto: geometry.lens?.movesChannelsApart != true
    case .fixed: true
    }
  }

  /// Whether they depend on the whole mosaic.
  var readsAll: Bool { lateral != .none || repairs || embedded.namesBadPixels }

  /// The input of a demosaic with these corrections.
  func input(
    gains: SIMD3<Float>, ceiling: Float, instructionSet: InstructionSet
  ) -> DemosaicInput {
    switch image {
    case .mosaic(let mosaic):
      let found = lateralColor(of: mosaic, instructionSet)
      let color = corrected.value { found }
      let moves = self.moves.value { color.map { LateralMoves($0, size: mosaic.size) } }
      return DemosaicInput(
        mosaic: mosaic, gains: gains, ceiling: ceiling, lateral: moves,
        repairs: replacements(in: mosaic, instructionSet), opcodes: opcodes)
    case .xtrans(let mosaic):
      return DemosaicInput(
        mosaic: mosaic, gains: gains, ceiling: ceiling,
        repairs: repairs ? guide.hotPixels(instructionSet) : nil)
    case .linear: preconditionFailure("only a mosaic has these corrections")
    }
  }

  /// Replacements for sites that the file calls bad, and for those that are found.
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

  /// States what was corrected; nothing if no rows were made.
  func tell(_ report: inout OpticsReport) {
    if let color = corrected.existing ?? nil {
      report.lateralColor = color
      report.lateralColorFrom = lateral == .auto ? guide.origin(of: \.lateralColor) : "stated"
    }
    if repairs, let defects = guide.measures.foundDefects {
      report.deadPixels = defects.count(where: \.isDead)
      report.hotPixels = defects.count - defects.count(where: \.isDead)
    }
  }

  /// The lateral colour to correct; nil for none, and for what no output pixel could show.
  private func lateralColor(
    of mosaic: Mosaic, _ instructionSet: InstructionSet
  ) -> LateralColor? {
    let color: LateralColor
    switch lateral {
    case .none: return nil
    case .auto:
      guard let found = guide.lateralColor(instructionSet) else { return nil }
      color = found
    case .fixed(let red, let blue):
      color = LateralColor(red: red, blue: blue, halfDiagonal: mosaic.size.halfDiagonal)
    }
    let greatest = max(color.red.greatest, color.blue.greatest)
    // Corrections that were typed are carried out.
    let least = lateral == .auto ? Self.leastShown : 0
    return greatest * scale > least ? color : nil
  }

  static let leastScale = 0.125
  /// In output pixels.
  static let leastShown = 0.2
}

extension PhotoMeasures {
  /// The lateral colour that was found on the photo's mosaic; nil if no development asked for it.
  public var foundLateralColor: LateralColor? { lateralColor.existing?.found }

  /// The hot and dead sites that were found; nil if no development asked for them.
  public var foundDefects: [SensorDefect]? { hotPixels.existing?.found?.defects }
}

extension OpticsGuide {
  /// The hot and dead sites of a photo's mosaic; nil if its noise is not known, from which nothing could tell them.
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
