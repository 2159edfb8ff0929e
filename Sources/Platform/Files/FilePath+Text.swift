package import SystemPackage

extension FilePath {
  /// A path of bytes, of which none is 0.
  package init(bytes: some Sequence<UInt8>) {
    unsafe self.init(platformString: bytes.map { CChar(bitPattern: $0) } + [0])
  }

  /// A path that was text for a while: see `ByteText`.
  package init(reversible: String) { self.init(bytes: ByteText.bytes(of: reversible)) }

  /// The path's bytes, without the 0 that ends them for C.
  package var bytes: [UInt8] {
    unsafe withPlatformString { unsafe Array(UnsafeRawBufferPointer(start: $0, count: length)) }
  }

  /// The path as text that becomes the same path again: see `ByteText`.
  package var reversible: String { ByteText.reversible(bytes) }

  /// The path for a person; bytes that are not UTF-8, and control characters, are escaped as `\xNN`.
  package var visible: String { ByteText.visible(bytes, escapesControls: true) }

  /// The path for a program that reads text; bytes that are not UTF-8 are escaped as `\xNN`.
  package var data: String { ByteText.visible(bytes, escapesControls: false) }

  /// The path's bytes in base 16 if they are not UTF-8, so that `data` does not name the file; nil for all others.
  package var undecodableBytes: String? {
    String(validating: self) == nil ? ByteText.hexadecimal(bytes) : nil
  }
}

extension Sequence<FilePath> {
  /// The `undecodableBytes` of each path; nil if all are UTF-8.
  package var undecodableBytes: [String?]? {
    let bytes = map(\.undecodableBytes)
    return bytes.contains { $0 != nil } ? bytes : nil
  }
}

extension FilePath.Component {
  /// The name's bytes.
  package var bytes: [UInt8] { FilePath(root: nil, [self]).bytes }

  /// Whether the name begins with a dot.
  package var isHidden: Bool { bytes.first == UInt8(ascii: ".") }

  /// The name as text that becomes the same name again: see `ByteText`.
  package var reversible: String { ByteText.reversible(bytes) }

  /// The name for a person; bytes that are not UTF-8, and control characters, are escaped as `\xNN`.
  package var visible: String { ByteText.visible(bytes, escapesControls: true) }
}

extension DefaultStringInterpolation {
  /// Appends a path as a person reads it, where Swift System's own text would repair the bytes and keep control
  /// characters.
  package mutating func appendInterpolation(_ path: FilePath) {
    appendLiteral(path.visible)
  }

  /// Appends a name as a person reads it.
  package mutating func appendInterpolation(_ name: FilePath.Component) {
    appendLiteral(name.visible)
  }
}
