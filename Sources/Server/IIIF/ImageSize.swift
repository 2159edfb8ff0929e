package import BromideValues

/// The requested size (section 4.2 of the IIIF Image API 3.0).
package struct ImageSize: Sendable, Hashable {
  package enum Form: Sendable, Hashable {
    case max
    case width(Int)
    case height(Int)
    case percent(Double)
    /// Exactly this size, even if it distorts the picture.
    case exact(Int, Int)
    /// The largest size with the same proportions that fits into a box.
    case confined(Int, Int)
  }

  package let form: Form
  /// Whether the picture may be larger than the region (`^`).
  package let upscales: Bool

  /// Reads a size, or returns `nil` for other text.
  ///
  /// The forms are `max`, `w,`, `,h`, `pct:n`, `w,h` and `!w,h`, each with an optional `^` before
  /// it. Also `full`, from version 2 of the API.
  package init?(_ text: String) {
    upscales = text.hasPrefix("^")
    let text = upscales ? text.dropFirst() : text[...]
    // In Image API 2, `full` is the name of `max`.
    if text == "max" || (text == "full" && !upscales) {
      form = .max
    } else if text.hasPrefix("pct:") {
      guard let percent = ImageNumbers.decimal(text.dropFirst(4)) else { return nil }
      form = .percent(percent)
    } else {
      let isConfined = text.hasPrefix("!")
      let sides = (isConfined ? text.dropFirst() : text).split(
        separator: ",", omittingEmptySubsequences: false)
      guard sides.count == 2 else { return nil }
      let (width, height) = (ImageNumbers.whole(sides[0]), ImageNumbers.whole(sides[1]))
      switch (width, height) {
      case (let width?, let height?):
        form = isConfined ? .confined(width, height) : .exact(width, height)
      case (let width?, nil) where sides[1].isEmpty && !isConfined: form = .width(width)
      case (nil, let height?) where sides[0].isEmpty && !isConfined: form = .height(height)
      default: return nil
      }
    }
  }

  /// Returns the output size of a region.
  ///
  /// - Parameter mostPixels: The maximum pixels of a picture.
  /// - Throws: `Rejection` if the size has no pixels, is larger than the region without `^`, or
  ///   exceeds `mostPixels`.
  package func size(of region: Size, mostPixels: Int) throws(Rejection) -> Size {
    let (width, height) = (Double(region.width), Double(region.height))
    func scaled(_ scale: Double) throws(Rejection) -> Size {
      try checked(Self.pixels(width * scale), Self.pixels(height * scale))
    }
    func checked(_ across: Int, _ down: Int) throws(Rejection) -> Size {
      guard across > 0, down > 0 else { throw .wrong("a picture has a width and a height") }
      guard upscales || (across <= region.width && down <= region.height) else {
        throw .wrong("\(across),\(down) is larger than the region; ^ before the size allows that")
      }
      guard across <= Self.longestSide, down <= Self.longestSide, across * down <= mostPixels else {
        throw .wrong("\(across),\(down) is more than \(mostPixels) pixels, the most of a picture")
      }
      return Size(width: across, height: down)
    }
    /// Returns the largest proportional size within the limit.
    func most(_ scale: Double) -> Size {
      let scale = min(
        scale, (Double(mostPixels) / (width * height)).squareRoot(),
        Double(Self.longestSide) / max(width, height))
      // Round down, because rounding both sides up could exceed the limit.
      let isWhole = scale == 1
      return Size(
        width: isWhole ? region.width : max(1, Int(width * scale)),
        height: isWhole ? region.height : max(1, Int(height * scale)))
    }
    switch form {
    case .max: return most(upscales ? .infinity : 1)
    case .width(let across):
      return try checked(across, Self.pixels(height * Double(across) / width))
    case .height(let down):
      return try checked(Self.pixels(width * Double(down) / height), down)
    case .percent(let percent):
      guard percent > 0, percent <= 1e6 else {
        throw .wrong("pct:\(percent): expected a percentage above 0")
      }
      return try scaled(percent / 100)
    case .exact(let across, let down): return try checked(across, down)
    case .confined(let across, let down):
      guard across > 0, down > 0 else { throw .wrong("a picture has a width and a height") }
      let fitting = min(Double(across) / width, Double(down) / height)
      let scale = upscales ? fitting : min(fitting, 1)
      let size = Size(
        width: min(across, Self.pixels(width * scale)),
        height: min(down, Self.pixels(height * scale)))
      return size.area > mostPixels ? most(scale) : size
    }
  }

  private static func pixels(_ length: Double) -> Int {
    max(length > 0 ? 1 : 0, Int(length.rounded()))
  }

  /// JPEG and the developer allow larger sides.
  private static let longestSide = 65_500
}
