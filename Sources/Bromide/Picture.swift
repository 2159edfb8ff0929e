public import Color
public import JPEGCoding
public import PNGCoding
internal import PictureFiles
public import Pixels
public import SystemPackage
internal import TIFFCoding

/// The type of a picture's samples: `UInt8` or `UInt16`.
public protocol PictureSample: FixedWidthInteger, UnsignedInteger, BitwiseCopyable, Sendable {
  /// The width of a sample.
  static var format: SampleFormat { get }
}

extension UInt8: PictureSample {
  /// Eight bits.
  public static var format: SampleFormat { .uint8 }
}

extension UInt16: PictureSample {
  /// Sixteen bits.
  public static var format: SampleFormat { .uint16 }
}

/// A developed picture in memory: rows of interleaved samples, top to bottom.
public struct Picture<Sample: PictureSample>: Sendable {
  /// The colour space of the samples.
  public let space: RGBSpace
  private let image: ImageBuffer<Sample>

  init(_ image: ImageBuffer<Sample>, space: RGBSpace) {
    self.image = image
    self.space = space
  }

  /// Width and height in pixels.
  public var size: Size { image.size }
  /// Samples in a pixel: 1 is grey, 2 grey and alpha, 3 RGB, 4 RGBA. Alpha is straight.
  public var channels: Int { image.channels }

  /// The sample of a channel in column `x` of row `y`, all counted from 0.
  ///
  /// - Precondition: The picture has that pixel and that channel.
  public subscript(x: Int, y: Int, channel: Int) -> Sample { image[x, y, channel] }

  /// A copy of all samples, row after row, without gaps. Keep it for a loop, rather than ask for it at each turn.
  public var samples: [Sample] { unsafe image.withUnsafeSamples { unsafe Array($0) } }

  /// Writes the picture as a PNG, JPEG or TIFF file, which gets its name only when it is whole.
  ///
  /// - Parameters:
  ///   - path: The file's path, whose suffix decides the format. A file of that name is replaced.
  ///   - compression: How hard to compress a PNG or TIFF.
  ///   - jpeg: How a JPEG is written. It has 8 bits and no alpha.
  /// - Throws: `BromideError` if the format cannot hold the picture, or the file cannot be written.
  public func write(
    to path: FilePath, compression: PNGCompression = .balanced, jpeg: JPEGOptions = JPEGOptions()
  ) throws(BromideError) {
    var options = WriteOptions()
    options.compression = compression
    options.jpeg = jpeg
    options.tiff = TIFFCompression(compression)
    let encoding = options.encoding(try PictureFormat(writing: path))
    let format = PixelFormat(channels: channels, sample: Sample.format)
    do throws(PictureFileError) {
      let writer = try PictureWriter(
        path: path, description: PictureDescription(size: size, format: format, space: space),
        encoding: encoding)
      let encoder = PictureEncoder(size: size, format: format, encoding: encoding)
      let scratch = encoder.makeScratch()
      for top in stride(from: 0, to: size.height, by: Self.bandHeight) {
        let bottom = min(top + Self.bandHeight, size.height)
        let band = unsafe image.withUnsafeSamples { samples in
          unsafe encoder.encode(
            rows: UnsafeRawBufferPointer(
              UnsafeBufferPointer(rebasing: samples[top * image.stride..<bottom * image.stride])),
            isLast: bottom == size.height, scratch: scratch)
        }
        try writer.append(band)
      }
      try writer.finish()
    } catch { throw BromideError(error, path) }
  }

  /// Writes the picture as a PNG, JPEG or TIFF file, which gets its name only when it is whole.
  ///
  /// - Parameters:
  ///   - path: The file's path, whose suffix decides the format. A file of that name is replaced.
  ///   - compression: How hard to compress a PNG or TIFF.
  ///   - jpeg: How a JPEG is written. It has 8 bits and no alpha.
  /// - Throws: `BromideError` if the format cannot hold the picture, or the file cannot be written.
  public func write(
    to path: String, compression: PNGCompression = .balanced, jpeg: JPEGOptions = JPEGOptions()
  ) throws(BromideError) {
    try write(to: FilePath(path), compression: compression, jpeg: jpeg)
  }

  /// Rows that are compressed together; fewer cost more bytes.
  private static var bandHeight: Int { 256 }
}

extension TIFFCompression {
  /// The same effort for strips.
  init(_ effort: PNGCompression) {
    switch effort {
    case .fast: self = .fast
    case .balanced: self = .balanced
    case .small: self = .small
    }
  }
}
