package import BromideCodecs
internal import BromideKernels
internal import BromideRaw
internal import BromideSystem
package import BromideValues
internal import SystemPackage

// Pictures with profiles that contain tables, which lcms2 evaluates.

/// Reads a CMYK JPEG as floats: linear Rec. 2020 if its profile defines the inks, or R′G′B′ of
/// sRGB.
struct JPEGInkTask: ForeignTask {
  static let library = "libjpeg"
  let path: FilePath
  /// Whether to ignore the profile.
  let ignoresProfile: Bool

  struct Answer: Codable, Sendable {
    let header: JPEGHeader
    let isProfiled: Bool
    let missesEnd: Bool
  }

  func run(_ allocate: PixelAllocator) throws(FrameFileError) -> Answer {
    let bytes = try FrameFileError.calling { () throws(SystemError) in
      try FileSystem.contents(of: path)
    }
    return try FrameFileError.ofJPEG(path) { () throws(JPEGError) in
      let header = try JPEGPicture.header(bytes: bytes)
      guard header.isCMYK else { throw .unsupportedColor("no inks") }
      let transform =
        ignoresProfile
        ? nil : ProfileTransform(header.profile, of: .cmyk, to: .rec2020)
      let count = 12 * header.size.area
      guard let memory = allocate(count) else { throw .outOfMemory(bytes: count) }
      func put(_ y: Int, _ x: Int, _ color: SIMD3<Double>) {
        let place = 12 * (y * header.size.width + x)
        for c in 0..<3 {
          unsafe memory.bytes.storeBytes(
            of: Float(color[c]), toByteOffset: place + 4 * c, as: Float.self)
        }
      }
      let missesEnd = try JPEGInks.read(bytes) { y, inks in
        if let transform {
          transform.light(of: inks.map { Float($0) / 255 }) { x, light in put(y, x, light) }
        } else {
          for x in 0..<inks.count / 4 { put(y, x, Self.guess(inks[(4 * x)..<(4 * x + 4)])) }
        }
      }
      return Answer(header: header, isProfiled: transform != nil, missesEnd: missesEnd)
    }
  }

  /// Guesses the colour of inks: each ink absorbs one channel, and black absorbs all, so red is (1
  /// − C)(1 − K).
  private static func guess(_ inks: ArraySlice<UInt8>) -> SIMD3<Double> {
    let shares = inks.map { 1 - Double($0) / 255 }
    return SIMD3(shares[0], shares[1], shares[2]) * shares[3]
  }
}

/// Reads a picture as linear Rec. 2020 with opacity. Its profile is not defined by three primaries
/// and a curve.
struct ProfiledPixelsTask: ForeignTask {
  static let library = "lcms2"
  let path: FilePath
  let kind: ProfiledKind
  /// The part of a PNG to read.
  let part: PicturePart?
  let profile: [UInt8]

  struct Answer: Codable, Sendable {
    /// The size, or `nil` if the picture or the profile cannot be read.
    let size: Size?
    /// Three, or four with opacity.
    let channels: Int
  }

  func run(_ allocate: PixelAllocator) throws(RawError) -> Answer {
    guard let picture = PictureNumbers(path, kind, part),
      let transform = ProfileTransform(
        profile, of: picture.colors == 1 ? .grey : .rgb, to: .rec2020)
    else { return Answer(size: nil, channels: 3) }
    let channels = picture.hasAlpha ? 4 : 3
    let count = 4 * channels * picture.size.area
    guard let memory = allocate(count) else { throw .outOfMemory(path: path, bytes: count) }
    for y in 0..<picture.size.height {
      let row = picture.row(y)
      let stride = picture.colors + (picture.hasAlpha ? 1 : 0)
      func put(_ x: Int, _ c: Int, _ value: Float) {
        unsafe memory.bytes.storeBytes(
          of: value, toByteOffset: 4 * ((y * picture.size.width + x) * channels + c),
          as: Float.self)
      }
      var colors: [Float] = []
      colors.reserveCapacity(picture.size.width * picture.colors)
      for x in 0..<picture.size.width {
        colors += row[(x * stride)..<(x * stride + picture.colors)]
        if picture.hasAlpha { put(x, 3, row[x * stride + picture.colors]) }
      }
      transform.light(of: colors) { x, light in
        for c in 0..<3 { put(x, c, Float(light[c])) }
      }
    }
    return Answer(size: picture.size, channels: channels)
  }
}

/// The formats of these pictures.
package enum ProfiledKind: Codable, Sendable, Hashable {
  case png, tiff
  /// A JPEG XL, AVIF or WebP.
  case whole(PictureFormat)
  /// A JPEG, with the coding that converts YCbCr to R′G′B′.
  case jpeg(YCbCrCoding, ChromaSiting, isNearest: Bool)
}

/// A picture's codes as numbers from 0 to 1.
private struct PictureNumbers {
  let size: Size
  /// One or three.
  let colors: Int
  let hasAlpha: Bool
  /// Returns a row of numbers, including opacity.
  let row: (_ y: Int) -> [Float]
}

extension PictureNumbers {
  init?(_ path: FilePath, _ kind: ProfiledKind, _ part: PicturePart?) {
    let pixels: PicturePixels?
    switch kind {
    case .png:
      pixels =
        if let part {
          try? PNGReader.read(path: path, part: part).pixels
        } else {
          try? PNGReader.read(path: path).pixels
        }
    case .tiff: pixels = try? TIFFReader.read(path: path).pixels
    case .whole(let format): pixels = try? WholeReader.read(path: path, format: format).pixels
    case .jpeg(let coding, let siting, let isNearest):
      guard let picture = try? JPEGPicture(path: path), coding.depth == 8 else { return nil }
      let frame = picture.frame
      let reader = YCbCrPixelReader(
        frame,
        YCbCrConverter(
          coding: coding, siting: siting, layout: frame.layout, output: .rgbFloat,
          upsampling: isNearest ? .nearest : .linear))
      let isGrey = frame.layout.subsampling == .grey
      self.init(size: frame.size, colors: isGrey ? 1 : 3, hasAlpha: false) { y in
        (0..<frame.size.width).flatMap { x -> [Float] in
          let rgb = reader.rgb(x: x, y: y)
          return isGrey ? [Float(rgb.y)] : [Float(rgb.x), Float(rgb.y), Float(rgb.z)]
        }
      }
      return
    }
    switch pixels {
    case nil: return nil
    case .eight(let image): self.init(image) { Float($0) / 255 }
    case .sixteen(let image): self.init(image) { Float($0) / 65535 }
    case .float(let image): self.init(image) { $0 }
    }
  }

  private init<Sample>(_ image: ImageBuffer<Sample>, _ number: @escaping (Sample) -> Float) {
    self.init(
      size: image.size, colors: image.channels < 3 ? 1 : 3,
      hasAlpha: image.channels.isMultiple(of: 2)
    ) { y in
      unsafe image.withUnsafeSamples { samples in
        unsafe samples[(y * image.stride)..<((y + 1) * image.stride)].map(number)
      }
    }
  }
}
