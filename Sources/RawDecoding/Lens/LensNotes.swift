package import Metadata
package import Pixels

/// What a maker states of a photo's lens in fields of its own: factors at radii, in half-diagonals of the picture, linear
/// between them and constant beyond.
package struct LensNotes: Sendable, Hashable {
  /// Values at rising radii.
  package struct Curve: Sendable, Hashable {
    package var radii: [Double]
    package var values: [Double]

    package init(radii: [Double], values: [Double]) {
      self.radii = radii
      self.values = values
    }

    package func callAsFunction(_ radius: Double) -> Double {
      guard let next = radii.firstIndex(where: { $0 > radius }) else { return values.last ?? 1 }
      guard next > 0 else { return values[0] }
      let share = (radius - radii[next - 1]) / (radii[next] - radii[next - 1])
      return values[next - 1] + share * (values[next] - values[next - 1])
    }
  }

  /// The notes are there, and contradict themselves or are cut short.
  struct Damage: Error {
    let part: String
  }

  /// The maker, as messages name it.
  package var maker: String
  /// By a radius of the corrected picture, that of the recorded one in units of it: for all colours, then more for red
  /// and blue. Nil if the maker states none.
  package var distortion, red, blue: Curve?
  /// By a radius of the recorded picture, the gain.
  package var vignetting: Curve?

  package init(maker: String) { self.maker = maker }

  /// Parts that do not fit, each with its reason.
  var ignored: [EmbeddedOptics.Ignored] = []

  /// What a file's notes state; nil without any.
  package init?(_ fields: ExifFields, make: String?) {
    let maker = (make ?? "").lowercased()
    if maker.hasPrefix("sony") {
      self.init(sony: fields)
    } else if maker.hasPrefix("fuji") {
      self.init(fujifilm: fields)
    } else if ["olympus", "om digital", "om system"].contains(where: maker.hasPrefix) {
      self.init(olympus: fields, maker: maker.hasPrefix("om ") ? "OM System" : "Olympus")
    } else {
      return nil
    }
    check()
    guard distortion != nil || red != nil || blue != nil || vignetting != nil || !ignored.isEmpty
    else { return nil }
  }

  /// Reads a part, or notes why it is left out.
  mutating func take(_ read: (inout LensNotes) throws(Damage) -> Void) {
    do throws(Damage) { try read(&self) } catch { ignore(error.part) }
  }

  private mutating func ignore(_ part: String) {
    ignored.append(.init(name: "\(maker) \(part)", reason: "damaged", isOptional: false))
  }

  /// Factors that distortions have.
  static let distortions = 0.4...2.5

  /// Leaves out what no lens does: notes of another meaning, and damaged ones.
  private mutating func check() {
    func isSound(_ curve: Curve?, _ range: ClosedRange<Double>) -> Bool {
      guard let curve else { return true }
      return zip(curve.radii, curve.radii.dropFirst()).allSatisfy { $0 < $1 }
        && curve.radii.allSatisfy { $0.isFinite && $0 >= 0 }
        && curve.values.allSatisfy { $0.isFinite && range.contains($0) }
    }
    if !isSound(distortion, Self.distortions) {
      distortion = nil
      ignore("distortion")
    }
    if !isSound(red, 0.99...1.01) || !isSound(blue, 0.99...1.01) {
      (red, blue) = (nil, nil)
      ignore("lateral colour")
    }
    if !isSound(vignetting, 0.2...32) {
      vignetting = nil
      ignore("vignetting")
    }
  }
}

extension LensNotes {
  /// The corrections of an image's whole area, the gains before the warp.
  package func opcodes(for size: Size) -> (gain: SampleOpcode?, warp: OpcodeWarp?) {
    let middle = SIMD2(Double(size.width), Double(size.height)) / 2
    let radius = (middle * middle).sum().squareRoot()
    return (
      vignetting.map { .radialGain(for: size, $0.callAsFunction) },
      warp(middle: middle, radius: radius)
    )
  }

  private func warp(middle: SIMD2<Double>, radius: Double) -> OpcodeWarp? {
    let curves = [distortion, red, blue].compactMap(\.self)
    guard !curves.isEmpty else { return nil }
    // Curves bend at their own radii; between all of these a product of two is straight but for a millionth.
    let radii = Set(curves.flatMap(\.radii)).sorted()
    func plane(_ more: Curve?) -> OpcodeWarp.Plane {
      OpcodeWarp.Plane(
        radial: radii.map { (distortion?($0) ?? 1) * (more?($0) ?? 1) }, knots: radii)
    }
    let planes = red == nil && blue == nil ? [plane(nil)] : [plane(red), plane(nil), plane(blue)]
    return OpcodeWarp(model: .knots, planes: planes, center: middle, radius: radius)
  }
}
