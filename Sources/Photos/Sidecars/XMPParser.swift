internal import CBromideExpat

/// Parses XMP with libexpat.
///
/// It rejects a document type, so a file cannot declare entities. This stops attacks that expand a
/// small text, or include other files.
@safe
final class XMPParser {
  private let parser: XML_Parser
  private var packet = SidecarPacket()
  private var failure: SidecarError?

  /// Returns the properties of a document. The corresponding C functions use `XML_Parser`.
  ///
  /// - Precondition: libexpat can allocate its memory.
  static func packet(of bytes: [UInt8]) throws(SidecarError) -> SidecarPacket {
    try XMPParser().parse(bytes)
  }

  private init() {
    let separator = CChar(bitPattern: XMPName.separator.asciiValue ?? 1)
    guard let parser = unsafe XML_ParserCreateNS(nil, separator) else {
      preconditionFailure("libexpat: no memory")
    }
    unsafe self.parser = parser
  }

  deinit { unsafe XML_ParserFree(parser) }

  private func parse(_ bytes: [UInt8]) throws(SidecarError) -> SidecarPacket {
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { me, name, attributes in
        unsafe XMPParser.of(me).start(name, attributes)
      },
      { me, _ in unsafe XMPParser.of(me).take { packet throws(SidecarError) in try packet.end() } })
    unsafe XML_SetCharacterDataHandler(parser) { me, letters, count in
      unsafe XMPParser.of(me).characters(letters, Int(count))
    }
    unsafe XML_SetStartDoctypeDeclHandler(parser) { me, _, _, _, _ in
      unsafe XMPParser.of(me).take { _ throws(SidecarError) in throw .documentType }
    }
    let status = unsafe bytes.withUnsafeBufferPointer { bytes in
      unsafe bytes.withMemoryRebound(to: CChar.self) { letters in
        unsafe XML_Parse(parser, letters.baseAddress, Int32(letters.count), 1)
      }
    }
    if let failure { throw failure }
    guard status == XML_STATUS_OK else {
      let line = unsafe Int(bromide_xml_line(parser))
      let words = unsafe XML_ErrorString(XML_GetErrorCode(parser)).map {
        unsafe String(cString: $0)
      }
      throw .notXML(line: line, words ?? "unknown error")
    }
    return packet
  }

  @unsafe private static func of(_ data: UnsafeMutableRawPointer?) -> XMPParser {
    unsafe Unmanaged<XMPParser>.fromOpaque(data!).takeUnretainedValue()
  }

  /// Passes an event to the packet, and stops the parser after an error.
  private func take(_ body: (inout SidecarPacket) throws(SidecarError) -> Void) {
    guard failure == nil else { return }
    do throws(SidecarError) {
      try body(&packet)
    } catch {
      failure = error
      _ = unsafe XML_StopParser(parser, 0)
    }
  }

  @unsafe private func start(
    _ name: UnsafePointer<CChar>?, _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard let name = unsafe name else { return }
    let element = unsafe XMPName(expanded: String(cString: name))
    var pairs: [(name: XMPName, value: String)] = []
    if var next = unsafe attributes {
      while let name = unsafe next[0], let value = unsafe next[1] {
        unsafe pairs.append(
          (XMPName(expanded: String(cString: name)), String(cString: value)))
        unsafe next += 2
      }
    }
    take { packet throws(SidecarError) in try packet.start(element, pairs) }
  }

  @unsafe private func characters(_ letters: UnsafePointer<CChar>?, _ count: Int) {
    let text = unsafe UnsafeBufferPointer(start: letters, count: count).withMemoryRebound(
      to: UInt8.self
    ) { unsafe String(decoding: $0, as: UTF8.self) }
    take { packet throws(SidecarError) in packet.characters(text) }
  }
}

/// The installed version of libexpat.
public enum LibExpatVersion {
  /// The version as text, such as `2.5.0`. The corresponding C function is `XML_ExpatVersion`.
  public static var text: String {
    let text = unsafe XML_ExpatVersion().map { unsafe String(cString: $0) } ?? "unknown"
    return text.hasPrefix("expat_") ? String(text.dropFirst(6)) : text
  }
}
