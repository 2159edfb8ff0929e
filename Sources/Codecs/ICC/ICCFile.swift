internal import BromideLibc
internal import BromideValues

/// The header and the tags of an ICC profile (ICC.1:2022, 7), read without lcms2.
struct ICCFile {
  /// The profile without bytes behind its end.
  let bytes: [UInt8]
  private var tags: [String: ArraySlice<UInt8>] = [:]

  /// - Throws: A clause if the bytes are not a complete profile.
  init(_ file: [UInt8]) throws(ProfileError) {
    guard file.count >= Self.headerBytes + 4, file[36..<40].elementsEqual("acsp".utf8) else {
      throw ProfileError("it does not begin as an ICC profile does")
    }
    guard let count = file[...].number(at: 0, 4), count > Self.headerBytes, count <= file.count
    else { throw ProfileError("it is incomplete") }
    bytes = Array(file.prefix(count))
    guard let tagCount = bytes[...].number(at: Self.headerBytes, 4), tagCount <= Self.mostTags
    else { throw ProfileError("it is damaged: its list of tags is too long") }
    for index in 0..<tagCount {
      let entry = Self.headerBytes + 4 + 12 * index
      guard entry + 12 <= bytes.count, let start = bytes[...].number(at: entry + 4, 4),
        let count = bytes[...].number(at: entry + 8, 4), start <= bytes.count,
        count <= bytes.count - start
      else { throw ProfileError("it is damaged: a tag is outside the file") }
      tags[word(at: entry)] = bytes[start..<start + count]
    }
  }

  private static let headerBytes = 128
  /// lcms2 reads as many.
  private static let mostTags = 100

  private func word(at offset: Int) -> String {
    String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
  }

  /// The major version.
  var version: Int { Int(bytes[8]) }
  /// The kind of device, such as `prtr`.
  var deviceClass: String { word(at: 12) }
  /// The colours of the device, such as `RGB `.
  var colors: String { word(at: 16) }
  /// The colours between devices, `XYZ ` or `Lab `.
  var connection: String { word(at: 20) }

  /// Whether the profile has a tag.
  func has(_ tag: String) -> Bool { tags[tag] != nil }

  /// Returns a tag's numbers of type `XYZ `, or `nil` if the tag is missing.
  func xyz(_ tag: String) throws(ProfileError) -> SIMD3<Double>? {
    guard let data = tags[tag] else { return nil }
    guard data.isOf("XYZ "), let numbers = data.fixed(at: 8, count: 3) else {
      throw ProfileError("it is damaged: \(tag) has no XYZ values")
    }
    return SIMD3(numbers[0], numbers[1], numbers[2])
  }

  /// Returns a tag's curve, of type `curv` or `para` (ICC.1:2022, 10.6 and 10.18).
  ///
  /// - Parameter isLightness: Whether the curve contains lightness instead of light.
  func curve(_ tag: String, isLightness: Bool = false) throws(ProfileError) -> ProfileCurve {
    guard let data = tags[tag] else { throw ProfileError("it has no \(tag)") }
    guard var light = Self.table(data) ?? Self.formula(data).map(Self.sampled) else {
      throw ProfileError("it is damaged: \(tag) is not a curve")
    }
    if isLightness {
      let lightness = light
      light = Self.sampled { code in
        Lab(l: 100 * Self.value(lightness, at: code), a: 0, b: 0).xyz().y
      }
    }
    guard let curve = ProfileCurve(light) else {
      throw ProfileError("its curve \(tag) does not rise")
    }
    return curve
  }

  private static func table(_ data: ArraySlice<UInt8>) -> [Double]? {
    guard data.isOf("curv"), let count = data.number(at: 8, 4) else { return nil }
    switch count {
    case 0: return [0, 1]
    case 1:
      return data.number(at: 12, 2).map { gamma in sampled { pow($0, Double(gamma) / 256) } }
    default:
      guard count <= (data.count - 12) / 2 else { return nil }
      return (0..<count).compactMap { data.number(at: 12 + 2 * $0, 2).map { Double($0) / 65535 } }
    }
  }

  /// Returns the formula of a parametric curve.
  private static func formula(_ data: ArraySlice<UInt8>) -> ((Double) -> Double)? {
    guard data.isOf("para"), let kind = data.number(at: 8, 2), kind < 5,
      let given = data.fixed(at: 12, count: [1, 3, 4, 5, 7][kind])
    else { return nil }
    let g = given[0]
    let (a, b) = kind == 0 ? (1, 0) : (given[1], given[2])
    // Light above and below the start of the power.
    let start = kind < 3 ? (a == 0 ? 0 : -b / a) : given[4]
    let above = kind == 2 ? given[3] : kind == 4 ? given[5] : 0
    let (slope, below) = kind < 3 ? (0, above) : (given[3], kind == 4 ? given[6] : 0)
    return { code in
      code >= start ? pow(max(a * code + b, 0), g) + above : slope * code + below
    }
  }

  private static func value(_ entries: [Double], at code: Double) -> Double {
    let place = code * Double(entries.count - 1)
    let index = min(Int(place), entries.count - 2)
    return entries[index] + (place - Double(index)) * (entries[index + 1] - entries[index])
  }

  /// Returns the light of all codes of 16 bits.
  private static func sampled(_ light: (Double) -> Double) -> [Double] {
    (0..<1 << 16).map { min(max(light(Double($0) / 65535), 0), 1) }
  }

  /// The description with 1 to 79 printable characters of ASCII, which PNG requires.
  var name: String {
    let data = tags["desc"] ?? []
    var text: ArraySlice<UInt8> = []
    if data.isOf("desc"), let count = data.number(at: 8, 4) {
      text = data.dropFirst(12).prefix(max(count, 1) - 1)
    } else if data.isOf("mluc"), let count = data.number(at: 20, 4),
      let start = data.number(at: 24, 4)
    {
      text = data.dropFirst(start).prefix(count).filter { $0 != 0 }[...]
    }
    let printable = text.prefix { $0 != 0 }.filter { (0x20...0x7E).contains($0) }
    let words = String(decoding: printable, as: UTF8.self).split(separator: " ")
    let name = words.joined(separator: " ").prefix(79)
    return name.isEmpty ? "ICC profile" : name.split(separator: " ").joined(separator: " ")
  }
}

extension ArraySlice<UInt8> {
  /// Whether the data begins with the signature of a type.
  fileprivate func isOf(_ type: String) -> Bool { prefix(4).elementsEqual(type.utf8) }

  /// Returns numbers of type s15Fixed16Number.
  fileprivate func fixed(at offset: Int, count: Int) -> [Double]? {
    var numbers: [Double] = []
    for index in 0..<count {
      guard let bits = number(at: offset + 4 * index, 4) else { return nil }
      numbers.append(Double(Int32(truncatingIfNeeded: bits)) / 65536)
    }
    return numbers
  }
}
