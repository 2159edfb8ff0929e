internal import PhotoLoading
internal import Platform
package import SystemPackage

/// The text of a list of paths, in any encoding that editors and shells write: UTF-8 or UTF-16, with or without byte order mark.
/// Paths end with LF, CRLF or NUL.
package enum ListText {
  /// Why bytes are no list, as the rest of a sentence that begins with the list's name.
  package struct Problem: Error, Sendable, Hashable {
    package let reason: String
  }

  /// The paths of a list: between NULs if it contains one, else between line ends.
  ///
  /// - Throws: `Problem` for anything but text.
  package static func paths(in list: [UInt8]) throws(Problem) -> [FilePath] {
    let text = try utf8(list)
    let separator: UInt8 = text.contains(0) ? 0 : 0x0A
    let entries = text.split(separator: separator).map { bytes in
      separator == 0x0A && bytes.last == 0x0D ? bytes.dropLast() : bytes
    }.filter { !$0.isEmpty }
    // What is left of UTF-16 or UTF-32 that is none of the forms above: letters, some of which name folders.
    let letters = entries.count { $0.count == 1 }
    guard separator != 0 || entries.count < 2 || letters * 2 <= entries.count else {
      throw Problem(reason: "is not a list: its encoding is broken; save it as UTF-8")
    }
    return entries.map { FilePath(bytes: $0) }
  }

  /// Text as UTF-8 without its byte order mark. What is no UTF-16 stays as it is: names of files may be any bytes.
  ///
  /// - Parameter wanted: What the text is for, as a sentence names it.
  /// - Throws: `Problem` for anything but text.
  package static func utf8(
    _ bytes: [UInt8], wanted: String = "a list of paths"
  ) throws(Problem) -> [UInt8] {
    let text = try decoded(bytes)
    // Names of files may hold a few control characters; files of other kinds hold many.
    let controls = text.count { ($0 < 0x20 && !(9...13).contains($0) && $0 != 0) || $0 == 0x7F }
    let voids = zip(text, text.dropFirst()).count { $0 == 0 && $1 == 0 }
    let kind = FileKind.of(stream: Array(bytes.prefix(1 << 16)))
    // A path may begin as a signature does: FUJIFILM/a.raf.
    let isSigned = kind != .text && kind != .empty && kind.isIdentified
    let isStrict = controls == 0 && String(validating: text, as: UTF8.self) != nil
    guard controls * 50 > text.count || voids * 8 > text.count || isSigned && !isStrict else {
      return text
    }
    throw Problem(reason: "is \(kind.phrase), not \(wanted)")
  }

  /// Bytes without a byte order mark, and UTF-16 as UTF-8.
  private static func decoded(_ bytes: [UInt8]) throws(Problem) -> [UInt8] {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return Array(bytes.dropFirst(3)) }
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      throw Problem(reason: "is not a list: it is UTF-32; save it as UTF-8")
    }
    for (mark, isLittle) in [([0xFF, 0xFE] as [UInt8], true), ([0xFE, 0xFF], false)]
    where bytes.starts(with: mark) {
      guard let text = utf16(bytes.dropFirst(2), isLittle: isLittle) else {
        throw Problem(
          reason: "is not a list: it begins as UTF-16 and is damaged; save it as UTF-8")
      }
      return text
    }
    return looksLikeUTF16(bytes).flatMap { utf16(bytes[...], isLittle: $0) } ?? bytes
  }

  /// Whether bytes without a mark are UTF-16, and if so whether the lower byte comes first; nil if they are not.
  ///
  /// In UTF-16 every other byte of ASCII, such as slashes, dots and line ends, is 0. Between NULs that end paths, there are paths.
  private static func looksLikeUTF16(_ bytes: [UInt8]) -> Bool? {
    guard bytes.count.isMultiple(of: 2), bytes.contains(0) else { return nil }
    var zeros = [0, 0]
    // Zeros that follow another one at a distance of a character.
    var inRow = 0
    for (place, byte) in bytes.enumerated() where byte == 0 {
      zeros[place % 2] += 1
      if place >= 2, bytes[place - 2] == 0, bytes[place - 1] != 0 { inRow += 1 }
    }
    let (even, odd) = (zeros[0], zeros[1])
    guard max(even, odd) >= 3 * min(even, odd), inRow * 2 >= even + odd else { return nil }
    return odd > even
  }

  /// UTF-16 as UTF-8; nil if it is damaged.
  private static func utf16(_ bytes: ArraySlice<UInt8>, isLittle: Bool) -> [UInt8]? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { place in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }
}
