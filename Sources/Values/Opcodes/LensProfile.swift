/// A database's corrections for the lens of a photo.
///
/// Each table has values at equal steps of the radius, from the middle of the picture to its
/// corner. Values in between are linear. An unknown part is `nil`.
public struct LensProfile: Sendable, Hashable, Codable {
  /// A kind of correction.
  public enum Part: String, Sendable, Hashable, Codable, CaseIterable {
    case lateralColor = "lateral colour"
    case distortion
    case vignetting
  }

  /// The lens name in the database.
  public var name: String
  /// Factors from a radius in the corrected picture to the recorded radius.
  public var distortion: [Double]?
  /// Factors from a recorded radius to the radius of red and blue. Green does not move.
  public var lateralColor: (red: [Double], blue: [Double])? {
    get { red.flatMap { red in blue.map { (red, $0) } } }
    set { (red, blue) = (newValue?.red, newValue?.blue) }
  }
  /// Gains, for recorded radii.
  public var vignetting: [Double]?
  /// Parts in the database with values that are impossible for a lens.
  public var damaged: [Part] = []
  private var red, blue: [Double]?

  /// Creates a profile without corrections.
  public init(name: String) { self.name = name }

  /// The known parts.
  public var parts: Set<Part> {
    var parts: Set<Part> = []
    if lateralColor != nil { parts.insert(.lateralColor) }
    if distortion != nil { parts.insert(.distortion) }
    if vignetting != nil { parts.insert(.vignetting) }
    return parts
  }

  /// Moves parts that are impossible for a lens to `damaged`.
  ///
  /// These are parts with numbers out of the range of lenses, and parts that would fold a picture
  /// of this size.
  public mutating func check(for size: Size) {
    func isSound(_ values: [Double]?, _ range: ClosedRange<Double>) -> Bool {
      values?.allSatisfy { $0.isFinite && range.contains($0) } ?? true
    }
    func isMap(_ part: Part) -> Bool {
      warp(part, for: size)?.isSound(over: Region(size)) ?? true
    }
    if !isSound(distortion, 0.4...2.5) || !isMap(.distortion) {
      distortion = nil
      damaged.append(.distortion)
    }
    if !isSound(red, 0.99...1.01) || !isSound(blue, 0.99...1.01) || !isMap(.lateralColor) {
      lateralColor = nil
      damaged.append(.lateralColor)
    }
    if !isSound(vignetting, 0.2...32) {
      vignetting = nil
      damaged.append(.vignetting)
    }
  }
}

extension LensProfile {
  /// Returns the warp for a part, or `nil` if the part is unknown or does not move pixels.
  public func warp(_ part: Part, for size: Size) -> OpcodeWarp? {
    let tables: [[Double]]
    switch part {
    case .distortion:
      guard let distortion else { return nil }
      tables = [distortion]
    case .lateralColor:
      guard let (red, blue) = lateralColor else { return nil }
      tables = [red, red.map { _ in 1 }, blue]
    case .vignetting: return nil
    }
    let middle = SIMD2(Double(size.width), Double(size.height)) / 2
    return OpcodeWarp(
      model: .knots,
      planes: tables.map { table in
        let last = Double(max(table.count - 1, 1))
        return OpcodeWarp.Plane(radial: table, knots: table.indices.map { Double($0) / last })
      }, center: middle, radius: (middle * middle).sum().squareRoot())
  }

  /// Returns the gains that correct the vignetting of an image, or `nil` if they are unknown.
  public func gain(for size: Size) -> SampleOpcode? {
    guard let vignetting, let last = vignetting.last else { return nil }
    let steps = Double(vignetting.count - 1)
    return .radialGain(for: size) { radius in
      let place = radius * steps
      let index = Int(place)
      guard index < vignetting.count - 1 else { return last }
      return vignetting[index] + (place - Double(index))
        * (vignetting[index + 1] - vignetting[index])
    }
  }
}

extension SampleOpcode {
  /// Returns gains by the distance from the image's middle, in half-diagonals.
  ///
  /// The result is a map of 129×97 points. Between the points, the shading of lenses bends by less
  /// than 0.0005.
  public static func radialGain(for size: Size, _ gain: (Double) -> Double) -> SampleOpcode {
    let middle = SIMD2(Double(size.width), Double(size.height)) / 2
    let radius = (middle * middle).sum().squareRoot()
    let points = Size(width: 129, height: 97)
    let spacing = 2 * middle / SIMD2(Double(points.width - 1), Double(points.height - 1))
    let gains = (0..<points.area).map { index -> Float in
      let place = SIMD2(Double(index % points.width), Double(index / points.width)) * spacing
      let way = (place - middle) / radius
      return Float(gain((way * way).sum().squareRoot()))
    }
    let map = OpcodeGainMap(size: points, origin: SIMD2(), spacing: spacing, gains: gains)
    return SampleOpcode(.gainMap(map), area: Region(size))
  }
}

/// The result of looking up a photo's lens in a database.
public enum LensKnowledge: Sendable, Hashable {
  /// The lens was identified with certainty.
  case known(LensProfile)
  /// The lens is unknown.
  ///
  /// - Parameter reason: The reason, as the rest of a sentence about the photo's lens.
  case unknown(reason: String)

  /// The profile, or `nil` if the lens is unknown.
  public var profile: LensProfile? { if case .known(let profile) = self { profile } else { nil } }
}
