/// What a file states for the correction of its picture: DNG's three opcode lists or a maker's notes, in pixels of the
/// image.
public struct EmbeddedOptics: Sendable, Hashable, Codable {
  /// A correction of a list.
  public enum Opcode: Sendable, Hashable, Codable {
    /// Of samples by place and value.
    case samples(SampleOpcode)
    /// Sites that hold this value are bad (FixBadPixelsConstant).
    case badValue(UInt16)
    /// Sites of these rectangles are bad (FixBadPixelsList).
    case badPlaces([Region])
    /// Only this part is to be shown (TrimBounds).
    case trim(Region)
    /// A warp.
    case warp(OpcodeWarp)

    /// Whether it is a warp.
    var isWarp: Bool { if case .warp = self { true } else { false } }

    /// DNG's name.
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

  /// A correction that is left out.
  public struct Ignored: Sendable, Hashable, Codable {
    /// Its name, with the list where that helps.
    public var name: String
    /// Why it is left out.
    public var reason: String
    /// Whether the file allows readers to leave it out.
    public var isOptional: Bool

    /// A correction that is left out for a reason.
    public init(name: String, reason: String, isOptional: Bool) {
      self.name = name
      self.reason = reason
      self.isOptional = isOptional
    }

    /// Name and reason.
    public var text: String { "\(name) (\(reason))" }
  }

  /// For the sensor's samples as recorded, then for linear light of the mosaic, in their order; of a picture
  /// without a mosaic none.
  public var mosaic: [Opcode] = []
  /// For linear red, green and blue, in their order.
  public var linear: [Opcode] = []
  /// The maker whose own notes state the corrections; nil for DNG's lists.
  public var maker: String?
  /// Corrections that are left out.
  public var ignored: [Ignored] = []
  /// The numbers a and b of the variance a·x + b that the file states for the noise of a sample of light x, 0…1; nil if it
  /// states none. DNG's NoiseProfile has a pair for each colour, of which this is the mean.
  public var noise: SIMD2<Double>?

  /// Nothing stated.
  public init() {}

  /// Whether nothing is to be corrected.
  public var isEmpty: Bool { mosaic.isEmpty && linear.isEmpty }

  /// The names of what is to be corrected, each once, in their order.
  ///
  /// - Parameter warps: Whether warps are among them.
  public func names(warps: Bool = true) -> [String] {
    (mosaic + linear).compactMap { warps || !$0.isWarp ? name(of: $0) : nil }
      .reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }

  /// DNG's name, or the maker's and what is corrected.
  private func name(of opcode: Opcode) -> String {
    guard let maker else { return opcode.name }
    if case .samples = opcode { return "\(maker) vignetting" }
    return "\(maker) \(opcode.name)"
  }

  /// Corrections of a mosaic's linear samples.
  public var mosaicSamples: [SampleOpcode] { Self.samples(mosaic) }

  /// Corrections of linear red, green and blue; those that follow a warp are to see its result.
  public var linearSamples: [SampleOpcode] { Self.samples(linear) }

  /// The warps, in their order.
  public var warps: [OpcodeWarp] {
    linear.compactMap { if case .warp(let warp) = $0 { warp } else { nil } }
  }

  /// What is corrected by place and value alone, above all shading: every pixel stays where it is, and none depends on
  /// others. Gains for the result of a warp are not among them.
  public var shading: EmbeddedOptics {
    func isOfSamples(_ opcode: Opcode) -> Bool {
      if case .samples = opcode { true } else { false }
    }
    var shading = self
    shading.mosaic = mosaic.filter(isOfSamples)
    shading.linear = linear.prefix { !$0.isWarp }.filter(isOfSamples)
    return shading
  }

  /// The part of a region that may be shown; all of it if the bounds would leave nothing.
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
