internal import BromidePhotos
internal import BromideSystem
package import SystemPackage

/// Reads a list of paths in the encodings of editors and shells: UTF-8 or UTF-16, with or without a
/// byte order mark.
///
/// Paths end with LF, CRLF or NUL.
package enum ListText {
  /// The error if bytes are not a list. The text follows the list's name in a sentence.
  package struct Problem: Error, Sendable, Hashable {
    package let reason: String
  }

  /// Returns the paths of a list. If the text contains NUL, NUL separates them, otherwise line ends
  /// do.
  ///
  /// - Throws: `Problem` if the bytes are not text.
  package static func paths(in list: [UInt8]) throws(Problem) -> [FilePath] {
    let (text, isUTF16) = try checked(list, expected: "a list of paths")
    let separator: UInt8 = text.contains(0) ? 0 : 0x0A
    let entries = text.split(separator: separator).map { bytes in
      separator == 0x0A && bytes.last == 0x0D ? bytes.dropLast() : bytes
    }.filter { !$0.isEmpty }
    // Damaged UTF-16 or UTF-32 looks like single letters, and some of them could be folders.
    let letters = entries.count { $0.count == 1 }
    guard separator != 0 || entries.count < 2 || letters * 2 <= entries.count else {
      throw Problem(reason: "is not a list: its encoding is broken; save it as UTF-8")
    }
    // UTF-16 can be a guess, which must not convert the current folder or the entire disk.
    if isUTF16, let folder = entries.first(where: { $0 == [0x2E] || $0 == [0x2F] }) {
      let name = String(decoding: folder, as: UTF8.self)
      throw Problem(reason: "names the folder \(name) in UTF-16; save it as UTF-8")
    }
    return entries.map { FilePath(bytes: $0) }
  }

  /// Returns the text as UTF-8 without its byte order mark. Other bytes than UTF-16 stay unchanged,
  /// because file names can contain any bytes.
  ///
  /// - Parameter expected: The expected content, as the message names it.
  /// - Throws: `Problem` for anything but text.
  package static func utf8(_ bytes: [UInt8], expected: String) throws(Problem) -> [UInt8] {
    try checked(bytes, expected: expected).text
  }

  private static func checked(
    _ bytes: [UInt8], expected: String
  ) throws(Problem) -> (text: [UInt8], isUTF16: Bool) {
    let (text, isUTF16) = try decoded(bytes)
    // File names can contain a few control characters, but other file types contain many.
    let controls = text.count { ($0 < 0x20 && !(9...13).contains($0) && $0 != 0) || $0 == 0x7F }
    let voids = zip(text, text.dropFirst()).count { $0 == 0 && $1 == 0 }
    let kind = FileKind.of(stream: Array(bytes.prefix(1 << 16)))
    // A path can start with the signature of a format, for example FUJIFILM/a.raf.
    let isSigned = kind != .text && kind != .empty && kind.isIdentified
    let isStrict = controls == 0 && String(validating: text, as: UTF8.self) != nil
    guard controls * 50 > text.count || voids * 8 > text.count || isSigned && !isStrict else {
      return (text, isUTF16)
    }
    throw Problem(
      reason: kind == .text
        ? "contains many control characters, so it is not \(expected)"
        : "is \(kind.phrase), not \(expected)")
  }

  /// Removes a byte order mark and converts UTF-16 to UTF-8.
  private static func decoded(
    _ bytes: [UInt8]
  ) throws(Problem) -> (text: [UInt8], isUTF16: Bool) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return (Array(bytes.dropFirst(3)), false) }
    if bytes.starts(with: [0xFF, 0xFE, 0, 0]) || bytes.starts(with: [0, 0, 0xFE, 0xFF]) {
      throw Problem(reason: "is not a list: it is UTF-32; save it as UTF-8")
    }
    for (mark, isLittle) in [([0xFF, 0xFE] as [UInt8], true), ([0xFE, 0xFF], false)]
    where bytes.starts(with: mark) {
      guard let text = utf16(bytes.dropFirst(2), isLittle: isLittle) else {
        throw Problem(
          reason: "is not a list: it begins as UTF-16 and is damaged; save it as UTF-8")
      }
      return (text, true)
    }
    let text = looksLikeUTF16(bytes).flatMap { utf16(bytes[...], isLittle: $0) }
    return (text ?? bytes, text != nil)
  }

  /// Returns whether unmarked UTF-16 has the low byte first, or `nil` if it is not UTF-16.
  ///
  /// In UTF-16, every second byte of ASCII is 0, for example in slashes, dots and line ends. In a
  /// list with NUL separators, there are paths between zeros.
  private static func looksLikeUTF16(_ bytes: [UInt8]) -> Bool? {
    guard bytes.count.isMultiple(of: 2), bytes.contains(0) else { return nil }
    var zeros = [0, 0]
    // Zeros at a distance of one character from the previous zero.
    var inRow = 0
    for (place, byte) in bytes.enumerated() where byte == 0 {
      zeros[place % 2] += 1
      if place >= 2, bytes[place - 2] == 0, bytes[place - 1] != 0 { inRow += 1 }
    }
    let (even, odd) = (zeros[0], zeros[1])
    guard max(even, odd) >= 3 * min(even, odd), inRow * 2 >= even + odd else { return nil }
    return odd > even
  }

  /// Converts UTF-16 to UTF-8, or returns `nil` if it is damaged.
  private static func utf16(_ bytes: ArraySlice<UInt8>, isLittle: Bool) -> [UInt8]? {
    guard bytes.count.isMultiple(of: 2) else { return nil }
    let units = stride(from: bytes.startIndex, to: bytes.endIndex, by: 2).map { place in
      let (first, second) = (UInt16(bytes[place]), UInt16(bytes[place + 1]))
      return isLittle ? second << 8 | first : first << 8 | second
    }
    return String(validating: units, as: UTF16.self).map { Array($0.utf8) }
  }
}
