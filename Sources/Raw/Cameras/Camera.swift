public import BromideValues

/// Facts about a camera model that are missing from its files.
public struct Camera: Sendable, Hashable {
  /// The arrangement of the colour filters.
  public enum Filters: Sendable, Hashable {
    /// A 2×2 pattern, starting at the top left of the raw picture.
    case bayer(BayerPattern)
    /// Fujifilm's 6×6 pattern. The file specifies its origin.
    case xTrans
    /// No filters.
    case none
  }

  /// A level in code values, which can depend on the bits of a sample.
  public struct Level: Sendable, Hashable {
    /// The level for any number of bits, or `nil` if it depends on them.
    var any: Double?
    /// The level for each number of bits.
    var byBits: [Int: Double] = [:]

    /// Returns the level for samples of `bits` bits, or `nil` if it is unknown.
    public func value(bits: Int) -> Double? { any ?? byBits[bits] }
  }

  /// A part of raw pictures with one size, or with any size.
  struct Area: Sendable, Hashable {
    /// `nil` matches any width.
    var rawWidth: Int?
    var rawHeight: Int?
    var edges: Edges

    enum Edges: Sendable, Hashable {
      /// The area inside these borders.
      case borders(left: Int, top: Int, right: Int, bottom: Int)
      /// Ends of 0 or less are measured from the right or the bottom.
      case rectangle(x: Int, y: Int, endX: Int, endY: Int)
    }
  }

  /// Masked pixels, from which black can be measured.
  struct MaskedAreas: Sendable, Hashable {
    /// `nil` matches any size.
    var rawSize: Size?
    var regions: [Region]
  }

  /// The maker's name for people, for example `Nikon`.
  public let maker: String
  /// The camera's name for people, for example `Z 8`.
  public let name: String
  /// TIFF's Make in its files.
  public let make: String
  /// TIFF's Model in its files.
  public let model: String
  /// Other models in its files: regional names, other spellings.
  public let aliases: [String]
  /// The minor version of the first LibRaw 0.x with the right matrix, or `nil` if no version up to
  /// 0.22 has it.
  public let librawMinor: Int?
  /// The minor version of the first LibRaw 0.x that reads the files' container, or `nil` if 0.20
  /// does. It does not cover compression.
  public var containerMinor: Int? { maker == "OM System" ? 21 : nil }
  /// The matrix from XYZ to camera for D65, or `nil` if it was not published.
  public let daylightMatrix: Matrix3x3?
  /// The matrix from XYZ to camera for standard light A, or `nil` if it was not published.
  public let tungstenMatrix: Matrix3x3?
  /// The colour filters.
  public let filters: Filters
  /// The black level for files without one, or `nil` if all files contain it.
  public let black: Level?
  /// The saturation for files without one, or `nil` if it is unknown.
  public let white: Level?
  let activeAreas: [Area]
  let pictures: [Area]
  let maskedAreas: [MaskedAreas]

  /// Returns the exposed area in a raw picture of the given size, or `nil` if it is unknown.
  public func activeArea(in raw: Size) -> Region? { Self.first(activeAreas, in: raw) }

  /// Returns the maker's picture in a raw picture of the given size, or `nil` if it is unknown.
  public func picture(in raw: Size) -> Region? { Self.first(pictures, in: raw) }

  /// Returns the masked pixels of a raw picture of the given size. Empty if they are unknown.
  public func maskedAreas(in raw: Size) -> [Region] {
    let whole = Region(raw)
    return maskedAreas.first { areas in
      (areas.rawSize ?? raw) == raw && areas.regions.allSatisfy { whole.contains($0) }
    }?.regions ?? []
  }

  /// The matrices with their illuminants, as in a DNG: first A, then D65. Empty if they are
  /// unknown.
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
  /// Returns the area in a raw picture of the given size. It can be outside the picture.
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
