internal import BromideDevelop
public import BromideSampling
internal import BromideValues

/// A logo on each picture, inside its border.
public struct Watermark: Sendable, Hashable, Codable {
  /// The place of the logo.
  public enum Place: String, Sendable, Hashable, Codable, CaseIterable {
    case topLeft = "top-left"
    case top
    case topRight = "top-right"
    case left
    case center
    case right
    case bottomLeft = "bottom-left"
    case bottom
    case bottomRight = "bottom-right"
  }

  /// The logo.
  public var logo: Logo
  /// The place of the logo.
  public var place: Place
  /// The long edge of the logo in percent of the picture's long edge, 1 to 100.
  public var percent: Double

  /// Creates a watermark.
  public init(_ logo: Logo, place: Place = .bottomRight, percent: Double = 15) {
    self.logo = logo
    self.place = place
    self.percent = percent
  }

  /// Parses a size such as `15%`. Returns `nil` for other texts and sizes outside 1 to 100.
  public static func percent(_ text: String) -> Double? {
    guard text.hasSuffix("%"), let share = Double(text.dropLast()), (1...100).contains(share)
    else { return nil }
    return share
  }

  /// The distance from the picture's edges in percent of its long edge.
  static let margin = 2.0

  /// The part of a fingerprint.
  struct Identity: Encodable {
    let logo: String
    let place: Place
    let percent: Double
  }

  /// The part of a fingerprint.
  var identity: Identity { Identity(logo: logo.digest, place: place, percent: percent) }
}

extension Watermark {
  /// Returns the part of a picture that the logo covers.
  ///
  /// - Parameter picture: The size of the picture without its border.
  /// - Throws: `DevelopError.unsupported` if the logo and its margin do not fit.
  func region(on picture: Size) throws(DevelopError) -> Region {
    let margin = picture.edgePixels(percent: Self.margin)
    let size = size(on: picture)
    let x = Self.start(place.column, size.width, picture.width, margin)
    let y = Self.start(place.row, size.height, picture.height, margin)
    let region = Region(x: x, y: y, width: size.width, height: size.height)
    guard Region(picture).contains(region) else {
      throw .unsupported(
        "the watermark \(logo.path) would have \(size) pixels and does not fit on \(picture) pixels with its margin of \(margin); use a smaller size than \(percent.percentText)"
      )
    }
    return region
  }

  /// Returns the size of the logo.
  func size(on picture: Size) -> Size {
    let scale = Double(picture.edgePixels(percent: percent)) / Double(logo.size.longEdge)
    func scaled(_ length: Int) -> Int { max(1, Int((Double(length) * scale).rounded())) }
    return Size(width: scaled(logo.size.width), height: scaled(logo.size.height))
  }

  /// Returns the first covered position along an axis.
  private static func start(
    _ side: Place.Side, _ length: Int, _ whole: Int, _ margin: Int
  ) -> Int {
    switch side {
    case .first: margin
    // Rounded down, also for a logo that does not fit.
    case .middle: (whole - length) >> 1
    case .last: whole - margin - length
    }
  }
}

extension Watermark.Place {
  /// The side along an axis.
  enum Side { case first, middle, last }

  /// The side from left to right.
  var column: Side {
    switch self {
    case .topLeft, .left, .bottomLeft: .first
    case .top, .center, .bottom: .middle
    case .topRight, .right, .bottomRight: .last
    }
  }

  /// The side from top to bottom.
  var row: Side {
    switch self {
    case .topLeft, .top, .topRight: .first
    case .left, .center, .right: .middle
    case .bottomLeft, .bottom, .bottomRight: .last
    }
  }
}
