internal import CBromideText
internal import Synchronization

extension TextStyle.Family {
  /// The families of font files by path, so that each file is added only once.
  private static let added = Mutex<[String: TextStyle.Family]>([:])

  /// Returns an installed family by its name, in any case. Missing characters come from other
  /// fonts.
  ///
  /// - Throws: `DrawingError.unknownFamily`, or the error of a missing library.
  public static func named(_ name: String) throws(DrawingError) -> TextStyle.Family {
    try DrawingLibraries.load()
    let isKnown = unsafe name.withCString { unsafe bromide_text_has_family($0) != 0 }
    guard isKnown, !name.contains(","), !name.isEmpty else { throw .unknownFamily(name) }
    return TextStyle.Family(names: "\(name),\(sans.names)")
  }

  /// Adds a font file to this process and returns its family.
  ///
  /// Call this before you create the canvases that use it.
  /// - Throws: `DrawingError.noFontFile`, or the error of a missing library.
  public static func file(_ path: String) throws(DrawingError) -> TextStyle.Family {
    try DrawingLibraries.load()
    let family = added.withLock { known -> TextStyle.Family? in
      if let family = known[path] { return family }
      var name = [CChar](repeating: 0, count: Int(BROMIDE_TEXT_FAMILY))
      let isFont = unsafe path.withCString { file in
        unsafe name.withUnsafeMutableBufferPointer { buffer in
          unsafe bromide_text_add_font(file, buffer.baseAddress!) != 0
        }
      }
      guard isFont else { return nil }
      let text = String(
        decoding: name.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
      let family = TextStyle.Family(names: "\(text),\(sans.names)")
      known[path] = family
      return family
    }
    guard let family else { throw .noFontFile(path) }
    return family
  }
}
