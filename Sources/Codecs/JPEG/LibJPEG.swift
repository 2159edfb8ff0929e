internal import BromideKernels
internal import BromideValues
internal import CBromideCodecs

/// libjpeg-turbo's encoder, for one thread.
@safe
final class LibJPEG {
  @unsafe private let encoder: OpaquePointer

  /// Creates an encoder, or returns `nil` if there is not enough memory.
  init?(_ picture: JPEGBandEncoder) {
    let factors = picture.factors
    var request = bromide_jpeg_request(
      width: UInt32(picture.size.width), channels: Int32(picture.format.channels),
      quality: Int32(picture.options.quality), across: Int32(factors.across),
      down: Int32(factors.down))
    guard let encoder = unsafe bromide_jpeg_encoder_make(&request) else { return nil }
    unsafe self.encoder = encoder
  }

  deinit { unsafe bromide_jpeg_encoder_free(encoder) }

  static let noMemory = "there is not enough memory to code a JPEG"

  private var message: String { unsafe String(cString: bromide_jpeg_encoder_message(encoder)) }

  /// Encodes `count` rows of a band.
  func encode(_ rows: UnsafeRawBufferPointer, count: Int, isLast: Bool) -> JPEGBand {
    var data = unsafe bromide_jpeg_bytes()
    var restarts: UnsafePointer<UInt32>?
    var restartCount = 0
    guard
      unsafe bromide_jpeg_encode_rows(
        encoder, rows.assumingMemoryBound(to: UInt8.self).baseAddress!, UInt32(count), &data,
        &restarts, &restartCount) != 0
    else {
      return JPEGBand(failure: message, rows: count, isLast: isLast)
    }
    return unsafe JPEGBand(
      bytes: Array(UnsafeBufferPointer(start: data.bytes, count: data.count)),
      restarts: UnsafeBufferPointer(start: restarts, count: restartCount).map { Int($0) },
      rows: count, isLast: isLast, failure: nil)
  }

  /// Returns the segments from DQT to SOS.
  func sharedSegments(of picture: JPEGBandEncoder) throws(PictureFileError) -> [UInt8] {
    let row = [UInt8](repeating: 0, count: picture.size.width * picture.format.channels)
    var header = unsafe bromide_jpeg_bytes()
    guard
      unsafe bromide_jpeg_encode_header(encoder, UInt32(picture.size.height), row, &header) != 0
    else {
      throw .unsupported(reason: message)
    }
    return unsafe Array(UnsafeBufferPointer(start: header.bytes, count: header.count))
  }

  /// The tables in these segments.
  var tables: (luma: JPEGScanKernel.Tables, chroma: JPEGScanKernel.Tables) {
    var tables = bromide_jpeg_tables()
    unsafe bromide_jpeg_encoder_tables(encoder, &tables)
    return unsafe withUnsafeBytes(of: tables) { bytes in
      func quantisation(_ index: Int) -> [UInt16] {
        (0..<64).map {
          unsafe bytes.load(fromByteOffset: 2 * (64 * index + $0), as: UInt16.self)
        }
      }
      func codes(_ index: Int) -> JPEGScanKernel.Codes {
        let start = 2 * 64 * 2 + index * (16 + 256)
        return unsafe JPEGScanKernel.Codes(
          counts: Array(bytes[start..<start + 16]), symbols: Array(bytes[start + 16..<start + 272]))
      }
      return (
        JPEGScanKernel.Tables(quantisation: quantisation(0), dc: codes(0), ac: codes(2)),
        JPEGScanKernel.Tables(quantisation: quantisation(1), dc: codes(1), ac: codes(3))
      )
    }
  }
}
