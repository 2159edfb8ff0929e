internal import BromideKernels
internal import BromideValues

/// The lens corrections of a photo under a recipe.
///
/// Each part comes from the first source that has it: the file, then a database. With `lensfun`,
/// lens parts come from the database only.
struct LensCorrections {
  /// The corrections from the file that are applied.
  let file: EmbeddedOptics
  /// The database's lens profile, or `nil` if the lens is unknown or the database is not used.
  let profile: LensProfile?
  /// The parts of the profile to apply, without lateral colour if the demosaic corrects it.
  let parts: Set<LensProfile.Part>
  /// The database's lateral colour if the demosaic uses it instead of a measurement, or `nil`.
  let color: LateralColor?
  /// The reason why the database has no profile, or `nil` if the database was not used.
  let doubt: String?
  private let image: SensorImage

  init(_ source: DevelopSource, _ optics: OpticsSettings, _ demosaic: DemosaicMethod) {
    image = source.image
    guard optics.lens.usesEmbedded else {
      (file, profile, parts, color, doubt) = (EmbeddedOptics(), nil, [], nil, nil)
      return
    }
    let file = optics.lens == .lensfun ? source.embedded.withoutLens : source.embedded
    self.file = file
    var missing = Set(LensProfile.Part.allCases)
    if file.warps.contains(where: { $0.name != "lateral colour" }) { missing.remove(.distortion) }
    if file.warps.contains(where: \.movesPlanesApart) { missing.remove(.lateralColor) }
    if file.gainsLight { missing.remove(.vignetting) }
    if !source.lensMovesPixels { missing.formIntersection([.vignetting]) }
    var demosaics = false
    switch optics.lateralColor {
    case .fixed: missing.remove(.lateralColor)
    case .none:
      if optics.lens == .auto { missing.remove(.lateralColor) }
    case .auto:
      guard let filters = source.image.filters else { break }
      demosaics = filters.period == 2 && demosaic.resolved(filters) == .rcd
      // For X-Trans, a `LateralWarp` applies the measurement.
      let isXTrans = filters.period == XTransPattern.period
      // A measurement on the mosaic is as good as an exact table, and 8 dB better than a table with
      // an error of 30 %. If it finds no shift, edges are often clipped lamps, which a table's
      // shift made worse. At the sizes of cells, the error is invisible.
      if optics.lens == .auto, demosaics || demosaic.halves || isXTrans {
        missing.remove(.lateralColor)
      }
    }
    guard optics.lens.usesDatabase, !missing.isEmpty, let lookup = source.lens else {
      (profile, parts, color, doubt) = (nil, [], nil, nil)
      return
    }
    if case .linear = source.image, optics.lens == .auto {
      (profile, parts, color) = (nil, [], nil)
      doubt = "others developed the photo, and may have corrected it"
      return
    }
    switch lookup.knowledge {
    case .known(let profile):
      self.profile = profile
      color =
        demosaics && missing.contains(.lateralColor)
        ? profile.lateralColor(for: source.image.size) : nil
      // A warp after the demosaic would regain less.
      if demosaics { missing.remove(.lateralColor) }
      parts = missing.intersection(profile.parts)
      doubt = nil
    case .unknown(let reason):
      (profile, parts, color) = (nil, [], nil)
      doubt = reason
    }
  }

  /// The warps in order. Lateral colour is corrected first, in the recorded geometry, and
  /// distortion last.
  var warps: [OpcodeWarp] {
    [warp(.lateralColor)].compactMap(\.self) + file.warps + [warp(.distortion)].compactMap(\.self)
  }

  private func warp(_ part: LensProfile.Part) -> OpcodeWarp? {
    parts.contains(part) ? profile?.warp(part, for: image.size) : nil
  }

  private var gain: EmbeddedOptics.Opcode? {
    guard parts.contains(.vignetting) else { return nil }
    return profile?.gain(for: image.size).map { .samples($0) }
  }

  /// Corrections of the mosaic.
  var mosaic: EmbeddedOptics {
    var optics = file
    if case .mosaic = image, let gain { optics.mosaic.append(gain) }
    return optics
  }

  /// Corrections of full colour.
  var linear: [EmbeddedOptics.Opcode] {
    var opcodes = file.linear
    if let warp = warp(.lateralColor) { opcodes.insert(.warp(warp), at: 0) }
    if let gain {
      if case .mosaic = image {} else { opcodes.insert(gain, at: 0) }
    }
    if let warp = warp(.distortion) { opcodes.append(.warp(warp)) }
    return opcodes
  }

  /// Returns the names of the corrections from the database.
  ///
  /// - Parameter warps: Whether to include warps.
  func names(warps: Bool) -> [String] {
    LensProfile.Part.allCases.filter {
      parts.contains($0) && (warps || $0 == .vignetting)
    }.map(\.rawValue)
  }
}

extension DevelopSource {
  /// Returns the lens corrections of a recipe.
  func lensCorrections(_ recipe: DevelopRecipe) -> LensCorrections {
    LensCorrections(self, recipe.optics, recipe.demosaic)
  }
}

extension EmbeddedOptics {
  /// A copy without lens corrections: warps, and gains by position.
  fileprivate var withoutLens: EmbeddedOptics {
    var optics = self
    optics.mosaic.removeAll { $0.isOfLens }
    optics.linear.removeAll { $0.isOfLens }
    return optics
  }

  /// Whether there are gains by position.
  fileprivate var gainsLight: Bool {
    (mosaicSamples + linearSamples).contains { $0.isShading }
  }
}

extension EmbeddedOptics.Opcode {
  fileprivate var isOfLens: Bool {
    switch self {
    case .warp: true
    case .samples(let opcode): opcode.isShading
    case .badValue, .badPlaces, .trim: false
    }
  }
}

extension SampleOpcode {
  /// Whether it undoes a lens's shading.
  fileprivate var isShading: Bool {
    switch effect {
    case .radialGain, .gainMap: true
    case .table, .polynomial, .rows, .columns: false
    }
  }
}
