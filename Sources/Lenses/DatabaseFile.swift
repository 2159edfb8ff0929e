internal import CLensfun
internal import Platform
internal import SystemPackage

/// The text of one file of lensfun's database, in which elements are found without a parser: the library's own takes 90 ms for
/// all of them.
struct DatabaseFile: Sendable {
  /// A mount, a camera or a lens.
  struct Element: Sendable {
    enum Kind: Sendable { case mount, camera, lens }
    let kind: Kind
    fileprivate let range: Range<Int>
  }

  private let text: [UInt8]

  /// Larger ones are no databases.
  static let mostBytes = 16 << 20

  /// Nil if it cannot be read.
  init?(_ path: FilePath) {
    guard let status = try? FileSystem.status(path), status.kind == .file,
      status.size <= Self.mostBytes,
      let text = try? FileSystem.bytes(of: path, at: 0, count: status.size)
    else { return nil }
    self.text = text
  }

  init(_ text: [UInt8]) { self.text = text }

  /// All elements, in their order.
  func elements() -> [Element] {
    var found: [Element] = []
    var from = 0
    unsafe withText { start in
      while true {
        let next = unsafe bromide_lensfun_next(start, text.count, from)
        guard next.kind != 0 else { return }
        let kind: Element.Kind =
          switch UInt8(bitPattern: next.kind) {
          case UInt8(ascii: "m"): .mount
          case UInt8(ascii: "c"): .camera
          default: .lens
          }
        found.append(Element(kind: kind, range: next.start..<next.end))
        from = next.end
      }
    }
    return found
  }

  /// The texts of an element's children of a name.
  func values(_ name: String, of element: Element) -> [String] {
    var values: [String] = []
    var from = element.range.lowerBound + 1
    unsafe withText { start in
      while true {
        let next = unsafe bromide_lensfun_child(start, from, element.range.upperBound, name)
        guard next.kind != 0 else { return }
        values.append(String(decoding: text[next.start..<next.end], as: UTF8.self).content)
        from = next.end
      }
    }
    return values
  }

  /// An element's own text.
  func bytes(of element: Element) -> ArraySlice<UInt8> { text[element.range] }

  @unsafe private func withText(_ body: (UnsafePointer<CChar>) -> Void) {
    unsafe text.withUnsafeBytes { bytes in
      guard let start = bytes.baseAddress else { return }
      unsafe body(start.assumingMemoryBound(to: CChar.self))
    }
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
