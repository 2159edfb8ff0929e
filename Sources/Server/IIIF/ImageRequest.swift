package import BromideValues

/// The requested rotation (section 4.3).
package struct ImageRotation: Sendable, Hashable {
  /// Whether to mirror left and right before the rotation.
  package let isMirrored: Bool
  /// The clockwise angle, 0 ≤ degrees < 360.
  package let degrees: Double

  /// Reads `n` or `!n` with n from 0 to 360, or returns `nil` for other text.
  package init?(_ text: String) {
    isMirrored = text.hasPrefix("!")
    guard let degrees = ImageNumbers.decimal(isMirrored ? text.dropFirst() : text[...]),
      degrees <= 360
    else { return nil }
    self.degrees = degrees == 360 ? 0 : degrees
  }

  /// The number of clockwise quarter turns, or `nil` for other angles.
  package var quarters: Int? {
    degrees.truncatingRemainder(dividingBy: 90) == 0 ? Int(degrees / 90) : nil
  }

  /// The canonical text.
  package var text: String {
    let number = degrees == degrees.rounded() ? "\(Int(degrees))" : "\(degrees)"
    return (isMirrored ? "!" : "") + number
  }
}

/// The requested quality (section 4.4).
package enum ImageQuality: String, Sendable, Hashable, CaseIterable {
  case `default`, color, gray, bitonal
}

/// The requested format (section 4.5).
package enum ImageFormat: String, Sendable, Hashable, CaseIterable {
  case jpg, png

  package var type: String { self == .jpg ? "image/jpeg" : "image/png" }
}

/// The parameters of a request for a picture, from the last four segments of its path.
package struct ImageRequest: Sendable, Hashable {
  package let region: ImageRegion
  package let size: ImageSize
  package let rotation: ImageRotation
  package let quality: ImageQuality
  package let format: ImageFormat

  /// Reads the parameters.
  ///
  /// - Parameter segments: Region, size, rotation, and quality with format, all decoded.
  /// - Throws: `Rejection` with the segment and the accepted values. The status is 400, or 501 if the
  ///   angle is not a quarter turn.
  package init(_ segments: [String]) throws(Rejection) {
    precondition(segments.count == 4, "region, size, rotation, quality.format")
    guard let region = ImageRegion(segments[0]) else {
      throw .wrong("region “\(segments[0])”: expected full, square, x,y,w,h or pct:x,y,w,h")
    }
    guard let size = ImageSize(segments[1]) else {
      throw .wrong(
        "size “\(segments[1])”: expected max, w,, ,h, pct:n, w,h or !w,h, with ^ before it to enlarge"
      )
    }
    guard let rotation = ImageRotation(segments[2]) else {
      throw .wrong("rotation “\(segments[2])”: expected 0 to 360, with ! before it to mirror")
    }
    guard rotation.quarters != nil else {
      throw Rejection(501, "rotation \(rotation.text): this server turns by 0, 90, 180 and 270")
    }
    let parts = segments[3].split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 2, let quality = ImageQuality(rawValue: String(parts[0])) else {
      throw .wrong(
        "quality “\(segments[3])”: expected default, color, gray or bitonal, and .jpg or .png")
    }
    guard let format = ImageFormat(rawValue: String(parts[1])) else {
      throw .wrong("format “\(parts[1])”: this server writes jpg and png")
    }
    self.region = region
    self.size = size
    self.rotation = rotation
    self.quality = quality
    self.format = format
  }

  /// Returns the requested pixels of a picture, and their size before rotation.
  ///
  /// - Throws: `Rejection` if the region contains no pixels or `ImageSize` rejects the size.
  package func geometry(of picture: Size, mostPixels: Int) throws(Rejection) -> ImageGeometry {
    guard let shown = region.region(in: picture) else {
      throw .wrong(
        "the region does not contain a pixel of the picture, which is \(picture.width),\(picture.height)"
      )
    }
    return ImageGeometry(
      picture: picture, region: shown, size: try size.size(of: shown.size, mostPixels: mostPixels))
  }

  /// Returns the last four segments of the canonical URI (section 4.7).
  package func canonical(_ geometry: ImageGeometry, mostPixels: Int) -> String {
    let part = geometry.region
    let region =
      part == Region(geometry.picture)
      ? "full" : "\(part.x),\(part.y),\(part.width),\(part.height)"
    let most = try? ImageSize("max")?.size(of: part.size, mostPixels: mostPixels)
    let isLarger = geometry.size.width > part.width || geometry.size.height > part.height
    let size =
      geometry.size == most
      ? "max" : "\(isLarger ? "^" : "")\(geometry.size.width),\(geometry.size.height)"
    let quality = quality == .color ? ImageQuality.default : quality
    return "\(region)/\(size)/\(rotation.text)/\(quality.rawValue).\(format.rawValue)"
  }
}

/// The requested pixels of an upright picture, and their output size.
package struct ImageGeometry: Sendable, Hashable {
  package let picture: Size
  package let region: Region
  /// The size before the rotation.
  package let size: Size
}
