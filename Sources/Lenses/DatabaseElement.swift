internal import CLensfun

/// A mount, a camera or a lens of lensfun's database, as its text.
struct DatabaseElement: Sendable {
  enum Kind: Sendable { case mount, camera, lens }
  let kind: Kind
  let text: [UInt8]

  /// The texts of its children of a name.
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

  /// The content of most elements, by bytes; nil where other than plain letters and signs are in it.
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
  /// The text of an element: without spaces and line ends around it, and with the signs that XML writes by name.
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
