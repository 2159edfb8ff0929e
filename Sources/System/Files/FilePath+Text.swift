package import SystemPackage

extension FilePath {
  /// Creates a path from bytes. They must not contain 0.
  package init(bytes: some Sequence<UInt8>) {
    unsafe self.init(platformString: bytes.map { CChar(bitPattern: $0) } + [0])
  }

  /// Creates a path from its reversible text. See `ByteText`.
  package init(reversible: String) { self.init(bytes: ByteText.bytes(of: reversible)) }

  /// The path's bytes, without C's terminating 0.
  package var bytes: [UInt8] {
    unsafe withPlatformString { unsafe Array(UnsafeRawBufferPointer(start: $0, count: length)) }
  }

  /// The path as reversible text. See `ByteText`.
  package var reversible: String { ByteText.reversible(bytes) }

  /// The path in visible form. Control characters and bytes that are not UTF-8 become `\xNN`.
  package var visible: String { ByteText.visible(bytes, escapesControls: true) }

  /// The path for a program that reads text. Bytes that are not UTF-8 become `\xNN`.
  package var data: String { ByteText.visible(bytes, escapesControls: false) }

  /// The path's bytes in base 16 if they are not UTF-8, otherwise `nil`. Then `data` does not
  /// identify the file.
  package var undecodableBytes: String? {
    String(validating: self) == nil ? ByteText.hexadecimal(bytes) : nil
  }
}

extension Sequence<FilePath> {
  /// The `undecodableBytes` of each path, or `nil` if all paths are UTF-8.
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

  /// The name as reversible text. See `ByteText`.
  package var reversible: String { ByteText.reversible(bytes) }

  /// The name in visible form. Control characters and bytes that are not UTF-8 become `\xNN`.
  package var visible: String { ByteText.visible(bytes, escapesControls: true) }
}

extension DefaultStringInterpolation {
  /// Appends a path in visible form. Swift System's text would repair the bytes and keep control
  /// characters.
  package mutating func appendInterpolation(_ path: FilePath) {
    appendLiteral(path.visible)
  }

  /// Appends a name in visible form.
  package mutating func appendInterpolation(_ name: FilePath.Component) {
    appendLiteral(name.visible)
  }
}
