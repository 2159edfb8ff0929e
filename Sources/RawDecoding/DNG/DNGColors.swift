internal import CLibRaw

/// The colour tags of a DNG, in the order of its colour planes.
struct DNGColors: Equatable {
  /// ColorMatrix, CameraCalibration and ForwardMatrix of a calibration, by rows. Empty if missing.
  struct Calibration: Equatable {
    var illuminant: Double?
    var color: [Double] = []
    var camera: [Double] = []
    var forward: [Double] = []
  }

  var calibrations = [Calibration(), Calibration()]
  /// AsShotNeutral and AnalogBalance. Empty if missing.
  var neutral: [Double] = []
  var analogBalance: [Double] = []
  var baselineExposure: Double?

  /// Numbers that only a DNG's tags contain.
  static let names: [bromide_raw_numbers] = [
    BROMIDE_RAW_DNG_ILLUMINANT, BROMIDE_RAW_DNG_COLOR_MATRIX, BROMIDE_RAW_DNG_CALIBRATION,
    BROMIDE_RAW_DNG_FORWARD_MATRIX, BROMIDE_RAW_DNG_ANALOG_BALANCE,
    BROMIDE_RAW_DNG_BASELINE_EXPOSURE,
  ]

  /// Returns the numbers with that name, as in LibRaw's interface, in single precision, or `nil` if
  /// they are missing or the name is not supported here.
  ///
  /// - Parameter planes: The planes of the colours 0, 1, … .
  func numbers(_ name: bromide_raw_numbers, index: Int, planes: [Int]) -> [Double]? {
    let calibration = calibrations[index & 1]
    let count = planes.count
    switch name {
    case BROMIDE_RAW_CAMERA_MULTIPLIERS:
      guard neutral.count == count, neutral.allSatisfy({ $0 > 0 }) else { return nil }
      return padded(planes.map { Double(1 / Float(neutral[$0])) })
    case BROMIDE_RAW_DNG_ILLUMINANT:
      return calibration.illuminant.flatMap { $0 != 0 ? [$0] : nil }
    case BROMIDE_RAW_DNG_COLOR_MATRIX:
      return matrix(calibration.color, rows: planes, columns: [0, 1, 2], of: (count, 3), width: 3)
    case BROMIDE_RAW_DNG_CALIBRATION:
      return matrix(calibration.camera, rows: planes, columns: planes, of: (count, count), width: 4)
    case BROMIDE_RAW_DNG_FORWARD_MATRIX:
      return matrix(
        calibration.forward, rows: [0, 1, 2], columns: planes, of: (3, count), width: 4)
    case BROMIDE_RAW_DNG_ANALOG_BALANCE:
      return analogBalance.count == count
        ? padded(planes.map { single(analogBalance[$0]) }) : nil
    case BROMIDE_RAW_DNG_BASELINE_EXPOSURE:
      // Cameras do not need 20 stops.
      return baselineExposure.flatMap { abs($0) < 20 ? [single($0)] : nil }
    default: return nil
    }
  }

  private func single(_ value: Double) -> Double { Double(Float(value)) }

  private func padded(_ values: [Double]) -> [Double] {
    values + [Double](repeating: 0, count: max(0, 4 - values.count))
  }

  /// Returns a matrix with reordered rows and columns, padded to four rows of `width`, or `nil` if
  /// the number of values is wrong or all are 0.
  private func matrix(
    _ values: [Double], rows: [Int], columns: [Int], of size: (rows: Int, columns: Int), width: Int
  ) -> [Double]? {
    guard values.count == size.rows * size.columns, values.contains(where: { $0 != 0 }) else {
      return nil
    }
    var result = [Double](repeating: 0, count: 4 * width)
    for (y, row) in rows.enumerated() {
      for (x, column) in columns.enumerated() {
        result[y * width + x] = single(values[row * size.columns + column])
      }
    }
    return result
  }
}
