internal import CBromideExpat

/// Receives the events of an XMP document.
protocol XMPEvents {
  /// Whether to join the texts between two tags. Their bytes then include comments and the marks of
  /// CDATA sections.
  static var joinsTexts: Bool { get }
  /// An element begins.
  mutating func start(_ tag: XMPTag) throws(SidecarError)
  /// Text, at these bytes. Without `joinsTexts`, the parser splits a text at line ends and
  /// references.
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
  static var joinsTexts: Bool { false }
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
  /// The text since the last tag, if the receiver joins texts, otherwise `nil`.
  private var joined: JoinedText?

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
    // In UTF-8, a character has at most three bytes for each byte of another coding.
    if Events.joinsTexts { parser.joined = JoinedText(capacity: 3 * bytes.count) }
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
        me.flush()
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
    flush()
    let element = unsafe XMPName(expanded: name)
    var pairs: [(name: XMPName, value: String)] = []
    if var next = unsafe attributes {
      while let name = unsafe next[0], let value = unsafe next[1] {
        unsafe pairs.append((XMPName(expanded: name), String(cString: value)))
        unsafe next += 2
      }
    }
    let tag = XMPTag(name: element, attributes: pairs, bytes: place)
    take { events throws(SidecarError) in try events.start(tag) }
  }

  @unsafe private func characters(_ letters: UnsafePointer<CChar>?, _ count: Int) {
    if let joined {
      guard failure == nil, let letters = unsafe letters else { return }
      return unsafe joined.add(letters, count, at: place)
    }
    let text = unsafe UnsafeBufferPointer(start: letters, count: count).withMemoryRebound(
      to: UInt8.self
    ) { unsafe String(decoding: $0, as: UTF8.self) }
    let place = place
    take { $0.characters(text, at: place) }
  }

  /// Passes a joined text to the receiver.
  private func flush() {
    guard let joined, let (text, place) = joined.next() else { return }
    take { $0.characters(text, at: place) }
  }
}

/// The text between two tags. libexpat splits it at references and line ends, and appending each
/// part to a `String` takes longer than parsing.
@safe
private final class JoinedText {
  private let memory: UnsafeMutableRawBufferPointer
  private var count = 0
  private var place = 0..<0

  /// - Parameter capacity: The most bytes of a text.
  init(capacity: Int) {
    unsafe memory = .allocate(byteCount: capacity, alignment: 1)
  }

  deinit { unsafe memory.deallocate() }

  @unsafe func add(_ letters: UnsafePointer<CChar>, _ more: Int, at bytes: Range<Int>) {
    let room = unsafe memory.count - count
    precondition(more <= room, "a text is not longer than its document")
    unsafe memory.baseAddress!.advanced(by: count).copyMemory(from: letters, byteCount: more)
    place = count == 0 ? bytes : place.lowerBound..<bytes.upperBound
    count += more
  }

  /// Returns the text since the last call, or `nil` if there is none.
  func next() -> (text: String, place: Range<Int>)? {
    guard count > 0 else { return nil }
    defer { count = 0 }
    return unsafe (
      String(decoding: UnsafeRawBufferPointer(rebasing: memory[..<count]), as: UTF8.self), place
    )
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
