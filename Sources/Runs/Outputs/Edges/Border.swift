internal import BromideDevelop
internal import BromideValues

/// A border of one colour around each picture, inside the requested size.
public struct Border: Sendable, Hashable, Codable {
  /// The width on each side.
  public enum Width: Sendable, Hashable, Codable {
    /// Pixels, 1 to 2000.
    case pixels(Int)
    /// Percent of the long edge, including the border, 0.1 to 25.
    case percent(Double)

    /// Parses `20px` or `2%`. Returns `nil` for other texts and values outside the ranges.
    public init?(_ text: String) {
      if text.hasSuffix("%"), let share = Double(text.dropLast()), (0.1...25).contains(share) {
        self = .percent(share)
      } else if text.hasSuffix("px"), let count = Int(text.dropLast(2)), (1...2000).contains(count)
      {
        self = .pixels(count)
      } else {
        return nil
      }
    }

    /// The text that `init(_:)` reads as this width.
    var text: String {
      switch self {
      case .pixels(let count): "\(count)px"
      case .percent(let share): share.percentText
      }
    }
  }

  /// The width on each side.
  public var width: Width
  /// The codes of red, green and blue in sRGB.
  public var color: SIMD3<UInt8>

  /// Creates a border, white by default.
  public init(_ width: Width, color: SIMD3<UInt8> = SIMD3(repeating: 255)) {
    self.width = width
    self.color = color
  }

  /// Parses the codes of `#fff` or `#ffffff`. Returns `nil` for other texts.
  public static func color(_ text: String) -> SIMD3<UInt8>? {
    text.hasPrefix("#") ? HexColor.codes(text.dropFirst()) : nil
  }

  /// The colour as `#ffffff`.
  private var colorText: String {
    "#" + (0..<3).map { (color[$0] < 16 ? "0" : "") + String(color[$0], radix: 16) }.joined()
  }
}

extension Border {
  /// Returns the border's pixels on each side, and the request for the picture inside it.
  ///
  /// - Parameters:
  ///   - request: The size of the picture with its border, or `nil` to add the border to the photo.
  ///     It is not a fraction, because a border does not change the size of the photo.
  ///   - photo: The size of the complete upright photo.
  func inside(
    _ request: SizeRequest?, of photo: Size
  ) throws(DevelopError) -> (pixels: Int, request: SizeRequest?) {
    let whole = surrounding(photo)
    guard let request else { return (pixels(of: whole), nil) }
    let pixels = pixels(of: request.size(of: whole))
    guard let inner = request.inside(border: pixels, of: photo) else {
      throw .unsupported(
        "a border of \(width.text) is too wide for the size \(request.bounds.text); use a smaller border"
      )
    }
    return (pixels, inner)
  }

  /// Returns the size of a picture with its border.
  func surrounding(_ picture: Size) -> Size {
    let border: Int =
      switch width {
      case .pixels(let count): count
      case .percent(let share):
        Int((Double(picture.longEdge) * share / (100 - 2 * share)).rounded())
      }
    return picture.surrounded(by: border)
  }

  /// Returns the pixels on each side. The size includes them.
  private func pixels(of whole: Size) -> Int {
    switch width {
    case .pixels(let count): count
    case .percent(let share): whole.edgePixels(percent: share)
    }
  }

  /// Returns the bytes of a pixel in the machine's byte order. Alpha is opaque.
  ///
  /// - Parameters:
  ///   - space: The space of the samples.
  ///   - profile: The profile of the samples, which replaces `space`, or `nil` to use the space.
  func pixel(
    _ format: PixelFormat, in space: RGBSpace, by profile: OutputProfile? = nil
  ) throws(DevelopError) -> [UInt8] {
    let isNeutral = color == SIMD3(repeating: color.x)
    guard isNeutral || format.colorChannels == 3 else {
      throw .unsupported(
        "the border's colour \(colorText) is not neutral, but the picture is grey; use a neutral colour such as #fff"
      )
    }
    var light = SIMD3<Double>()
    for channel in 0..<3 {
      light[channel] = RGBSpace.srgb.transfer.decode(Double(color[channel]) / 255)
    }
    // A matrix keeps neutral colours only up to rounding.
    if !isNeutral {
      light = RGBSpace.srgb.matrix(to: profile == nil ? space : .rec2020) * light
    }
    let codes = profile?.codes(of: light)
    var samples = (0..<format.colorChannels).map {
      codes?[$0] ?? space.transfer.encode(min(max(light[$0], 0), 1))
    }
    if format.hasAlpha { samples.append(1) }
    let most = Double(format.sample.maximum)
    return samples.flatMap { sample -> [UInt8] in
      let code = (min(max(sample, 0), 1) * most).rounded()
      return switch format.sample {
      case .uint8: [UInt8(code)]
      case .uint16: unsafe withUnsafeBytes(of: UInt16(code)) { unsafe Array($0) }
      case .float32: unsafe withUnsafeBytes(of: Float(sample)) { unsafe Array($0) }
      }
    }
  }
}
