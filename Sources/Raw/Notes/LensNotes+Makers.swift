internal import BromideCodecs
internal import BromideLibc

extension LensNotes {
  /// Reads Sony's fields in the directory of the raw picture: VignettingCorrParams 0x7032,
  /// ChromaticAberrationCorrParams 0x7035, DistortionCorrParams 0x7037.
  ///
  /// Each contains a count and as many numbers of 16 bits, for radii of (i + ½)/(n − 1).
  init(sony fields: ExifFields) {
    self.init(maker: "Sony")
    func numbers(_ tag: UInt16, _ part: String) throws(Damage) -> [Double]? {
      guard fields.has(tag, in: .main) else { return nil }
      guard let count = fields.integer(tag, in: .main), (2...64).contains(count) else {
        // 0 means that the list is missing. Other counts are unknown.
        if fields.integer(tag, in: .main) == 0 { return nil }
        throw Damage(part: part)
      }
      let values = (1...count).compactMap { index in
        // Signed, for any type of the field.
        fields.integer(tag, in: .main, at: index).map { Double(Int16(truncatingIfNeeded: $0)) }
      }
      guard values.count == count else { throw Damage(part: part) }
      // Cameras write zeros if they did not record the correction.
      return values.allSatisfy { $0 == 0 } ? nil : values
    }
    func curve(_ values: [Double], _ value: (Double) -> Double) -> Curve {
      Curve(
        radii: values.indices.map { (Double($0) + 0.5) / Double(values.count - 1) },
        values: values.map(value))
    }
    take { notes throws(Damage) in
      notes.distortion = try numbers(0x7037, "distortion").map {
        curve($0) { 1 + $0 / Double(1 << 14) }
      }
    }
    take { notes throws(Damage) in
      guard let both = try numbers(0x7035, "lateral colour") else { return }
      guard both.count.isMultiple(of: 2), both.count >= 4 else {
        throw Damage(part: "lateral colour")
      }
      let half = both.count / 2
      notes.red = curve(Array(both[..<half])) { 1 + $0 / Double(1 << 21) }
      notes.blue = curve(Array(both[half...])) { 1 + $0 / Double(1 << 21) }
    }
    take { notes throws(Damage) in
      notes.vignetting = try numbers(0x7032, "vignetting").map {
        curve($0) { exp2(exp2($0 / Double(1 << 13) - 1) - 0.5) }
      }
    }
  }

  /// Reads Fujifilm's fields in the directory 0xF000: GeometricDistortionParams 0xF00B,
  /// ChromaticAberrationParams 0xF00F and VignettingParams 0xF010.
  ///
  /// Their radii are in the recorded picture, and are equal in all three fields.
  init(fujifilm fields: ExifFields) {
    self.init(maker: "Fujifilm")
    var fields = fields
    fields.addMakerNote()
    // CropMode: the sports finder, and 1.25×.
    let cropped = [2, 4].contains(fields.integer(0x104d, in: ExifFields.fujifilm) ?? 0)
    let scale = cropped ? 1.25 : 1
    func numbers(
      _ tag: UInt16, _ part: String, _ counts: [Int]
    ) throws(Damage) -> [Double]? {
      guard let field = fields.field(tag, in: .main) else { return nil }
      guard counts.contains(field.count),
        let ratios = fields.rationals(tag, in: .main, count: field.count)
      else { throw Damage(part: part) }
      return ratios.map(\.value)
    }
    func isSimilar(_ one: [Double], _ other: [Double]) -> Bool {
      one.count == other.count && zip(one, other).allSatisfy { abs($0 - $1) < 1e-3 }
    }
    /// The recorded radii, and the factors from corrected to recorded radii.
    var recorded: [Double] = []
    var factors: [Double] = []
    take { notes throws(Damage) in
      guard let all = try numbers(0xf00b, "distortion", [19, 23]) else { return }
      let count = (all.count - 1) / 2
      recorded = all[1...count].map { $0 * scale }
      factors = all[(count + 1)...].map { 1 + $0 / 100 }
      guard factors.allSatisfy({ $0 > 0 }) else {
        (recorded, factors) = ([], [])
        throw Damage(part: "distortion")
      }
      if factors.contains(where: { $0 != 1 }) {
        notes.distortion = Curve(radii: zip(recorded, factors).map { $0 / $1 }, values: factors)
      }
    }
    take { notes throws(Damage) in
      guard let all = try numbers(0xf00f, "lateral colour", [29, 31]) else { return }
      let count = all.count == 29 ? 9 : 10
      let radii = all[1...count].map { $0 * scale }
      // The radii of the distortion, without 0 in the longer form.
      let bent = Array(zip(recorded, factors).suffix(count))
      guard recorded.isEmpty || isSimilar(bent.map(\.0), radii) else {
        throw Damage(part: "lateral colour")
      }
      let corrected =
        recorded.isEmpty ? radii : bent.map { $0.0 / $0.1 }
      let (reds, blues) = (
        all[(count + 1)...(2 * count)].map { 1 + $0 },
        all[(2 * count + 1)...(3 * count)].map { 1 + $0 }
      )
      guard (reds + blues).contains(where: { $0 != 1 }) else { return }
      notes.red = Curve(radii: corrected, values: reds)
      notes.blue = Curve(radii: corrected, values: blues)
    }
    take { notes throws(Damage) in
      guard let all = try numbers(0xf010, "vignetting", [19, 23]) else { return }
      let count = (all.count - 1) / 2
      let radii = all[1...count].map { $0 * scale }
      guard recorded.isEmpty || isSimilar(recorded, radii),
        all[(count + 1)...].allSatisfy({ $0 > 0 })
      else { throw Damage(part: "vignetting") }
      let gains = all[(count + 1)...].map { 100 / $0 }
      if gains.contains(where: { $0 != 1 }) {
        notes.vignetting = Curve(radii: radii, values: gains)
      }
    }
  }
}
