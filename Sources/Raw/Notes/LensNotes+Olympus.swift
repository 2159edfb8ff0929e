internal import BromideCodecs

extension LensNotes {
  /// The directory in the maker's note.
  private static let directory = ExifFields.olympusProcessing
  /// The number of knots over the half-diagonal. Between them, a lens polynomial bends by less than
  /// a hundredth of a pixel.
  private static let olympusSteps = 512

  /// Reads the fields of Olympus and OM System in the directory ImageProcessing.
  ///
  /// 0x150A contains four numbers k₂, k₄, k₆ and s. A corrected radius r was recorded at f·r with f
  /// = s(1 + k₂ρ² + k₄ρ⁴ + k₆ρ⁶) and ρ = s·r. 0x150C contains a₀, a₂, a₄ for red and for blue. They
  /// were recorded at f·r(1 + a₀ + a₂q² + a₄q⁴), with q = f·r.
  ///
  /// The maker has not documented these fields. Their meaning was found by comparison with the
  /// output of Adobe's converter.
  init(olympus fields: ExifFields, maker: String) {
    self.init(maker: maker)
    var fields = fields
    fields.addMakerNote()
    func numbers(_ tag: UInt16, _ part: String, _ count: Int) throws(Damage) -> [Double]? {
      guard fields.has(tag, in: Self.directory) else { return nil }
      guard let values = fields.reals(tag, in: Self.directory), values.count == count,
        values.allSatisfy(\.isFinite)
      else { throw Damage(part: part) }
      // Cameras write zeros if they did not record the correction.
      return values.allSatisfy { $0 == 0 } ? nil : values
    }
    func curve(_ value: (Double) -> Double) -> Curve {
      let radii = (0...Self.olympusSteps).map { Double($0) / Double(Self.olympusSteps) }
      return Curve(radii: radii, values: radii.map(value))
    }
    func even(_ square: Double, _ numbers: ArraySlice<Double>) -> Double {
      numbers.reversed().reduce(0) { $0 * square + $1 }
    }
    take { notes throws(Damage) in
      guard let k = try numbers(0x150a, "distortion", 4) else { return }
      let bent = curve { r in
        let rho = k[3] * r
        return k[3] * (1 + rho * rho * even(rho * rho, k[..<3]))
      }
      guard bent.values.allSatisfy(Self.distortions.contains) else {
        throw Damage(part: "distortion")
      }
      if bent.values.contains(where: { $0 != 1 }) { notes.distortion = bent }
    }
    take { notes throws(Damage) in
      guard let a = try numbers(0x150c, "lateral colour", 6) else { return }
      func more(_ numbers: ArraySlice<Double>) -> Curve {
        curve { r in
          let q = (notes.distortion?(r) ?? 1) * r
          return 1 + even(q * q, numbers)
        }
      }
      (notes.red, notes.blue) = (more(a[..<3]), more(a[3...]))
    }
  }

  /// Returns whether Olympus' note contains corrections that move pixels.
  static func olympusMayWarp(_ fields: ExifFields) -> Bool {
    var fields = fields
    fields.addMakerNote()
    return [0x150a, 0x150c].contains { fields.has($0, in: directory) }
  }
}
