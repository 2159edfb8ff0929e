/// What a database knows of the lens of a photo: numbers at equal steps of the radius, from the middle of the picture to its
/// corner, linear between them. A part that it does not know is nil.
public struct LensProfile: Sendable, Hashable, Codable {
  /// A part of what is known.
  public enum Part: String, Sendable, Hashable, Codable, CaseIterable {
    case lateralColor = "lateral colour"
    case distortion
    case vignetting
  }

  /// The lens, as the database names it.
  public var name: String
  /// What a radius of the corrected picture is multiplied by for that of the recorded one.
  public var distortion: [Double]?
  /// What a recorded radius is multiplied by for red's and blue's, where green stays.
  public var lateralColor: (red: [Double], blue: [Double])? {
    get { red.flatMap { red in blue.map { (red, $0) } } }
    set { (red, blue) = (newValue?.red, newValue?.blue) }
  }
  /// By a recorded radius, the gain.
  public var vignetting: [Double]?
  /// Parts that the database has and that no lens could be described by.
  public var damaged: [Part] = []
  private var red, blue: [Double]?

  /// Nothing known of a lens.
  public init(name: String) { self.name = name }

  /// The parts that are known.
  public var parts: Set<Part> {
    var parts: Set<Part> = []
    if lateralColor != nil { parts.insert(.lateralColor) }
    if distortion != nil { parts.insert(.distortion) }
    if vignetting != nil { parts.insert(.vignetting) }
    return parts
  }

  /// Moves parts that no lens could be described by to `damaged`: those with numbers beyond what lenses have, and those
  /// that fold a picture of this size.
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
  /// A part that moves pixels, for an image; nil if it is not known.
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

  /// The gains that undo the shading of an image; nil if it is not known.
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
  /// Gains by the distance from an image's middle, in half-diagonals, as a map of 129×97 points, between which lenses'
  /// shading bends by less than 0.0005.
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

/// What a database knows of a photo's lens.
public enum LensKnowledge: Sendable, Hashable {
  /// Of the lens that it is beyond doubt.
  case known(LensProfile)
  /// Nothing.
  ///
  /// - Parameter reason: Why, as the rest of a sentence about the photo's lens.
  case unknown(reason: String)

  /// What is known; nil for nothing.
  public var profile: LensProfile? { if case .known(let profile) = self { profile } else { nil } }
}
