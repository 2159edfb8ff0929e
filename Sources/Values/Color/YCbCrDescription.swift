/// The place of a chroma sample among the luma samples that share it.
public enum ChromaSiting: String, Sendable, Hashable, Codable, CaseIterable {
  /// On the left column, between the rows: MPEG-2, H.264 and most 4:2:0 video (H.273 type 0).
  case left
  /// In the middle: JPEG and MPEG-1 (type 1).
  case center
  /// On the first sample: BT.2020 and BT.2100 (type 2).
  case topLeft = "topleft"
  /// On the upper row, between the columns (type 3).
  case top
  /// On the left column and the lower row (type 4).
  case bottomLeft = "bottomleft"
  /// On the lower row, between the columns (type 5).
  case bottom

  /// A position in one direction, among the pixels with a common sample.
  public enum Place: Sendable, Hashable {
    case first, middle, last
  }

  /// The position among columns.
  public var across: Place {
    switch self {
    case .left, .topLeft, .bottomLeft: .first
    case .center, .top, .bottom: .middle
    }
  }

  /// The position among rows.
  public var down: Place {
    switch self {
    case .left, .center: .middle
    case .topLeft, .top: .first
    case .bottomLeft, .bottom: .last
    }
  }
}

/// The source of a picture's property.
public enum Provenance: String, Sendable, Hashable, Codable {
  /// The user's request.
  case flag
  /// The file.
  case tag
  /// A default rule, because the property is missing in both request and file.
  case rule
}

/// A property and its source.
public struct Sourced<Value: Sendable & Hashable>: Sendable, Hashable {
  /// The property.
  public var value: Value
  /// The property's source.
  public var source: Provenance

  /// A value and its source.
  public init(_ value: Value, _ source: Provenance) {
    self.value = value
    self.source = source
  }
}

/// The properties of a picture that a request or a file sets, or `nil` for missing properties.
public struct YCbCrProperties: Sendable, Hashable, Codable {
  /// The matrix from R′G′B′ to Y, Cb and Cr.
  public var matrix: YCbCrMatrix?
  /// The code values of black and white.
  public var range: YCbCrRange?
  /// The place of chroma samples.
  public var siting: ChromaSiting?
  /// The primaries and white of R′G′B′.
  public var primaries: ColorPrimaries?
  /// The curve from R′G′B′ to linear light.
  public var transfer: ColorTransfer?

  /// - Parameter space: Primaries and transfer together, as in an ICC profile.
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

/// The interpretation of a picture's YCbCr, each property with its source.
public struct YCbCrDescription: Sendable, Hashable {
  /// The matrix from R′G′B′ to Y, Cb and Cr.
  public var matrix: Sourced<YCbCrMatrix>
  /// The code values of black and white.
  public var range: Sourced<YCbCrRange>
  /// The place of chroma samples.
  public var siting: Sourced<ChromaSiting>
  /// The primaries and white of R′G′B′.
  public var primaries: Sourced<ColorPrimaries>
  /// The curve from R′G′B′ to linear light.
  public var transfer: Sourced<ColorTransfer>

  /// Returns the description of a video frame. Missing properties follow from its size.
  ///
  /// The rules are BT.601 up to 720×576 and BT.709 above (BT.2020 is never guessed), limited range,
  /// siting left, and BT.709's primaries with BT.1886's curve. If BT.2020's matrix is set, the
  /// rules are its primaries and chroma at the top left (BT.2020, tables 3 and 4).
  ///
  /// - Parameters:
  ///   - size: Size of the frame in pixels.
  ///   - isRGB: Whether samples are R, G and B. By default, they have no matrix, full range, and
  ///     sRGB's curve.
  ///   - flags: Properties from the request, which override the file.
  ///   - tags: Properties from the file.
  public static func video(
    _ size: (width: Int, height: Int), isRGB: Bool = false, flags: YCbCrProperties = .init(),
    tags: YCbCrProperties = .init()
  ) -> YCbCrDescription {
    let isSmall = size.width <= 720 && size.height <= 576
    let matrix =
      isRGB
      ? Sourced(.identity, .tag) : choose(flags.matrix, tags.matrix, isSmall ? .bt601 : .bt709)
    let isWide = matrix.value == .bt2020 || matrix.value == .bt2020Constant
    return YCbCrDescription(
      matrix: matrix,
      range: choose(flags.range, tags.range, isRGB ? .full : .limited),
      siting: choose(flags.siting, tags.siting, isWide ? .topLeft : .left),
      primaries: choose(flags.primaries, tags.primaries, isWide ? .bt2020 : .bt709),
      transfer: choose(flags.transfer, tags.transfer, isRGB ? .srgb : .bt1886))
  }

  /// Returns the description of a JPEG: BT.601, full range, centred chroma (ITU-T T.871, 7 and 8),
  /// and sRGB by default if it has no profile.
  public static func jpeg(
    flags: YCbCrProperties = .init(), tags: YCbCrProperties = .init()
  ) -> YCbCrDescription {
    YCbCrDescription(
      matrix: choose(flags.matrix, tags.matrix, .bt601),
      range: choose(flags.range, tags.range, .full),
      siting: choose(flags.siting, tags.siting, .center),
      primaries: choose(flags.primaries, tags.primaries, .bt709),
      transfer: choose(flags.transfer, tags.transfer, .srgb))
  }

  /// The coding of samples with `depth` bits.
  public func coding(depth: Int) -> YCbCrCoding {
    YCbCrCoding(matrix: matrix.value, range: range.value, depth: depth)
  }

  /// Primaries and transfer as one space, with the stronger of the two sources.
  public var space: Sourced<RGBSpace> {
    let sources = [primaries.source, transfer.source]
    return Sourced(
      .of(primaries.value, transfer.value),
      sources.contains(.flag) ? .flag : sources.contains(.tag) ? .tag : .rule)
  }

  private static func choose<Value>(_ flag: Value?, _ tag: Value?, _ rule: Value) -> Sourced<Value>
  {
    flag.map { Sourced($0, .flag) } ?? tag.map { Sourced($0, .tag) } ?? Sourced(rule, .rule)
  }
}
