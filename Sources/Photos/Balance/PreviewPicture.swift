internal import BromideCodecs
internal import BromideDevelop
internal import BromideRaw
internal import BromideValues
internal import SystemPackage

/// The camera's preview, as code values with their colour space.
struct PreviewPicture {
  /// The stored R′G′B′ values.
  let pixels: ImageBuffer<UInt8>
  let space: RGBSpace
  /// The orientation to apply for an upright picture.
  let orientation: Orientation

  /// Decodes a preview, at a reduced size if it is a large JPEG.
  ///
  /// - Parameters:
  ///   - rawOrientation: The photo's orientation, which a tag in the JPEG can replace.
  ///   - least: The minimum decoded size, if the preview is large enough.
  init(
    _ content: RawPreview.Content, of path: FilePath, rawOrientation: Orientation,
    atLeast least: Size = Size(width: 2 * leastWidth, height: 2 * leastHeight),
    context: RunContext
  ) throws(PreviewUnusable) {
    switch content {
    case .jpeg(let bytes):
      let (header, pixels) = try Self.decode(JPEGSource(bytes, in: path), atLeast: least, context)
      self.pixels = pixels
      space = try Self.space(header, path, context)
      orientation = header.orientation ?? rawOrientation
    case .rgb(let bytes, let size):
      try Self.check(size)
      var copy = ImageBuffer<UInt8>(size: size, channels: 3)
      unsafe copy.withUnsafeMutableSamples { samples in
        _ = unsafe samples.update(fromContentsOf: bytes.prefix(size.area * 3))
      }
      pixels = copy
      space = .srgb
      orientation = rawOrientation
    }
  }

  /// Throws the reason why a preview is not usable, as far as its header shows it.
  static func check(
    _ content: RawPreview.Content, of path: FilePath, _ context: RunContext
  ) throws(PreviewUnusable) {
    switch content {
    case .jpeg(let bytes): _ = try checkedHeader(JPEGSource(bytes, in: path), context)
    case .rgb(_, let size): try check(size)
    }
  }

  private static func checkedHeader(
    _ jpeg: JPEGSource, _ context: RunContext
  ) throws(PreviewUnusable) -> JPEGHeader {
    let header: JPEGHeader
    do throws(FrameFileError) { header = try jpeg.header(context) } catch { throw unusable(error) }
    try check(header.size)
    guard header.layout.subsampling != .grey else {
      throw PreviewUnusable("its preview is in black and white")
    }
    return header
  }

  private static func decode(
    _ jpeg: JPEGSource, atLeast least: Size, _ context: RunContext
  ) throws(PreviewUnusable) -> (JPEGHeader, ImageBuffer<UInt8>) {
    let header = try checkedHeader(jpeg, context)
    do throws(FrameFileError) {
      return (header, try jpeg.reduced(atLeast: least, context: context))
    } catch { throw unusable(error) }
  }

  private static func unusable(_ error: FrameFileError) -> PreviewUnusable {
    if case .lost(let reason)? = error.ofJPEG {
      return PreviewUnusable("of its preview, \(reason)")
    }
    return PreviewUnusable("its preview is damaged: \(error.ofJPEG?.description ?? "\(error)")")
  }

  private static func check(_ size: Size) throws(PreviewUnusable) {
    guard size.longEdge >= leastWidth, size.shortEdge >= leastHeight else {
      throw PreviewUnusable("its preview of \(size) is smaller than \(leastWidth)×\(leastHeight)")
    }
    guard size.area <= mostPixels else {
      throw PreviewUnusable("its preview contains \(size), which no camera has")
    }
  }

  /// The size of an Exif thumbnail.
  private static let (leastWidth, leastHeight) = (160, 120)
  /// A limit above all sensor sizes. A small file could claim a large picture and take a long time
  /// to decode.
  private static let mostPixels = 1 << 28

  private static func space(
    _ header: JPEGHeader, _ path: FilePath, _ context: RunContext
  ) throws(PreviewUnusable) -> RGBSpace {
    if !header.profile.isEmpty {
      let found: RGBSpace?
      do throws(RawError) {
        found = try PictureReading.space(ofProfile: header.profile, in: path, context: context)
      } catch { throw PreviewUnusable("of its preview, \(error.reason)") }
      guard let space = found else {
        throw PreviewUnusable("its preview has an ICC profile that is made of tables")
      }
      return space
    }
    return ExifColorSpace.isAdobeRGB(header.exif) ? .adobeRGB : .srgb
  }

  /// Returns the points of a reduced photo, in rows of the upright picture: the index of the
  /// sensor's pixel, and the preview's light at the same point.
  func points(
    in sensor: ReducedSensor, of source: DevelopSource
  ) -> [(index: Int, xyz: SIMD3<Double>)] {
    let upright = source.orientation.upright(sensor.size)
    let grid = orientation.isTransposed ? upright.transposed : upright
    let light = light(grid)
    return (0..<upright.area).map { place in
      let (x, y) = (place % upright.width, place / upright.width)
      let own = source.orientation.storedPosition(x: x, y: y, in: sensor.size)
      let its = orientation.storedPosition(x: x, y: y, in: grid)
      return (own.y * sensor.size.width + own.x, light[its.y * grid.width + its.x])
    }
  }

  /// Returns linear light in XYZ under D65, averaged over the boxes of a grid of the stored
  /// picture.
  func light(_ grid: Size) -> [SIMD3<Double>] {
    let toXYZ = Matrix3x3.bradford(from: space.white, to: .d65) * space.toXYZ
    let table = (0..<256).map { space.transfer.decode(Double($0) / 255) }
    var result: [SIMD3<Double>] = []
    unsafe pixels.withUnsafeSamples { samples in
      for y in 0..<grid.height {
        let rows = y * pixels.height / grid.height..<(y + 1) * pixels.height / grid.height
        for x in 0..<grid.width {
          let columns = x * pixels.width / grid.width..<(x + 1) * pixels.width / grid.width
          var sum = SIMD3<Double>.zero
          for row in rows {
            for column in columns {
              let at = 3 * (row * pixels.width + column)
              sum += unsafe SIMD3(
                table[Int(samples[at])], table[Int(samples[at + 1])], table[Int(samples[at + 2])])
            }
          }
          let area = rows.count * columns.count
          result.append(toXYZ * (area > 0 ? sum / Double(area) : .zero))
        }
      }
    }
    return result
  }
}
