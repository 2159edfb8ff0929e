package import BromideValues

extension ProfileFile {
  /// The data for a camera profile under one light.
  package struct Calibration: Sendable {
    /// The light.
    package var illuminant: Illuminant
    /// XYZ to camera.
    package var colorMatrix: Matrix3x3
    /// Balanced camera to XYZ under D50.
    package var forwardMatrix: Matrix3x3
    /// The colour correction after the matrix, or `nil` without a correction.
    package var table: ColorTable?

    /// Creates a calibration from its parts.
    package init(
      illuminant: Illuminant, colorMatrix: Matrix3x3, forwardMatrix: Matrix3x3,
      table: ColorTable? = nil
    ) {
      (self.illuminant, self.colorMatrix) = (illuminant, colorMatrix)
      (self.forwardMatrix, self.table) = (forwardMatrix, table)
    }
  }

  /// Returns the bytes of a camera profile file, a `.dcp` (DNG specification 1.7, appendix "Camera
  /// Profile File Format").
  ///
  /// - Parameters:
  ///   - camera: The camera that it is for.
  ///   - name: The profile's name.
  ///   - calibrations: One or two. If only one of two has a table, the other gets an identity
  ///     table.
  package static func bytes(
    camera: String, name: String, calibrations: [Calibration]
  ) -> [UInt8] {
    precondition((1...2).contains(calibrations.count), "one or two lights")
    var fields: [UInt16: WrittenField] = [
      ProfileTag.uniqueCameraModel: .text(camera), ProfileTag.name: .text(name),
      // Anyone may copy and embed it (ProfileEmbedPolicy 3: no restrictions).
      embedPolicy: .longs([3]),
    ]
    let shape = calibrations.lazy.compactMap(\.table).first
    if let shape {
      fields[ProfileTag.hueSatMapDims] = .longs([shape.hues, shape.saturations, shape.values])
    }
    for (index, calibration) in calibrations.enumerated() {
      fields[ProfileTag.illuminants[index]] = .short(calibration.illuminant.rawValue)
      fields[ProfileTag.colorMatrices[index]] = .fractions(calibration.colorMatrix)
      fields[ProfileTag.forwardMatrices[index]] = .fractions(calibration.forwardMatrix)
      if let shape {
        let entries =
          calibration.table?.entries
          ?? [SIMD4](repeating: SIMD4(0, 1, 1, 0), count: shape.entries.count)
        fields[ProfileTag.hueSatMaps[index]] = .floats(entries.flatMap { [60 * $0.x, $0.y, $0.z] })
      }
    }
    return WrittenField.file(fields)
  }

  private static let embedPolicy: UInt16 = 50_941
}

/// The value of a field in a file that is written.
private struct WrittenField {
  let type: Int
  let count: Int
  let bytes: [UInt8]

  static func text(_ text: String) -> WrittenField {
    let bytes = text.unicodeScalars.map { $0.isASCII ? UInt8($0.value) : 0x3F } + [0]
    return WrittenField(type: 2, count: bytes.count, bytes: bytes)
  }

  static func short(_ number: Int) -> WrittenField {
    WrittenField(type: 3, count: 1, bytes: Array(little(UInt32(number)).prefix(2)))
  }

  static func longs(_ numbers: [Int]) -> WrittenField {
    WrittenField(
      type: 4, count: numbers.count, bytes: numbers.flatMap { little(UInt32($0)) })
  }

  /// Nine fractions over 1 000 000, which keep all digits that a chart gives.
  static func fractions(_ matrix: Matrix3x3) -> WrittenField {
    let numbers = matrix.rows.flatMap { [$0.x, $0.y, $0.z] }
    return WrittenField(
      type: 10, count: 9,
      bytes: numbers.flatMap {
        little(UInt32(bitPattern: Int32(($0 * 1e6).rounded()))) + little(1_000_000)
      })
  }

  static func floats(_ numbers: [Float]) -> WrittenField {
    WrittenField(
      type: 11, count: numbers.count, bytes: numbers.flatMap { little($0.bitPattern) })
  }

  private static func little(_ number: UInt32) -> [UInt8] {
    (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
  }

  /// Returns a file with one directory: the header, the fields sorted by tag, then the values that
  /// do not fit in fields.
  static func file(_ fields: [UInt16: WrittenField]) -> [UInt8] {
    var bytes: [UInt8] = [0x49, 0x49, 0x52, 0x43] + little(8)
    bytes += little(UInt32(fields.count)).prefix(2)
    var place = bytes.count + 12 * fields.count + 4
    var values: [UInt8] = []
    for (tag, field) in fields.sorted(by: { $0.key < $1.key }) {
      bytes += little(UInt32(tag)).prefix(2) + little(UInt32(field.type)).prefix(2)
      bytes += little(UInt32(field.count))
      guard field.bytes.count > 4 else {
        bytes += field.bytes + [UInt8](repeating: 0, count: 4 - field.bytes.count)
        continue
      }
      bytes += little(UInt32(place))
      // Values start at even offsets.
      let padding = [UInt8](repeating: 0, count: field.bytes.count % 2)
      values += field.bytes + padding
      place += field.bytes.count + padding.count
    }
    return bytes + little(0) + values
  }
}
