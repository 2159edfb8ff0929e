public import BromideValues

/// A picture to draw over others: linear light with alpha, at full size and at reduced sizes.
///
/// It contains 16-bit codes of √v, premultiplied by alpha. At white, a step is 3·10⁻⁵ of the light.
/// In dark areas, the steps are smaller than with 16 bits of common transfer functions. If you
/// develop pictures directly into `space(like:)`, you do not need another conversion.
public struct LightPicture: Sendable {
  /// Width and height in pixels.
  public let size: Size
  /// The picture, followed by levels with half the size each. If a level is one pixel wide, its
  /// column is repeated.
  let levels: [ImageBuffer<UInt16>]

  /// Creates a picture from codes.
  ///
  /// - Parameters:
  ///   - codes: 65535·√v of grey, grey and alpha, RGB or RGBA, premultiplied by alpha.
  ///   - shrinks: Whether the picture will be drawn at a smaller size. Otherwise, it has a single
  ///     level.
  public init(codes: ImageBuffer<UInt16>, shrinks: Bool = false) {
    precondition(!codes.size.isEmpty, "a picture has pixels")
    size = codes.size
    var level = codes.channels == 4 ? codes : Self.opaque(codes)
    var levels = [Self.wide(level)]
    while shrinks, level.size.longEdge > 1 {
      level = Self.halved(level)
      levels.append(Self.wide(level))
    }
    self.levels = levels
  }

  /// Converts a drawing in sRGB with straight alpha to linear light with the primaries of another
  /// space.
  ///
  /// - Parameter drawing: RGB or RGBA.
  public init(drawing: ImageBuffer<UInt8>, in space: RGBSpace, shrinks: Bool = false) {
    precondition(drawing.channels >= 3, "a drawing is RGB or RGBA")
    let matrix = RGBSpace.srgb.matrix(to: space)
    let channels = drawing.channels
    var codes = ImageBuffer<UInt16>(size: drawing.size, channels: 4)
    unsafe drawing.withUnsafeSamples { from in
      unsafe codes.withUnsafeMutableSamples { to in
        for i in 0..<drawing.size.area {
          let pixel = unsafe UnsafeBufferPointer(
            rebasing: from[channels * i..<channels * (i + 1)])
          let alpha = unsafe channels == 4 ? Double(pixel[3]) / 255 : 1
          // Skip empty pixels, because most of a drawing is empty.
          guard alpha > 0 else {
            for c in 0..<4 { unsafe to[4 * i + c] = 0 }
            continue
          }
          let light = unsafe SIMD3(
            Self.light[Int(pixel[0])], Self.light[Int(pixel[1])], Self.light[Int(pixel[2])])
          let color = matrix * light * alpha
          for c in 0..<3 { unsafe to[4 * i + c] = Self.code(color[c]) }
          unsafe to[4 * i + 3] = Self.code(alpha)
        }
      }
    }
    self.init(codes: codes, shrinks: shrinks)
  }

  /// Converts a picture with a frame's encoding, for example to move it over the frame.
  ///
  /// - Parameter transfer: The transfer function of its codes.
  public init(_ picture: EncodedPicture, transfer: TransferFunction, shrinks: Bool = false) {
    let (format, most) = (picture.format, picture.format.sample.maximum)
    let roots = (0...most).map { code in
      65535 * max(transfer.decode(Double(code) / Double(most)), 0).squareRoot()
    }
    var codes = ImageBuffer<UInt16>(size: picture.size, channels: 4)
    let bytes = unsafe UnsafeRawBufferPointer(picture.pixels.bytes)
    func sample(_ index: Int) -> Int {
      unsafe format.sample == .uint8
        ? Int(bytes[index]) : Int(bytes.load(fromByteOffset: 2 * index, as: UInt16.self))
    }
    unsafe codes.withUnsafeMutableSamples { to in
      for i in 0..<picture.size.area {
        let first = i * format.channels
        let alpha =
          format.hasAlpha ? Double(sample(first + format.channels - 1)) / Double(most) : 1
        let root = alpha.squareRoot()
        for c in 0..<3 {
          let value = roots[sample(first + (format.colorChannels < 3 ? 0 : c))] * root
          unsafe to[4 * i + c] = UInt16(min(value, 65535).rounded())
        }
        unsafe to[4 * i + 3] = UInt16((65535 * root).rounded())
      }
    }
    self.init(codes: codes, shrinks: shrinks)
  }

  /// Returns a part of the picture as a separate picture.
  ///
  /// - Parameter region: A non-empty region inside the picture.
  public func part(_ region: Region, shrinks: Bool = false) -> LightPicture {
    precondition(Region(size).contains(region), "a part lies inside")
    var codes = ImageBuffer<UInt16>(size: region.size, channels: 4)
    unsafe levels[0].withUnsafeSamples { from in
      unsafe codes.withUnsafeMutableSamples { to in
        for y in 0..<region.height {
          let start = 4 * ((region.y + y) * levels[0].width + region.x)
          _ = unsafe UnsafeMutableBufferPointer(
            rebasing: to[4 * y * region.width..<4 * (y + 1) * region.width]
          ).update(fromContentsOf: from[start..<start + 4 * region.width])
        }
      }
    }
    return LightPicture(codes: codes, shrinks: shrinks)
  }

  /// Returns the space of `codes`: the same primaries, with a square root as transfer function.
  public static func space(like space: RGBSpace) -> RGBSpace {
    RGBSpace(
      name: "roots", red: space.red, green: space.green, blue: space.blue, white: space.white,
      transfer: TransferFunction(slope: 0, cut: 0, scale: 1, exponent: 0.5, offset: 0), cicp: nil)
  }

  /// The linear value of sRGB's codes.
  private static let light = (0..<256).map { TransferFunction.srgb.decode(Double($0) / 255) }

  private static func code(_ light: Double) -> UInt16 {
    UInt16((min(max(light, 0), 1).squareRoot() * 65535).rounded())
  }

  private static func opaque(_ codes: ImageBuffer<UInt16>) -> ImageBuffer<UInt16> {
    var result = ImageBuffer<UInt16>(size: codes.size, channels: 4)
    let channels = codes.channels
    unsafe codes.withUnsafeSamples { from in
      unsafe result.withUnsafeMutableSamples { to in
        for i in 0..<codes.size.area {
          for c in 0..<3 {
            unsafe to[4 * i + c] = from[channels * i + (channels < 3 ? 0 : c)]
          }
          unsafe to[4 * i + 3] = channels == 2 ? from[2 * i + 1] : 65535
        }
      }
    }
    return result
  }

  /// Repeats a single column, because the kernel reads pairs of neighbours.
  private static func wide(_ codes: ImageBuffer<UInt16>) -> ImageBuffer<UInt16> {
    guard codes.width == 1 else { return codes }
    var result = ImageBuffer<UInt16>(size: Size(width: 2, height: codes.height), channels: 4)
    for y in 0..<codes.height {
      for x in 0..<2 { for c in 0..<4 { result[x, y, c] = codes[0, y, c] } }
    }
    return result
  }

  /// Averages the linear light of 2×2 pixels. An odd last column or row is repeated.
  private static func halved(_ codes: ImageBuffer<UInt16>) -> ImageBuffer<UInt16> {
    let size = Size(width: (codes.width + 1) / 2, height: (codes.height + 1) / 2)
    var result = ImageBuffer<UInt16>(size: size, channels: 4)
    unsafe codes.withUnsafeSamples { from in
      unsafe result.withUnsafeMutableSamples { to in
        for y in 0..<size.height {
          let rows = (2 * y * codes.stride, min(2 * y + 1, codes.height - 1) * codes.stride)
          for x in 0..<size.width {
            let columns = (8 * x, 4 * min(2 * x + 1, codes.width - 1))
            for c in 0..<4 {
              var sum: Float = 0
              for row in [rows.0, rows.1] {
                for column in [columns.0, columns.1] {
                  let root = Float(unsafe from[row + column + c])
                  sum += root * root
                }
              }
              unsafe to[4 * (y * size.width + x) + c] = UInt16((sum / 4).squareRoot().rounded())
            }
          }
        }
      }
    }
    return result
  }
}
