public import Color
public import Pixels

/// The facts about a camera model that its files leave out.
public struct Camera: Sendable, Hashable {
  /// The arrangement of the colour filters.
  public enum Filters: Sendable, Hashable {
    /// A 2×2 pattern, from the top left of the raw picture.
    case bayer(BayerPattern)
    /// Fujifilm's 6×6 pattern; where it begins, the file says.
    case xTrans
    /// No filters.
    case none
  }

  /// A level in code values, which may depend on the number of bits of a sample.
  public struct Level: Sendable, Hashable {
    /// The level whatever the number of bits; nil if it depends on them.
    var any: Double?
    /// The level for each number of bits.
    var byBits: [Int: Double] = [:]

    /// The level for samples of `bits` bits; nil if none is known.
    public func value(bits: Int) -> Double? { any ?? byBits[bits] }
  }

  /// A part of raw pictures of one size, or of any.
  struct Area: Sendable, Hashable {
    /// nil: any.
    var rawWidth: Int?
    var rawHeight: Int?
    var edges: Edges

    enum Edges: Sendable, Hashable {
      /// The inside of borders.
      case borders(left: Int, top: Int, right: Int, bottom: Int)
      /// Ends that are not positive count from the right or the bottom.
      case rectangle(x: Int, y: Int, endX: Int, endY: Int)
    }
  }

  /// Shielded pixels, from which black can be measured.
  struct MaskedAreas: Sendable, Hashable {
    /// nil: any.
    var rawSize: Size?
    var regions: [Region]
  }

  /// The maker's name for people, such as `Nikon`.
  public let maker: String
  /// The camera's name for people, such as `Z 8`.
  public let name: String
  /// TIFF's Make as its files write it.
  public let make: String
  /// TIFF's Model as its files write it.
  public let model: String
  /// Further models that files may state: regional names, other spellings.
  public let aliases: [String]
  /// The minor version of the first LibRaw 0.x that has the right matrix itself; nil if none up to 0.22 has.
  public let librawMinor: Int?
  /// The minor version of the first LibRaw 0.x that reads the files' container; nil if 0.20 does. Codings are another matter.
  public var containerMinor: Int? { maker == "OM System" ? 21 : nil }
  /// XYZ to camera under D65; nil if none has been published.
  public let daylightMatrix: Matrix3x3?
  /// XYZ to camera under standard light A; nil if none has been published.
  public let tungstenMatrix: Matrix3x3?
  /// The colour filters.
  public let filters: Filters
  /// Black where the file states none; nil if the file always does.
  public let black: Level?
  /// Saturation where the file states none; nil if it is not known.
  public let white: Level?
  let activeAreas: [Area]
  let pictures: [Area]
  let maskedAreas: [MaskedAreas]

  /// The area that light reaches in a raw picture of the given size; nil if it is not known.
  public func activeArea(in raw: Size) -> Region? { Self.first(activeAreas, in: raw) }

  /// The maker's picture in a raw picture of the given size; nil if it is not known.
  public func picture(in raw: Size) -> Region? { Self.first(pictures, in: raw) }

  /// Shielded pixels of a raw picture of the given size; empty if none are known.
  public func maskedAreas(in raw: Size) -> [Region] {
    let whole = Region(raw)
    return maskedAreas.first { areas in
      (areas.rawSize ?? raw) == raw && areas.regions.allSatisfy { whole.contains($0) }
    }?.regions ?? []
  }

  /// The matrices with their lights, that of A first, as a DNG states them; empty if none is known.
  public var calibrations: [CameraProfile.Calibration] {
    guard let daylightMatrix else { return [] }
    let daylight = CameraProfile.Calibration(
      illuminant: Illuminant.d65.chromaticity, colorMatrix: daylightMatrix)
    guard let tungstenMatrix else { return [daylight] }
    return [
      CameraProfile.Calibration(
        illuminant: Illuminant.standardA.chromaticity, colorMatrix: tungstenMatrix), daylight,
    ]
  }

  private static func first(_ areas: [Area], in raw: Size) -> Region? {
    for area in areas {
      guard (area.rawWidth ?? raw.width) == raw.width,
        (area.rawHeight ?? raw.height) == raw.height
      else { continue }
      let region = area.edges.region(in: raw)
      if !region.isEmpty, Region(raw).contains(region) { return region }
    }
    return nil
  }
}

extension Camera.Area.Edges {
  /// In a raw picture of the given size; not necessarily inside it.
  func region(in raw: Size) -> Region {
    switch self {
    case .borders(let left, let top, let right, let bottom):
      return Region(
        x: left, y: top, width: raw.width - left - right, height: raw.height - top - bottom)
    case .rectangle(let x, let y, let endX, let endY):
      let right = endX > 0 ? endX : raw.width + endX
      let bottom = endY > 0 ? endY : raw.height + endY
      return Region(x: x, y: y, width: right - x, height: bottom - y)
    }
  }
}
