internal import CBromideLensfun

/// The text of a mount, a camera or a lens in lensfun's database.
struct DatabaseElement: Sendable {
  enum Kind: Sendable { case mount, camera, lens }
  let kind: Kind
  let text: [UInt8]

  /// Returns the texts of all children with this name.
  func values(_ name: String) -> [String] {
    var values: [String] = []
    var from = 1
    unsafe text.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      let text = unsafe start.assumingMemoryBound(to: CChar.self)
      while true {
        let next = unsafe bromide_lensfun_child(text, from, bytes.count, name)
        guard next.kind != 0 else { return }
        let value = unsafe UnsafeRawBufferPointer(rebasing: bytes[next.start..<next.end])
        values.append(
          unsafe Self.plainContent(value) ?? String(decoding: value, as: UTF8.self).content)
        from = next.end
      }
    }
    return values
  }

  /// Returns the content of most elements with a fast search in bytes, or `nil` if it contains
  /// bytes that need XML decoding.
  @unsafe private static func plainContent(_ bytes: UnsafeRawBufferPointer) -> String? {
    var (start, end) = (0, bytes.count)
    guard unsafe !bytes.contains(where: { $0 >= 0x80 || $0 == UInt8(ascii: "&") }) else {
      return nil
    }
    func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || (0x09...0x0D).contains(byte) }
    while start < end, unsafe isSpace(bytes[start]) { start += 1 }
    while start < end, unsafe isSpace(bytes[end - 1]) { end -= 1 }
    let content = unsafe UnsafeRawBufferPointer(rebasing: bytes[start..<end])
    return unsafe String(decoding: content, as: UTF8.self)
  }
}

extension String {
  /// The text of an element without surrounding spaces and line ends, and with XML's named
  /// characters decoded.
  fileprivate var content: String {
    guard let first = firstIndex(where: { !$0.isWhitespace }),
      let last = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    var text = String(self[first...last])
    guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
    for (name, sign) in [
      ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&amp;", "&"),
    ] {
      text = text.split(separator: name, omittingEmptySubsequences: false).joined(separator: sign)
    }
    return text
  }
}
