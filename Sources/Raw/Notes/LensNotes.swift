package import BromideCodecs
package import BromideValues

/// A maker's data about a photo's lens, from the maker's fields: factors at radii, in
/// half-diagonals of the picture. They are linear between the radii and constant outside them.
package struct LensNotes: Sendable, Hashable {
  /// Values at ascending radii.
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

  /// The notes exist, but are inconsistent or incomplete.
  struct Damage: Error {
    let part: String
  }

  /// The maker's name for messages.
  package var maker: String
  /// The factors from a corrected radius to the recorded radius: for all colours, then additional
  /// factors for red and blue. `nil` if they are missing.
  package var distortion, red, blue: Curve?
  /// The gains, for recorded radii.
  package var vignetting: Curve?

  package init(maker: String) { self.maker = maker }

  /// Invalid parts, each with its reason.
  var ignored: [EmbeddedOptics.Ignored] = []

  /// Reads a file's notes, or returns `nil` if they are missing.
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

  /// Reads a part, or records the reason for skipping it.
  mutating func take(_ read: (inout LensNotes) throws(Damage) -> Void) {
    do throws(Damage) { try read(&self) } catch { ignore(error.part) }
  }

  private mutating func ignore(_ part: String) {
    ignored.append(.init(name: "\(maker) \(part)", reason: "damaged", isOptional: false))
  }

  /// The factors that distortions can have.
  static let distortions = 0.4...2.5

  /// Removes values that are impossible for a lens: notes with another meaning, and damaged notes.
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
  /// Returns the corrections for an image's complete area. The gains come before the warp.
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
    // Curves bend at their radii. Between all these radii together, the product of two curves is
    // straight with an error of a millionth.
    let radii = Set(curves.flatMap(\.radii)).sorted()
    func plane(_ more: Curve?) -> OpcodeWarp.Plane {
      OpcodeWarp.Plane(
        radial: radii.map { (distortion?($0) ?? 1) * (more?($0) ?? 1) }, knots: radii)
    }
    let planes = red == nil && blue == nil ? [plane(nil)] : [plane(red), plane(nil), plane(blue)]
    return OpcodeWarp(model: .knots, planes: planes, center: middle, radius: radius)
  }
}
