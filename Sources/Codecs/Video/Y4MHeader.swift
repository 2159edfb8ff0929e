public import BromideValues

/// A reason why bytes are not a YUV4MPEG2 stream.
public enum Y4MError: Error, Sendable, Hashable, Codable {
  /// The stream does not begin with "YUV4MPEG2".
  case notY4M
  /// A header parameter that is missing or has no meaning.
  case badParameter(String)
  /// A layout that Bromide does not support, with the header's name.
  case unsupportedLayout(String)
  case badSize(Size)
  /// The file ends before the first line does.
  case headerCut
  /// A header line longer than any real one.
  case headerTooLong(limit: Int)
  /// "FRAME" was expected before frame number `frame`, counted from 0.
  case missingFrameHeader(frame: Int)
  /// Another stream's header appears instead of frame number `frame`, because two files were
  /// joined.
  case secondHeader(frame: Int)
  /// The stream ends within frame number `frame`.
  case truncated(frame: Int, expected: Int, found: Int)
}

extension Y4MError: CustomStringConvertible {
  /// A message in English.
  public var description: String {
    switch self {
    case .notY4M: "not a Y4M file: it does not begin with YUV4MPEG2"
    case .badParameter(let text): "the Y4M header's \(text)"
    case .unsupportedLayout(let name):
      "Y4M layout C\(name) is not supported: C420*, C422*, C444* and Cmono* of 8 to 16 bits, C411, C410 and C444alpha are"
    case .badSize(let size): "the Y4M header's size \(size) is not the size of a picture"
    case .headerCut: "the Y4M file ends within its header line"
    case .headerTooLong(let limit): "a Y4M header line has more than \(limit) bytes"
    case .missingFrameHeader(let frame): "frame \(frame) of the Y4M file does not begin with FRAME"
    case .secondHeader(let frame):
      "a second Y4M header is at the position of frame \(frame); split joined files, or join them with ffmpeg"
    case .truncated(let frame, let expected, let found):
      "the Y4M file ends within frame \(frame): \(found) of \(expected) bytes are there"
    }
  }
}

/// The contents of the first line of a Y4M stream (the format of mjpegtools, yuv4mpeg(5), with the
/// names that ffmpeg adds).
public struct Y4MHeader: Sendable, Hashable {
  /// The first bytes of a stream.
  public static let magic = "YUV4MPEG2"
  /// Maximum length of a header line, in bytes.
  public static let longestLine = 1024

  /// The size of every frame in pixels.
  public let size: Size
  /// The layout of samples in the planes of every frame.
  public let layout: YCbCrLayout
  /// The siting from the layout's name, and the range from XCOLORRANGE, if they are recorded.
  public let tags: YCbCrProperties
  /// Frames per second as a fraction, or `nil`.
  public let rate: (Int, Int)?
  /// Whether frames contain two fields.
  public let interlacing: Interlacing

  /// The recording order of a frame's rows.
  public enum Interlacing: String, Sendable, Hashable {
    /// All rows at the same time.
    case none
    /// Even and odd rows at different times, as two fields with separate chroma.
    case fields
    /// Different for each frame. The frame's header records it.
    case mixed

    init(_ letter: String) {
      switch letter {
      case "t", "b": self = .fields
      case "m": self = .mixed
      default: self = .none
      }
    }
  }

  /// The rate as a number, or `nil` if it is missing or invalid.
  public var framesPerSecond: Double? {
    guard let rate, rate.0 > 0, rate.1 > 0 else { return nil }
    return Double(rate.0) / Double(rate.1)
  }

  /// Whether all fields are equal.
  public static func == (left: Y4MHeader, right: Y4MHeader) -> Bool {
    left.size == right.size && left.layout == right.layout && left.tags == right.tags
      && left.interlacing == right.interlacing && left.rate?.0 == right.rate?.0
      && left.rate?.1 == right.rate?.1
  }

  /// Hashes size, layout and tags, which usually distinguish headers.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(size)
    hasher.combine(layout)
    hasher.combine(tags)
  }

  /// Creates a header for writing.
  ///
  /// - Parameters:
  ///   - layout: Three planes (Y, Cb and Cr) with 4:2:0, 4:2:2 or 4:4:4, or one plane. Samples with
  ///     9 to 16 bits use the lower bits of two bytes.
  ///   - siting: The siting of 8-bit 4:2:0. The format does not have names for other layouts.
  ///   - rate: Frames per second as a fraction.
  /// - Throws: `.unsupportedLayout` or `.badSize`.
  public init(
    size: Size, layout: YCbCrLayout, range: YCbCrRange, siting: ChromaSiting,
    matrix: YCbCrMatrix? = nil, primaries: ColorPrimaries? = nil, transfer: ColorTransfer? = nil,
    rate: (Int, Int)
  ) throws(Y4MError) {
    guard layout.byteCount(size) != nil else { throw .badSize(size) }
    let isKnown = Self.kinds.contains { $0.1 == layout.subsampling }
    guard isKnown, layout.arrangement == .planar, layout.suitsKernels, !layout.isHigh,
      !layout.isRGB, !layout.hasAlpha
    else {
      throw .unsupportedLayout(layout.name)
    }
    self.size = size
    self.layout = layout
    self.rate = rate
    let recordsSiting = layout.subsampling == .yuv420 && layout.depth == 8
    tags = YCbCrProperties(
      matrix: matrix, range: range, siting: recordsSiting ? siting : nil, primaries: primaries,
      transfer: transfer)
    interlacing = .none
  }

  /// The first line, without its line break.
  public var line: String {
    var words = [Self.magic, "W\(size.width)", "H\(size.height)"]
    if let rate { words.append("F\(rate.0):\(rate.1)") }
    words += ["Ip", "A1:1", "C" + layoutName]
    if layout.depth > 8 { words.append("XYSCSS=" + layoutName.uppercased()) }
    if let range = tags.range { words.append("XCOLORRANGE=" + range.rawValue.uppercased()) }
    if let colors { words.append(Self.colorWord + colors) }
    return words.joined(separator: " ")
  }

  /// The prefix of the word with the H.273 codes of primaries, transfer and matrix, for example
  /// `XCICP=1/1/1`.
  ///
  /// Programs can define X words, but a common word for these codes does not exist. The prefix is
  /// short, because older versions of ffmpeg read headers of up to 96 bytes.
  static let colorWord = "XCICP="

  private var colors: String? {
    let codes = [
      tags.primaries?.codePoint, tags.transfer?.codePoint, tags.matrix?.codePoint,
    ]
    return codes.contains(nil)
      ? nil : codes.compactMap { $0 }.map { "\($0)" }.joined(separator: "/")
  }

  /// Applies the H.273 codes of a header. The code 2 means unspecified.
  private static func read(
    colors text: Substring, into tags: inout YCbCrProperties
  ) throws(Y4MError) {
    let codes = text.split(separator: "/", omittingEmptySubsequences: false).map { UInt8($0) }
    guard codes.count == 3, let primaries = codes[0], let transfer = codes[1],
      let matrix = codes[2]
    else {
      throw .badParameter(
        "\(colorWord)\(text) does not contain primaries/transfer/matrix as H.273 numbers")
    }
    func known<Value>(_ code: UInt8, _ what: String, _ value: Value?) throws(Y4MError) -> Value? {
      guard value != nil || code == 2 else {
        throw .badParameter("\(what) \(code) in \(colorWord)\(text) is not known to Bromide")
      }
      return value
    }
    tags.primaries = try known(primaries, "primaries", ColorPrimaries(name: "\(primaries)"))
    tags.transfer = try known(transfer, "transfer", ColorTransfer(name: "\(transfer)"))
    tags.matrix = try known(matrix, "matrix", YCbCrMatrix(codePoint: matrix))
  }

  private static func range(_ word: Substring) throws(Y4MError) -> YCbCrRange {
    switch word.uppercased() {
    case "XCOLORRANGE=FULL": .full
    case "XCOLORRANGE=LIMITED": .limited
    default: throw .badParameter("\(word) is neither FULL nor LIMITED")
    }
  }

  private var layoutName: String {
    let kind = Self.kinds.first { $0.1 == layout.subsampling }?.0 ?? ""
    let isGrey = layout.subsampling == .grey
    guard layout.depth == 8 else { return kind + (isGrey ? "" : "p") + "\(layout.depth)" }
    let sited = Self.sited.first { layout.subsampling == .yuv420 && $0.1 == tags.siting }
    return sited?.0 ?? kind
  }

  /// The line before each frame, without its line break.
  public static let frameLine = "FRAME"

  /// - Parameter line: The first line, without its line break.
  /// - Throws: `.notY4M`, `.badParameter`, `.unsupportedLayout` or `.badSize`.
  public init(line: String) throws(Y4MError) {
    let words = line.split(separator: " ")
    guard words.first.map(String.init) == Self.magic else { throw .notY4M }
    var width: Int?
    var height: Int?
    var rate: (Int, Int)?
    var layoutName = "420jpeg"
    var tags = YCbCrProperties()
    var interlacing = Interlacing.none
    for word in words.dropFirst() {
      let value = String(word.dropFirst())
      switch word.first {
      case "W": width = Int(value)
      case "H": height = Int(value)
      case "C": layoutName = value
      case "F":
        let parts = value.split(separator: ":").compactMap { Int($0) }
        if parts.count == 2 { rate = (parts[0], parts[1]) }
      case "I": interlacing = Interlacing(value)
      case "X":
        if word.hasPrefix(Self.colorWord) {
          try Self.read(colors: word.dropFirst(Self.colorWord.count), into: &tags)
        }
        if value.uppercased().hasPrefix("COLORRANGE=") { tags.range = try Self.range(word) }
      default: break
      }
    }
    guard let width else { throw .badParameter("width (W) is missing or not a number") }
    guard let height else { throw .badParameter("height (H) is missing or not a number") }
    guard let (layout, siting) = Self.layout(layoutName) else {
      throw .unsupportedLayout(layoutName)
    }
    size = Size(width: width, height: height)
    guard layout.byteCount(size) != nil else { throw .badSize(size) }
    tags.siting = siting
    self.layout = layout
    self.tags = tags
    self.rate = rate
    self.interlacing = interlacing
  }

  private static let kinds: [(String, YCbCrLayout.Subsampling)] = [
    ("420", .yuv420), ("422", .yuv422), ("444", .yuv444), ("mono", .grey),
  ]

  /// Names of 4:2:0 layouts with a siting. paldv sites Cb and Cr on alternate lines. Its closest
  /// siting in H.273 is “on the first sample”, which ffmpeg also writes.
  private static let sited: [(String, ChromaSiting)] = [
    ("420jpeg", .center), ("420mpeg2", .left), ("420paldv", .topLeft),
  ]

  /// Returns the layout and the siting for a name after C.
  private static func layout(_ name: String) -> (YCbCrLayout, ChromaSiting?)? {
    let word = name.lowercased()
    if word == "411" || word == "410" {
      return (.planar(word == "411" ? .yuv411 : .yuv410, depth: 8), nil)
    }
    if word == "444alpha" { return YCbCrLayout(name: "yuva444p").map { ($0, nil) } }
    if let siting = Self.sited.first(where: { $0.0 == word })?.1 { return (.i420, siting) }
    if word == "420" { return (.i420, .center) }
    for (kind, subsampling) in Self.kinds {
      if word == kind { return (.planar(subsampling, depth: 8), nil) }
      let prefix = subsampling == .grey ? kind : kind + "p"
      if word.hasPrefix(prefix), let depth = Int(word.dropFirst(4)), (9...16).contains(depth) {
        return (.planar(subsampling, depth: depth), nil)
      }
    }
    return nil
  }

  /// Returns a line without its break: LF, or CR and LF like ffmpeg.
  static func text(_ line: some BidirectionalCollection<UInt8>) -> String {
    String(decoding: line.last == 0x0D ? line.dropLast() : line[...], as: UTF8.self)
  }

  /// Returns whether a line precedes a frame.
  static func isFrameLine(_ line: String) -> Bool {
    line == frameLine || line.hasPrefix(frameLine + " ")
  }

  /// Returns the error for a line that appears instead of a frame's line.
  static func notAFrame(_ line: String, frame: Int) -> Y4MError {
    line.hasPrefix(magic + " ") ? .secondHeader(frame: frame) : .missingFrameHeader(frame: frame)
  }

  /// Returns whether the frame after a line contains two fields.
  ///
  /// In a mixed stream, the line records this after I: the order of fields, then p or i for the
  /// recording, then p, i or ? for the chroma.
  func hasFields(_ line: String) -> Bool {
    guard interlacing == .mixed else { return interlacing == .fields }
    let word = line.split(separator: " ").first { $0.hasPrefix("I") }.map(Array.init) ?? []
    guard word.count >= 4 else { return false }
    return word[3] == "?" ? word[2] == "i" : word[3] == "i"
  }

  /// The bytes of a frame's samples.
  public var frameByteCount: Int { layout.byteCount(size)! }
}
