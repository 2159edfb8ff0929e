internal import Kernels
internal import Pixels

/// What a recipe corrects of a photo's lens: each part from the first source that has it, the file and then a database; or by
/// the database alone.
struct LensCorrections {
  /// What is followed of the file's.
  let file: EmbeddedOptics
  /// What the database knows; nil if it was not asked, or knows nothing.
  let profile: LensProfile?
  /// What is taken of that, but for colours that the demosaic brings together.
  let parts: Set<LensProfile.Part>
  /// The database's lateral colour, which the demosaic takes in place of a measurement; nil if it does not.
  let color: LateralColor?
  /// Why the database knows nothing; nil if it was not asked.
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
      // Of X-Trans a `LateralWarp` follows the measurement.
      let isXTrans = filters.period == XTransPattern.period
      // What the mosaic shows is as good as a table without a fault, and 8 dB better than one that is 30 % off. Where it shows
      // nothing, lamps are clipped, whose edges a table's shift made worse. At the sizes that cells are for, nothing shows.
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

  /// The warps, in their order: colours come together as they were recorded, before lines become straight.
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

  /// The names of what the database corrects.
  ///
  /// - Parameter warps: Whether warps are among them.
  func names(warps: Bool) -> [String] {
    LensProfile.Part.allCases.filter {
      parts.contains($0) && (warps || $0 == .vignetting)
    }.map(\.rawValue)
  }
}

extension DevelopSource {
  /// What a recipe corrects of the lens.
  func lensCorrections(_ recipe: DevelopRecipe) -> LensCorrections {
    LensCorrections(self, recipe.optics, recipe.demosaic)
  }
}

extension EmbeddedOptics {
  /// Without what a lens does: warps, and gains by place.
  fileprivate var withoutLens: EmbeddedOptics {
    var optics = self
    optics.mosaic.removeAll { $0.isOfLens }
    optics.linear.removeAll { $0.isOfLens }
    return optics
  }

  /// Whether gains by place are among them.
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
