internal import CBromideExpat

/// Receives the events of an XMP document.
protocol XMPEvents {
  /// An element begins.
  mutating func start(_ tag: XMPTag) throws(SidecarError)
  /// Text, at these bytes. Parsers can split a text at any character.
  mutating func characters(_ text: String, at bytes: Range<Int>)
  /// An element ends. Its end tag begins at this byte, or the element has no end tag, and its start
  /// tag ends there.
  mutating func end(at byte: Int) throws(SidecarError)
  /// A prefix is bound to a namespace, before the start of its element.
  mutating func bind(_ prefix: String, to uri: String)
  /// The last binding ends.
  mutating func unbind()
  /// A CDATA section begins or ends.
  mutating func section(begins: Bool)
}

extension XMPEvents {
  mutating func bind(_ prefix: String, to uri: String) {}
  mutating func unbind() {}
  mutating func section(begins: Bool) {}
}

/// The start tag of an element.
struct XMPTag {
  let name: XMPName
  let attributes: [(name: XMPName, value: String)]
  /// The bytes of the tag in the document.
  let bytes: Range<Int>
}

/// Parses XMP with libexpat.
///
/// It rejects a document type, so a file cannot declare entities. This stops attacks that expand a
/// small text, or include other files.
@safe
final class XMPParser {
  private let parser: XML_Parser
  private var events: any XMPEvents
  private var failure: SidecarError?

  /// Returns the properties of a document.
  static func packet(of bytes: [UInt8]) throws(SidecarError) -> SidecarPacket {
    try parse(bytes, SidecarPacket())
  }

  /// Sends all events of a document to a receiver, and returns it. The corresponding C functions use
  /// `XML_Parser`.
  ///
  /// - Precondition: libexpat can allocate its memory.
  static func parse<Events: XMPEvents>(
    _ bytes: [UInt8], _ events: Events
  ) throws(SidecarError) -> Events {
    let parser = XMPParser(events)
    try parser.parse(bytes)
    guard let events = parser.events as? Events else {
      preconditionFailure("the receiver changed its type")
    }
    return events
  }

  private init(_ events: any XMPEvents) {
    let separator = CChar(bitPattern: XMPName.separator.asciiValue ?? 1)
    guard let parser = unsafe XML_ParserCreateNS(nil, separator) else {
      preconditionFailure("libexpat: no memory")
    }
    unsafe self.parser = parser
    self.events = events
  }

  deinit { unsafe XML_ParserFree(parser) }

  private func parse(_ bytes: [UInt8]) throws(SidecarError) {
    unsafe XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    unsafe XML_SetElementHandler(
      parser,
      { me, name, attributes in
        unsafe XMPParser.of(me).start(name, attributes)
      },
      { me, _ in
        let me = unsafe XMPParser.of(me)
        me.take { events throws(SidecarError) in try events.end(at: me.place.lowerBound) }
      })
    unsafe XML_SetCharacterDataHandler(parser) { me, letters, count in
      unsafe XMPParser.of(me).characters(letters, Int(count))
    }
    unsafe XML_SetStartDoctypeDeclHandler(parser) { me, _, _, _, _ in
      unsafe XMPParser.of(me).take { _ throws(SidecarError) in throw .documentType }
    }
    unsafe XML_SetNamespaceDeclHandler(
      parser,
      { me, prefix, uri in
        let prefix = unsafe prefix.map { unsafe String(cString: $0) } ?? ""
        let uri = unsafe uri.map { unsafe String(cString: $0) } ?? ""
        unsafe XMPParser.of(me).take { $0.bind(prefix, to: uri) }
      },
      { me, _ in unsafe XMPParser.of(me).take { $0.unbind() } })
    unsafe XML_SetCdataSectionHandler(
      parser,
      { me in unsafe XMPParser.of(me).take { $0.section(begins: true) } },
      { me in unsafe XMPParser.of(me).take { $0.section(begins: false) } })
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
  }

  @unsafe private static func of(_ data: UnsafeMutableRawPointer?) -> XMPParser {
    unsafe Unmanaged<XMPParser>.fromOpaque(data!).takeUnretainedValue()
  }

  /// Passes an event to the receiver, and stops the parser after an error.
  private func take(_ body: (inout any XMPEvents) throws(SidecarError) -> Void) {
    guard failure == nil else { return }
    do throws(SidecarError) {
      try body(&events)
    } catch {
      failure = error
      _ = unsafe XML_StopParser(parser, 0)
    }
  }

  /// The bytes of the current event.
  private var place: Range<Int> {
    let start = unsafe bromide_xml_offset(parser)
    return unsafe start..<start + bromide_xml_count(parser)
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
    let tag = XMPTag(name: element, attributes: pairs, bytes: place)
    take { events throws(SidecarError) in try events.start(tag) }
  }

  @unsafe private func characters(_ letters: UnsafePointer<CChar>?, _ count: Int) {
    let text = unsafe UnsafeBufferPointer(start: letters, count: count).withMemoryRebound(
      to: UInt8.self
    ) { unsafe String(decoding: $0, as: UTF8.self) }
    let place = place
    take { $0.characters(text, at: place) }
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
