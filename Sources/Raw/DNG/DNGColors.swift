internal import CBromideLibRaw

/// The colour tags of a DNG, in the order of its colour planes.
struct DNGColors: Equatable {
  /// ColorMatrix, CameraCalibration and ForwardMatrix of a calibration, by rows. Empty if missing.
  struct Calibration: Equatable {
    var color: [Double] = []
    var camera: [Double] = []
    var forward: [Double] = []
  }

  var calibrations = [Calibration(), Calibration()]
  /// AsShotNeutral and AnalogBalance. Empty if missing.
  var neutral: [Double] = []
  var analogBalance: [Double] = []
  var baselineExposure: Double?
  /// Fields with invalid content, in the order of the file's tags.
  var faults: [Fault] = []

  /// A field with too many or too few numbers, or with values that are not numbers.
  struct Fault: Equatable {
    var tag: UInt16
    /// The problem as a sentence.
    var text: String
  }

  /// Whether a field exists but is invalid. Do not use LibRaw's values of it either, because LibRaw
  /// does not check counts.
  func isFaulty(_ tag: UInt16) -> Bool { faults.contains { $0.tag == tag } }

  /// Whether LibRaw computes the numbers with this name from invalid fields.
  func contradicts(_ name: bromide_raw_numbers) -> Bool {
    switch name {
    case BROMIDE_RAW_CAMERA_MULTIPLIERS: isFaulty(Tag.neutral)
    case BROMIDE_RAW_DAYLIGHT_MULTIPLIERS, BROMIDE_RAW_XYZ_TO_CAMERA, BROMIDE_RAW_CAMERA_TO_SRGB:
      Tag.matrices.contains(where: isFaulty)
    default: false
    }
  }

  /// Colour fields.
  enum Tag {
    static let neutral: UInt16 = 50_728
    static let analogBalance: UInt16 = 50_727
    static let baselineExposure: UInt16 = 50_730
    /// ColorMatrix, CameraCalibration and ForwardMatrix of each calibration.
    static let calibrations: [(color: UInt16, camera: UInt16, forward: UInt16)] = [
      (50_721, 50_723, 50_964), (50_722, 50_724, 50_965),
    ]
    /// The fields for LibRaw's matrix.
    static let matrices = calibrations.flatMap { [$0.color, $0.camera] } + [analogBalance]
  }

  /// Numbers that only a DNG's tags contain.
  static let names: [bromide_raw_numbers] = [
    BROMIDE_RAW_DNG_COLOR_MATRIX, BROMIDE_RAW_DNG_CALIBRATION,
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
