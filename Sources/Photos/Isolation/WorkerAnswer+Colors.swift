internal import BromideValues

extension CameraProfile {
  /// Whether all numbers are finite, and the tables are possible results of reading a file.
  var isSound: Bool {
    let vectors = [analogBalance, asShotMultipliers ?? SIMD3(1, 1, 1)]
    return calibrations.count <= 2 && calibrations.allSatisfy(\.isSound)
      && vectors.allSatisfy(\.isFinite) && baselineExposure.isFinite
      && cameraExposure?.stops.isFinite ?? true && tables.exposureOffset.isFinite
      && tables.isSound && tables.hueSatMaps.count <= 2
      && (tables.hueSatMaps + [tables.lookTable].compactMap(\.self)).allSatisfy(\.hasNumbers)
      && tables.gainTable?.hasNumbers ?? true && tables.toneCurve?.hasNumbers ?? true
  }
}

extension CameraProfile.Calibration {
  fileprivate var isSound: Bool {
    illuminant.x.isFinite && illuminant.y.isFinite && illuminant.y > 0
      && [colorMatrix, cameraCalibration, forwardMatrix ?? .identity].allSatisfy { matrix in
        matrix.rows.count == 3 && matrix.rows.allSatisfy(\.isFinite)
      }
  }
}

extension SIMD3<Double> {
  fileprivate var isFinite: Bool { x.isFinite && y.isFinite && z.isFinite }
}

extension ColorTable {
  /// Whether its entries are valid for a table.
  fileprivate var hasNumbers: Bool {
    entries.allSatisfy { entry in
      abs(entry.x) <= 6 && (0...1000).contains(entry.y) && (0...1000).contains(entry.z)
    }
  }
}

extension GainTable {
  /// Whether creating a table from its numbers succeeds, which validates them.
  fileprivate var hasNumbers: Bool {
    (try? GainTable(
      columns: columns, rows: rows, count: count, origin: origin, spacing: spacing,
      weights: weights, gamma: gamma, gains: gains)) == self
  }
}

extension SplineCurve {
  /// Whether it is the curve through its points.
  fileprivate var hasNumbers: Bool { (try? SplineCurve(points)) == self }
}

extension EmbeddedOptics {
  /// Returns whether every correction of an image has the right number of values for its area, and
  /// no warp folds it.
  func isSound(of image: Size) -> Bool {
    (mosaic + linear).allSatisfy { $0.isSound(of: image) }
      && noise.map { $0.x.isFinite && $0.y.isFinite && $0.min() >= 0 } ?? true
  }
}

extension EmbeddedOptics.Opcode {
  fileprivate func isSound(of image: Size) -> Bool {
    switch self {
    case .samples(let opcode): opcode.isSound
    case .badValue: true
    case .badPlaces(let places):
      places.allSatisfy(\.isPlausible)
        && places.reduce(0) { min($0 + $1.size.area, 1 << 61) } <= Self.mostBadSites
    case .trim(let region): region.isPlausible
    case .warp(let warp): warp.isSound && warp.isSound(over: Region(image))
    }
  }

  /// One sixteenth of a limit that exceeds every sensor.
  private static let mostBadSites = 1 << 28
}

extension SampleOpcode {
  fileprivate var isSound: Bool {
    guard area.isPlausible, (0...3).contains(plane), (0...3).contains(planes),
      (1...Int(UInt32.max)).contains(rowPitch), (1...Int(UInt32.max)).contains(columnPitch)
    else { return false }
    switch effect {
    case .radialGain(let factors, let center, let radius):
      return factors.count <= 5 && factors.allSatisfy(\.isFinite) && radius > 0 && radius.isFinite
        && center.x.isFinite && center.y.isFinite
    case .gainMap(let map): return map.isSound
    case .table(let codes): return (1...65_536).contains(codes.count)
    case .polynomial(let factors):
      return (1...9).contains(factors.count) && factors.allSatisfy(\.isFinite)
    case .rows(let numbers, _):
      return numbers.count >= (area.height + rowPitch - 1) / rowPitch
        && numbers.allSatisfy(\.isFinite)
    case .columns(let numbers, _):
      return numbers.count >= (area.width + columnPitch - 1) / columnPitch
        && numbers.allSatisfy(\.isFinite)
    }
  }
}

extension OpcodeGainMap {
  fileprivate var isSound: Bool {
    guard size.isPlausible, (1...4).contains(planes),
      let count = Checked.product(size.width, size.height, planes), gains.count == count
    else { return false }
    return spacing.min() > 0 && [spacing.x, spacing.y, origin.x, origin.y].allSatisfy(\.isFinite)
      && gains.allSatisfy(\.isFinite)
  }
}

extension OpcodeWarp {
  fileprivate var isSound: Bool {
    (1...4).contains(planes.count) && radius > 0 && radius.isFinite && center.x.isFinite
      && center.y.isFinite
      && planes.allSatisfy { plane in
        !plane.radial.isEmpty && plane.radial.count <= 4096 && plane.knots.count <= 4096
          && (plane.radial + plane.knots).allSatisfy(\.isFinite)
          && [plane.tangential.x, plane.tangential.y, plane.offset.x, plane.offset.y]
            .allSatisfy(\.isFinite)
          && plane.least <= plane.most
      }
  }
}
