internal import BromideSystem
internal import BromideValues
internal import CBromideCodecs

/// A format whose library needs all pixels at once: JPEG XL, AVIF or WebP.
protocol WholeCoder: Sendable {
  /// Channels that the library does not support become these: grey becomes RGB, and so on.
  static func channels(for channels: Int) -> Int

  /// Encodes a complete picture.
  ///
  /// - Parameter crew: The threads to use. The bytes do not depend on them.
  func encode(
    _ picture: WholePicture, crew: Crew
  ) throws(PictureFileError) -> EncodedFile

  /// Finds the pixels and the packet in a file.
  static func parts(of file: some RandomBytes) throws(PictureFileError) -> PictureParts?
}

/// A complete picture for a library.
struct WholePicture {
  let description: PictureDescription
  /// Rows without gaps, with `channels`.
  let samples: PixelMemory
  let channels: Int
  let exif: [UInt8]
  let xmp: [UInt8]

  /// Calls `body` with the picture in C's form.
  ///
  /// - Parameter prefersCodePoints: Whether the format can store code points instead of a profile.
  func withWhole<Result>(
    prefersCodePoints: Bool, _ body: (UnsafePointer<bromide_whole>) -> Result
  ) -> Result {
    let points = prefersCodePoints && description.profile == nil ? space.cicp : nil
    let profile = points == nil ? profile : []
    return unsafe profile.withUnsafeBufferPointer { profile in
      unsafe exif.withUnsafeBufferPointer { exif in
        unsafe xmp.withUnsafeBufferPointer { xmp in
          var whole = unsafe bromide_whole()
          unsafe whole.samples = UnsafeRawPointer(samples.bytes.baseAddress)
          unsafe whole.width = UInt32(description.size.width)
          unsafe whole.height = UInt32(description.size.height)
          unsafe whole.channels = Int32(channels)
          unsafe whole.bits = Int32(description.format.sample.rawValue)
          unsafe whole.primaries = Int32(points?.primaries ?? Self.unspecified)
          unsafe whole.transfer = Int32(points.map(\.commonTransfer) ?? Self.unspecified)
          unsafe whole.peak = Float(description.peak ?? 0)
          unsafe whole.profile = Self.span(profile)
          unsafe whole.exif = Self.span(exif)
          unsafe whole.xmp = Self.span(xmp)
          return unsafe body(&whole)
        }
      }
    }
  }

  private var space: RGBSpace { description.space ?? .srgb }

  /// The ICC profile of the samples.
  var profile: [UInt8] {
    (description.profile ?? ICCProfile(space, channels: channels <= 2 ? 1 : 3)).bytes
  }

  /// H.273's number for unspecified primaries and transfer functions.
  private static let unspecified: UInt8 = 2

  private static func span(_ bytes: UnsafeBufferPointer<UInt8>) -> bromide_span {
    unsafe bromide_span(bytes: bytes.baseAddress, count: bytes.count)
  }
}

extension CICP {
  /// The transfer function with the number that most readers support. H.273 gives the function of
  /// BT.709 also the numbers 6, 14 and 15.
  fileprivate var commonTransfer: UInt8 { transfer == 14 || transfer == 15 ? 1 : transfer }
}

/// The file of a library, in the library's memory.
@safe
final class EncodedFile {
  private var file = unsafe bromide_file()

  /// - Parameter encode: Calls the library. Returns `nil`, or the reason of a failure.
  init(
    _ encode: (UnsafeMutablePointer<bromide_file>) -> UnsafePointer<CChar>?
  ) throws(PictureFileError) {
    if let reason = unsafe encode(&file) {
      throw .unsupported(reason: unsafe String(cString: reason))
    }
  }

  /// Joins bytes in order.
  convenience init(joining parts: [[UInt8]]) throws(PictureFileError) {
    unsafe try self.init { file in
      guard unsafe bromide_file_reserve(file, parts.reduce(0) { $0 + $1.count }) != 0 else {
        return unsafe bromide_file_shortage
      }
      for part in parts {
        unsafe UnsafeMutableRawBufferPointer(
          start: file.pointee.bytes + file.pointee.count, count: part.count
        ).copyBytes(from: part)
        unsafe file.pointee.count += part.count
      }
      return nil
    }
  }

  deinit { unsafe bromide_file_free(&file) }

  /// The bytes, valid while this object lives.
  @unsafe var bytes: UnsafeMutableRawBufferPointer {
    unsafe UnsafeMutableRawBufferPointer(start: file.bytes, count: file.count)
  }
}
