/// A key for the order in which people sort names. Digits are compared as numbers, so `a2` comes
/// before `a10`.
///
/// Case is ignored first. If names are then equal, their bytes are compared, so that the order is
/// total. To sort names, use `sortedNaturally(by:)`, which creates one key for each name.
package struct NaturalKey: Comparable, Sendable {
  /// The name in lower case. A number is its first byte `0`, its count of digits, and its digits,
  /// so that bytes decide the order.
  private var folded: [UInt8] = []
  private let name: [UInt8]

  /// Creates the key of a name.
  package init(_ name: String) {
    self.name = Array(name.utf8)
    var rest = Array(name.lowercased().utf8)[...]
    while let byte = rest.first {
      guard Self.isDigit(byte) else {
        folded.append(byte)
        rest.removeFirst()
        continue
      }
      // The number is not converted, so it can have any length.
      let digits = rest.prefix(while: Self.isDigit)
      rest = rest.dropFirst(digits.count)
      let number = digits.drop { $0 == 0x30 }
      folded.append(0x30)
      folded += [UInt8](repeating: 255, count: number.count / 255)
      folded.append(UInt8(number.count % 255))
      folded += number
    }
  }

  package static func < (left: NaturalKey, right: NaturalKey) -> Bool {
    left.folded == right.folded
      ? left.name.lexicographicallyPrecedes(right.name)
      : left.folded.lexicographicallyPrecedes(right.folded)
  }

  /// Returns the indices of keys in their order. This is not generic, because the compiler does not
  /// specialise sorting for other modules.
  fileprivate static func order(_ keys: [NaturalKey]) -> [Int] {
    keys.indices.sorted { keys[$0] < keys[$1] }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
}

extension Sequence {
  /// Returns the elements in the order of `NaturalKey`. Elements with equal names keep their order.
  ///
  /// - Parameter name: The name of an element. This calls it once for each element.
  package func sortedNaturally(by name: (Element) -> String) -> [Element] {
    let elements = Array(self)
    return NaturalKey.order(elements.map { NaturalKey(name($0)) }).map { elements[$0] }
  }
}
