internal import CJPEG
public import Pixels

/// Codes bands of rows independently, on any thread, by libjpeg-turbo: baseline, with the standard Huffman tables.
///
/// Every row of MCUs is a restart interval of its own, so that a band refers to nothing outside it: prediction of DC begins
/// anew, and chroma is a mean within its own pixels. The entropy data of all bands, joined by restart markers, are those of
/// one pass over the picture with the same intervals (`cjpeg -baseline -restart 1`). The markers cost 0.02 % of the size.
public struct JPEGBandEncoder: Sendable {
  /// Every band but the last has a multiple of that many rows: the height of an MCU at 4:2:0.
  public static let alignment = 16
  /// Most pixels on a side: libjpeg's JPEG_MAX_DIMENSION.
  public static let longestSide = 65500

  /// The picture's size in pixels.
  public let size: Size
  /// Channels and bits of a pixel: 1 or 3 of 8 bits.
  public let format: PixelFormat
  /// How it is coded.
  public let options: JPEGOptions

  /// - Parameters:
  ///   - size: A non-empty size of at most `longestSide` pixels on a side.
  ///   - format: Grey or RGB, 8 bits.
  public init(size: Size, format: PixelFormat, options: JPEGOptions) {
    precondition(!size.isEmpty && size.longEdge <= Self.longestSide, "a JPEG's size")
    precondition([1, 3].contains(format.channels) && format.sample == .uint8, "a JPEG's pixels")
    self.size = size
    self.format = format
    self.options = options
  }

  /// Creates the working memory for one thread.
  public func makeScratch() -> JPEGScratch { JPEGScratch(self) }

  /// Codes consecutive rows.
  ///
  /// - Parameters:
  ///   - rows: Whole rows without gaps; a multiple of `alignment` unless they end the picture.
  ///   - isLast: Whether the picture ends with these rows.
  ///   - scratch: Created by this encoder, and used by no other thread meanwhile.
  /// - Returns: The band. If memory ran out, `JPEGWriter.append` throws for it.
  public func encode(
    rows: UnsafeRawBufferPointer, isLast: Bool, scratch: JPEGScratch
  ) -> JPEGBand {
    let rowBytes = size.width * format.bytesPerPixel
    let count = rows.count / rowBytes
    precondition(count > 0 && rows.count % rowBytes == 0, "a band has whole rows")
    precondition(isLast || count % Self.alignment == 0, "a band ends with a row of MCUs")
    return unsafe scratch.encode(rows, count: count, isLast: isLast)
  }

  /// The segments from DQT to SOS, which all bands share.
  func sharedSegments() throws(JPEGWritingError) -> [UInt8] {
    try makeScratch().sharedSegments(of: self)
  }
}

/// Working memory of one thread that encodes bands: libjpeg's encoder and its output.
@safe
public final class JPEGScratch {
  @unsafe private let encoder: OpaquePointer?

  init(_ picture: JPEGBandEncoder) {
    let factors = picture.options.effectiveSubsampling.factors
    var request = bromide_jpeg_request(
      width: UInt32(picture.size.width), channels: Int32(picture.format.channels),
      quality: Int32(picture.options.quality), across: factors.across, down: factors.down)
    unsafe encoder = bromide_jpeg_encoder_make(&request)
  }

  deinit { if let encoder = unsafe encoder { unsafe bromide_jpeg_encoder_free(encoder) } }

  private static let noMemory = "there is not enough memory to code a JPEG"

  func encode(_ rows: UnsafeRawBufferPointer, count: Int, isLast: Bool) -> JPEGBand {
    var data = unsafe bromide_jpeg_bytes()
    var restarts: UnsafePointer<UInt32>?
    var restartCount = 0
    guard let encoder = unsafe encoder else { return .failed(Self.noMemory, count, isLast) }
    guard
      unsafe bromide_jpeg_encode_rows(
        encoder, rows.assumingMemoryBound(to: UInt8.self).baseAddress!, UInt32(count), &data,
        &restarts, &restartCount) != 0
    else {
      return .failed(
        unsafe String(cString: bromide_jpeg_encoder_message(encoder)), count, isLast)
    }
    return unsafe JPEGBand(
      bytes: Array(UnsafeBufferPointer(start: data.bytes, count: data.count)),
      restarts: UnsafeBufferPointer(start: restarts, count: restartCount).map { Int($0) },
      rows: count, isLast: isLast, failure: nil)
  }

  func sharedSegments(of picture: JPEGBandEncoder) throws(JPEGWritingError) -> [UInt8] {
    guard let encoder = unsafe encoder else { throw .unsupported(reason: Self.noMemory) }
    let row = [UInt8](repeating: 0, count: picture.size.width * picture.format.channels)
    var header = unsafe bromide_jpeg_bytes()
    guard
      unsafe bromide_jpeg_encode_header(encoder, UInt32(picture.size.height), row, &header) != 0
    else {
      throw .unsupported(reason: unsafe String(cString: bromide_jpeg_encoder_message(encoder)))
    }
    return unsafe Array(UnsafeBufferPointer(start: header.bytes, count: header.count))
  }
}

extension JPEGBand {
  fileprivate static func failed(_ reason: String, _ rows: Int, _ isLast: Bool) -> JPEGBand {
    JPEGBand(bytes: [], restarts: [], rows: rows, isLast: isLast, failure: reason)
  }
}
