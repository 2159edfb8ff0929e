/// Levels and white balance in Canon's note (tag 0x4001, ColorData). The layout depends on its
/// length.
struct CanonColorData: Hashable {
  /// The black levels of red, green, blue and the green in blue's rows, or `nil` for an unknown
  /// layout.
  var black: SIMD4<Double>?
  /// The value at which a channel saturates, or `nil` for an unknown layout.
  var white: Double?
  /// As-shot multipliers of red, green and blue, green 1, or `nil` for an unknown layout.
  var multipliers: SIMD3<Double>?

  init(_ words: [UInt16]) {
    let black = Self.blackPlace(count: words.count)
    if let black, black + 6 <= words.count {
      // Red, green, green, blue.
      let values = (0..<4).map { Double(words[black + $0]) }
      let (normal, specular) = (Double(words[black + 4]), Double(words[black + 5]))
      if values.max()! < 4096, values.max()! < normal / 2, normal <= specular {
        self.black = SIMD4(values[0], values[1], values[3], values[2])
        white = specular
      }
    }
    for place in Self.balancePlaces(words) where place + 4 <= words.count {
      let (red, green, second, blue) = (
        words[place], words[place + 1], words[place + 2], words[place + 3]
      )
      guard green == 1024, second == green, (401..<8192).contains(red),
        (401..<8192).contains(blue)
      else { continue }
      multipliers = SIMD3(Double(red), Double(green), Double(blue)) / Double(green)
      break
    }
  }

  private static func blackPlace(count: Int) -> Int? {
    switch count {
    case 1816, 1820, 1824: 0x318
    case 2024, 3656: 0x326
    case 3778, 3973: 0x27C
    case 4528: 0x290
    default: nil
    }
  }

  /// Returns the positions of the balance: by length, or by the version in the first element, or as
  /// in the newest layout.
  private static func balancePlaces(_ words: [UInt16]) -> [Int] {
    switch words.count {
    case 1816, 1820, 1824: return [0x47]
    case 2024, 3656: return [0x55]
    case 3778, 3973, 4528: return [0x69]
    default: break
    }
    switch words.first {
    case 32, 33: return [0x55]
    default: return [0x69]
    }
  }
}
