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
  /// The property.
  public var value: Value
  /// Who said it.
  public var source: Provenance

  /// A value and who said it.
  public init(_ value: Value, _ source: Provenance) {
    self.value = value
    self.source = source
  }
}

/// What a flag or a tag says of a picture; nil where it says nothing.
public struct YCbCrStatement: Sendable, Hashable {
  /// How Y, Cb and Cr are made of R′, G′ and B′.
  public var matrix: YCbCrMatrix?
  /// Which code values stand for black and white.
  public var range: YCbCrRange?
  /// Where chroma samples lie.
  public var siting: ChromaSiting?
  /// The primaries and white of R′G′B′.
  public var primaries: ColorPrimaries?
  /// From R′G′B′ to linear light.
  public var transfer: ColorTransfer?

  /// - Parameter space: States primaries and transfer together, as an ICC profile does.
  public init(
    matrix: YCbCrMatrix? = nil, range: YCbCrRange? = nil, siting: ChromaSiting? = nil,
    primaries: ColorPrimaries? = nil, transfer: ColorTransfer? = nil, space: RGBSpace? = nil
  ) {
    self.matrix = matrix
    self.range = range
    self.siting = siting
    self.primaries = primaries ?? space.map { ColorPrimaries($0) }
    self.transfer = transfer ?? space.map { ColorTransfer($0) }
  }
}

/// How a picture's YCbCr is to be understood, each property with who said it.
public struct YCbCrDescription: Sendable, Hashable {
  /// How Y, Cb and Cr are made of R′, G′ and B′.
  public var matrix: Stated<YCbCrMatrix>
  /// Which code values stand for black and white.
  public var range: Stated<YCbCrRange>
  /// Where chroma samples lie.
  public var siting: Stated<ChromaSiting>
  /// The primaries and white of R′G′B′.
  public var primaries: Stated<ColorPrimaries>
  /// From R′G′B′ to linear light.
  public var transfer: Stated<ColorTransfer>

  /// A video frame: what nobody says follows from its size.
  ///
  /// BT.601 up to 720×576, else BT.709, never BT.2020 by guess; limited range; siting left; BT.709's primaries with
  /// BT.1886's curve. Where BT.2020's matrix is stated, its primaries and chroma at the top left (BT.2020, tables 3 and 4) are
  /// the rule.
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
    let isWide = matrix.value == .bt2020
    return YCbCrDescription(
      matrix: matrix,
      range: choose(flags.range, tags.range, .limited),
      siting: choose(flags.siting, tags.siting, isWide ? .topLeft : .left),
      primaries: choose(flags.primaries, tags.primaries, isWide ? .bt2020 : .bt709),
      transfer: choose(flags.transfer, tags.transfer, .bt1886))
  }

  /// A JPEG: BT.601, full range, chroma in the middle (ITU-T T.871, 7 and 8), sRGB unless a profile says otherwise.
  public static func jpeg(
    flags: YCbCrStatement = .init(), tags: YCbCrStatement = .init()
  ) -> YCbCrDescription {
    YCbCrDescription(
      matrix: choose(flags.matrix, tags.matrix, .bt601),
      range: choose(flags.range, tags.range, .full),
      siting: choose(flags.siting, tags.siting, .center),
      primaries: choose(flags.primaries, tags.primaries, .bt709),
      transfer: choose(flags.transfer, tags.transfer, .srgb))
  }

  /// The coding of samples of `depth` bits.
  public func coding(depth: Int) -> YCbCrCoding {
    YCbCrCoding(matrix: matrix.value, range: range.value, depth: depth)
  }

  /// Primaries and transfer as one space, and the stronger word of the two.
  public var space: Stated<RGBSpace> {
    let sources = [primaries.source, transfer.source]
    return Stated(
      .of(primaries.value, transfer.value),
      sources.contains(.flag) ? .flag : sources.contains(.tag) ? .tag : .rule)
  }

  private static func choose<Value>(_ flag: Value?, _ tag: Value?, _ rule: Value) -> Stated<Value> {
    flag.map { Stated($0, .flag) } ?? tag.map { Stated($0, .tag) } ?? Stated(rule, .rule)
  }
}
