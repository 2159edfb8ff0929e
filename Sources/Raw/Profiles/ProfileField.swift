internal import BromideCodecs
package import BromideValues

/// A field of a DNG or of a camera profile's file. Its values are read only after its count was
/// checked.
package struct ProfileField {
  private let type: UInt16
  /// The number of values according to the directory.
  package let count: Int
  private let isBigEndian: Bool
  /// Returns the bytes, or `nil` if the file does not contain them.
  private let read: () -> [UInt8]?

  /// - Parameters:
  ///   - type: The type code of TIFF.
  ///   - read: Returns the bytes, or `nil` if the file does not contain them.
  package init(type: UInt16, count: Int, isBigEndian: Bool, read: @escaping () -> [UInt8]?) {
    self.type = type
    self.count = count
    self.isBigEndian = isBigEndian
    self.read = read
  }

  /// The bytes of one value (TIFF 6.0, section 2), or `nil` for unknown types.
  private var size: Int? { type <= 12 ? TIFFField.size(ofType: Int(type)) : nil }

  /// Returns the values as numbers.
  ///
  /// - Throws: `ProfileError` if their number is not `expected`, or the file does not contain them.
  package func numbers(_ expected: Int) throws(ProfileError) -> [Double] {
    let data = try data(expected)
    return (0..<expected).map { number($0, data) }
  }

  /// Returns the values in single precision. Usually they are FLOATs.
  ///
  /// - Throws: `ProfileError` if their number is not `expected`, or the file does not contain them.
  package func floats(_ expected: Int) throws(ProfileError) -> [Float] {
    let data = try data(expected)
    guard type == 11 else { return (0..<expected).map { Float(number($0, data)) } }
    return (0..<expected).map { data.float(at: 4 * $0) }
  }

  /// Returns the bytes of any type.
  ///
  /// - Throws: `ProfileError` if the number of values is not `expected`, or the file does not
  ///   contain them.
  package func data(_ expected: Int) throws(ProfileError) -> ProfileData {
    guard count == expected else {
      throw ProfileError("\(count) numbers where \(expected) are expected")
    }
    guard let size, let bytes = read(), bytes.count == expected * size else {
      throw ProfileError("it is cut short")
    }
    return ProfileData(bytes: bytes, isBigEndian: isBigEndian)
  }

  /// The text up to its first NUL, or `nil` if it is too long for a name.
  package var text: String? {
    guard type == 2 || type == 1, count <= 1024, let bytes = read() else { return nil }
    let content = bytes.prefix { $0 != 0 }
    let text =
      String(validating: content, as: UTF8.self)
      ?? String(String.UnicodeScalarView(content.map { Unicode.Scalar($0) }))
    return text.isEmpty ? nil : text
  }

  /// Returns a value as a number. A ratio n/0 is infinite. 0/0 and unknown types are NaN.
  private func number(_ index: Int, _ data: ProfileData) -> Double {
    switch type {
    case 1, 7: Double(data.unsigned(at: index, count: 1))
    case 3: Double(data.unsigned(at: 2 * index, count: 2))
    case 4: Double(data.unsigned(at: 4 * index, count: 4))
    case 5:
      Double(data.unsigned(at: 8 * index, count: 4))
        / Double(data.unsigned(at: 8 * index + 4, count: 4))
    case 6: Double(Int8(truncatingIfNeeded: data.unsigned(at: index, count: 1)))
    case 8: Double(Int16(truncatingIfNeeded: data.unsigned(at: 2 * index, count: 2)))
    case 9: Double(Int32(truncatingIfNeeded: data.unsigned(at: 4 * index, count: 4)))
    case 10:
      Double(Int32(truncatingIfNeeded: data.unsigned(at: 8 * index, count: 4)))
        / Double(Int32(truncatingIfNeeded: data.unsigned(at: 8 * index + 4, count: 4)))
    case 11: Double(data.float(at: 4 * index))
    case 12: data.double(at: 8 * index)
    default: .nan
    }
  }
}

/// Bytes with their byte order. Positions outside the bytes are a programming error.
package struct ProfileData {
  /// The bytes.
  package let bytes: [UInt8]
  private let isBigEndian: Bool

  init(bytes: [UInt8], isBigEndian: Bool) {
    self.bytes = bytes
    self.isBigEndian = isBigEndian
  }

  func unsigned(at place: Int, count: Int) -> UInt64 {
    var value: UInt64 = 0
    for i in 0..<count {
      value = value << 8 | UInt64(bytes[isBigEndian ? place + i : place + count - 1 - i])
    }
    return value
  }

  func integer(at place: Int) -> Int { Int(unsigned(at: place, count: 4)) }
  func float(at place: Int) -> Float {
    Float(bitPattern: UInt32(truncatingIfNeeded: unsigned(at: place, count: 4)))
  }
  func double(at place: Int) -> Double { Double(bitPattern: unsigned(at: place, count: 8)) }

  /// Returns a number in IEEE 754's binary16.
  func half(at place: Int) -> Float {
    let bits = UInt32(unsigned(at: place, count: 2))
    let (sign, exponent, fraction) = (bits >> 15, bits >> 10 & 31, Float(bits & 1023) / 1024)
    let size: Float =
      switch exponent {
      case 0: Float(sign: .plus, exponent: -14, significand: fraction)
      case 31: fraction == 0 ? .infinity : .nan
      default: Float(sign: .plus, exponent: Int(exponent) - 15, significand: 1 + fraction)
      }
    return sign == 0 ? size : -size
  }
}
