/// The corrections stored in a file: DNG's three opcode lists or a maker's notes.
///
/// Coordinates are pixels of the image.
public struct EmbeddedOptics: Sendable, Hashable, Codable {
  /// A correction in a list.
  public enum Opcode: Sendable, Hashable, Codable {
    /// Changes samples by position and value.
    case samples(SampleOpcode)
    /// Sites with this value are bad (FixBadPixelsConstant).
    case badValue(UInt16)
    /// Sites in these rectangles are bad (FixBadPixelsList).
    case badPlaces([Region])
    /// Crops the picture to this part (TrimBounds).
    case trim(Region)
    /// Moves pixels.
    case warp(OpcodeWarp)

    /// Whether it moves pixels.
    var isWarp: Bool { if case .warp = self { true } else { false } }

    /// The name in the DNG specification.
    public var name: String {
      switch self {
      case .samples(let opcode): opcode.name
      case .badValue: "FixBadPixelsConstant"
      case .badPlaces: "FixBadPixelsList"
      case .trim: "TrimBounds"
      case .warp(let warp): warp.name
      }
    }
  }

  /// A correction that Bromide skips.
  public struct Ignored: Sendable, Hashable, Codable {
    /// Its name, with the list where this helps.
    public var name: String
    /// The reason for skipping it.
    public var reason: String
    /// Whether the file allows readers to skip it.
    public var isOptional: Bool

    /// Creates a skipped correction.
    public init(name: String, reason: String, isOptional: Bool) {
      self.name = name
      self.reason = reason
      self.isOptional = isOptional
    }

    /// The name and the reason.
    public var text: String { "\(name) (\(reason))" }
  }

  /// Corrections of the sensor's recorded samples, then of the mosaic's linear light, in their
  /// order. Empty for a picture without a mosaic.
  public var mosaic: [Opcode] = []
  /// Corrections of linear red, green and blue, in their order.
  public var linear: [Opcode] = []
  /// The maker, if the corrections are from the maker's notes. `nil` for DNG's lists.
  public var maker: String?
  /// Corrections that Bromide skips.
  public var ignored: [Ignored] = []
  /// The numbers a and b of the file's noise model, or `nil` if the file has no noise model.
  ///
  /// The variance of a sample with light x, 0…1, is a·x + b. DNG's NoiseProfile has a pair for each
  /// colour. This is their mean.
  public var noise: SIMD2<Double>?

  /// Creates an empty set of corrections.
  public init() {}

  /// Whether there are no corrections to apply.
  public var isEmpty: Bool { mosaic.isEmpty && linear.isEmpty }

  /// Returns the names of the corrections without duplicates, in their order.
  ///
  /// - Parameter warps: Whether to include warps.
  public func names(warps: Bool = true) -> [String] {
    (mosaic + linear).compactMap { warps || !$0.isWarp ? name(of: $0) : nil }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// Returns DNG's name, or the maker's name and the kind of correction.
  private func name(of opcode: Opcode) -> String {
    guard let maker else { return opcode.name }
    if case .samples = opcode { return "\(maker) vignetting" }
    return "\(maker) \(opcode.name)"
  }

  /// Corrections of a mosaic's linear samples.
  public var mosaicSamples: [SampleOpcode] { Self.samples(mosaic) }

  /// Corrections of linear red, green and blue. A correction after a warp requires the warp's
  /// result.
  public var linearSamples: [SampleOpcode] { Self.samples(linear) }

  /// The warps, in their order.
  public var warps: [OpcodeWarp] {
    linear.compactMap { if case .warp(let warp) = $0 { warp } else { nil } }
  }

  /// The corrections that depend only on position and value, mainly shading.
  ///
  /// They keep every pixel at its position and do not need other pixels. Gains after a warp are not
  /// included.
  public var shading: EmbeddedOptics {
    func isOfSamples(_ opcode: Opcode) -> Bool {
      if case .samples = opcode { true } else { false }
    }
    var shading = self
    shading.mosaic = mosaic.filter(isOfSamples)
    shading.linear = linear.prefix { !$0.isWarp }.filter(isOfSamples)
    return shading
  }

  /// Returns the part of a region that the trim bounds keep, or the complete region if the
  /// intersection is empty.
  public func trimmed(_ region: Region) -> Region {
    (mosaic + linear).reduce(region) { region, opcode in
      guard case .trim(let bounds) = opcode else { return region }
      let part = region.intersection(bounds)
      return part.isEmpty ? region : part
    }
  }

  private static func samples(_ opcodes: [Opcode]) -> [SampleOpcode] {
    opcodes.compactMap { if case .samples(let opcode) = $0 { opcode } else { nil } }
  }
}
