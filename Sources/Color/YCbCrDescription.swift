/// Where in a cell of luma samples its chroma sample lies.
public enum ChromaSiting: String, Sendable, Hashable, Codable, CaseIterable {
  /// On the left column, between the rows: MPEG-2, H.264 and most 4:2:0 video (H.273 type 0).
  case left
  /// In the middle: JPEG and MPEG-1 (type 1).
  case center
  /// On the first sample: BT.2020 and BT.2100 (type 2).
  case topLeft = "topleft"
}

/// Who said a property of a picture.
public enum Provenance: String, Sendable, Hashable, Codable {
  /// The person who asked.
  case flag
  /// The file.
  case tag
  /// Nobody: the rule for what is not said.
  case rule
}

/// A property and who said it.
public struct Stated<Value: Sendable & Hashable>: Sendable, Hashable {
  public var value: Value
  public var source: Provenance

  public init(_ value: Value, _ source: Provenance) {
    self.value = value
    self.source = source
  }
}

/// What a flag or a tag says of a picture; nil where it says nothing.
public struct YCbCrStatement: Sendable, Hashable {
  public var matrix: YCbCrMatrix?
  public var range: YCbCrRange?
  public var siting: ChromaSiting?
  public var space: RGBSpace?

  public init(
    matrix: YCbCrMatrix? = nil, range: YCbCrRange? = nil, siting: ChromaSiting? = nil,
    space: RGBSpace? = nil
  ) {
    self.matrix = matrix
    self.range = range
    self.siting = siting
    self.space = space
  }
}

/// How a picture's YCbCr is to be understood, each property with who said it.
public struct YCbCrDescription: Sendable, Hashable {
  public var matrix: Stated<YCbCrMatrix>
  public var range: Stated<YCbCrRange>
  public var siting: Stated<ChromaSiting>
  /// Primaries, white and the curve to linear light.
  public var space: Stated<RGBSpace>

  /// A video frame: what nobody says follows from its size.
  ///
  /// BT.601 up to 720×576, else BT.709, never BT.2020 by guess; limited range; siting left; BT.709's primaries with
  /// BT.1886's curve. Chroma of BT.2020 lies at the top left (BT.2020, table 4) when the matrix is stated.
  ///
  /// - Parameters:
  ///   - flags: What the person says; it wins over the file.
  ///   - tags: What the file says.
  public static func video(
    _ size: (width: Int, height: Int), flags: YCbCrStatement = .init(),
    tags: YCbCrStatement = .init()
  ) -> YCbCrDescription {
    let isSmall = size.width <= 720 && size.height <= 576
    let matrix = choose(flags.matrix, tags.matrix, isSmall ? .bt601 : .bt709)
    return YCbCrDescription(
      matrix: matrix,
      range: choose(flags.range, tags.range, .limited),
      siting: choose(flags.siting, tags.siting, matrix.value == .bt2020 ? .topLeft : .left),
      space: choose(flags.space, tags.space, .rec709Display))
  }

  /// A JPEG: BT.601, full range, chroma in the middle (ITU-T T.871, 7 and 8), sRGB unless a profile says otherwise.
  public static func jpeg(
    flags: YCbCrStatement = .init(), tags: YCbCrStatement = .init()
  ) -> YCbCrDescription {
    YCbCrDescription(
      matrix: choose(flags.matrix, tags.matrix, .bt601),
      range: choose(flags.range, tags.range, .full),
      siting: choose(flags.siting, tags.siting, .center),
      space: choose(flags.space, tags.space, .srgb))
  }

  /// The coding of samples of `depth` bits.
  public func coding(depth: Int) -> YCbCrCoding {
    YCbCrCoding(matrix: matrix.value, range: range.value, depth: depth)
  }

  private static func choose<Value>(_ flag: Value?, _ tag: Value?, _ rule: Value) -> Stated<Value> {
    flag.map { Stated($0, .flag) } ?? tag.map { Stated($0, .tag) } ?? Stated(rule, .rule)
  }
}

extension TransferFunction {
  /// ITU-R BT.1886, annex 1, with black at 0: the display's pure power of 2.4, which makes linear light of video.
  public static let bt1886 = TransferFunction(
    slope: 0, cut: 0, scale: 1, exponent: 1 / 2.4, offset: 0)
}

extension RGBSpace {
  /// BT.709's primaries as a BT.1886 display shows them.
  public static let rec709Display = RGBSpace(
    name: "rec709", red: srgb.red, green: srgb.green, blue: srgb.blue, white: .d65,
    transfer: .bt1886, cicp: CICP(primaries: 1, transfer: 1))
}
