package import SystemPackage

/// The order in which people sort names. Digits are compared as numbers, so `a2` comes before
/// `a10`.
package enum NaturalOrder {
  /// Returns whether `left` comes before `right`. Case is ignored first. If names are then equal,
  /// their bytes are compared, so that the order is total.
  package static func precedes(_ left: String, _ right: String) -> Bool {
    let folded = compare(Array(left.lowercased().utf8), Array(right.lowercased().utf8))
    return folded != 0 ? folded < 0 : left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  /// Returns whether `left` comes before `right`, by their reversible text.
  package static func precedes(_ left: FilePath.Component, _ right: FilePath.Component) -> Bool {
    precedes(left.reversible, right.reversible)
  }

  /// Returns a number below 0, 0 or above 0 if `left` comes before, with or after `right`.
  private static func compare(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var i = 0
    var j = 0
    while i < left.count && j < right.count {
      guard isDigit(left[i]) && isDigit(right[j]) else {
        if left[i] != right[j] { return Int(left[i]) - Int(right[j]) }
        i += 1
        j += 1
        continue
      }
      let a = number(left, &i)
      let b = number(right, &j)
      if a.count != b.count { return a.count - b.count }
      for (x, y) in zip(a, b) where x != y { return Int(x) - Int(y) }
    }
    return (left.count - i) - (right.count - j)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Returns the digits that start at `index`, without leading zeros. The number is not converted,
  /// so it can have any length.
  private static func number(_ text: [UInt8], _ index: inout Int) -> ArraySlice<UInt8> {
    let start = index
    while index < text.count && isDigit(text[index]) { index += 1 }
    return text[start..<index].drop { $0 == 0x30 }
  }
}
