public import BromideKernels
public import BromideValues

/// Encodes bands of rows independently, on any thread: baseline, with the standard Huffman tables.
///
/// If the processor supports it, Bromide's coder is used, otherwise libjpeg-turbo. The bytes are
/// the same.
///
/// Every row of MCUs is a separate restart interval, so a band does not refer to data outside it.
/// The prediction of DC restarts, and chroma is a mean of pixels in the same interval. If you join
/// the entropy data of all bands with restart markers, the result equals one pass over the picture
/// with the same intervals (`cjpeg -baseline -restart 1`). The markers cost 0.02 % of the size.
public struct JPEGBandEncoder: Sendable {
  /// The height of an MCU at 4:2:0. Every band except the last one has a multiple of this number of
  /// rows.
  public static let alignment = 16
  /// The most pixels on a side: libjpeg's JPEG_MAX_DIMENSION.
  public static let longestSide = 65500

  /// The picture's size in pixels.
  public let size: Size
  /// The channels and bits of a pixel: 1 or 3 channels of 8 bits.
  public let format: PixelFormat
  /// The encoding options.
  public let options: JPEGOptions
  /// Bromide's coder, or `nil` if libjpeg encodes.
  let scan: JPEGScanKernel?

  /// - Parameters:
  ///   - size: The picture's size. It must not be empty, and a side has at most `longestSide`
  ///     pixels.
  ///   - format: Grey or RGB, 8 bits.
  ///   - options: The encoding options.
  ///   - instructionSet: The variant of the coder. For a set without a variant, libjpeg encodes.
  public init(
    size: Size, format: PixelFormat, options: JPEGOptions, instructionSet: InstructionSet = .best
  ) {
    precondition(!size.isEmpty && size.longEdge <= Self.longestSide, "a JPEG's size")
    precondition([1, 3].contains(format.channels) && format.sample == .uint8, "a JPEG's pixels")
    self.size = size
    self.format = format
    self.options = options
    var scan: JPEGScanKernel?
    if JPEGScanKernel.isAvailable(instructionSet) {
      // Tables and other data that rows share come from libjpeg.
      let plain = Self(size: size, format: format, options: options, scan: nil)
      if let (luma, chroma) = LibJPEG(plain)?.tables {
        scan = JPEGScanKernel(
          width: size.width, channels: format.channels, across: plain.factors.across,
          down: plain.factors.down, luma: luma, chroma: chroma, instructionSet: instructionSet)
      }
    }
    self.scan = scan
  }

  private init(size: Size, format: PixelFormat, options: JPEGOptions, scan: JPEGScanKernel?) {
    self.size = size
    self.format = format
    self.options = options
    self.scan = scan
  }

  /// Luma samples per chroma sample, horizontally and vertically. For grey, both are 1.
  var factors: (across: Int, down: Int) {
    format.channels == 1 ? (1, 1) : options.effectiveSubsampling.factors
  }

  /// Creates the scratch memory for one thread.
  public func makeScratch() -> JPEGScratch { JPEGScratch(self) }

  /// Encodes consecutive rows.
  ///
  /// - Parameters:
  ///   - rows: Complete rows without gaps. Their number is a multiple of `alignment` unless they
  ///     end the picture.
  ///   - isLast: Whether the picture ends with these rows.
  ///   - scratch: Scratch memory from this encoder. Other threads must not use it during the call.
  /// - Returns: The band. If there was not enough memory, `JPEGWriter.append` throws for it.
  public func encode(
    rows: UnsafeRawBufferPointer, isLast: Bool, scratch: JPEGScratch
  ) -> JPEGBand {
    let rowBytes = size.width * format.bytesPerPixel
    let count = rows.count / rowBytes
    precondition(count > 0 && rows.count % rowBytes == 0, "a band has whole rows")
    precondition(isLast || count % Self.alignment == 0, "a band ends with a row of MCUs")
    return unsafe scratch.encode(rows, count: count, isLast: isLast)
  }

  /// Returns the segments from DQT to SOS, which all bands share.
  func sharedSegments() throws(PictureFileError) -> [UInt8] {
    guard let libjpeg = LibJPEG(self) else { throw .unsupported(reason: LibJPEG.noMemory) }
    return try libjpeg.sharedSegments(of: self)
  }
}

/// The scratch memory of one thread that encodes bands.
@safe
public final class JPEGScratch {
  private enum Coder {
    /// Bromide's coder, and memory for a row of MCUs, or `nil` if there was not enough memory.
    case own(JPEGScanKernel, PixelMemory?)
    /// libjpeg's encoder, or `nil` if there was not enough memory.
    case libjpeg(LibJPEG?)
  }

  private let coder: Coder

  init(_ picture: JPEGBandEncoder) {
    coder =
      picture.scan.map { .own($0, PixelMemory(attempting: $0.mostBytes)) }
      ?? .libjpeg(LibJPEG(picture))
  }

  func encode(_ rows: UnsafeRawBufferPointer, count: Int, isLast: Bool) -> JPEGBand {
    switch coder {
    case .own(let scan, let room?):
      return unsafe Self.encode(rows, count: count, isLast: isLast, scan, room)
    case .libjpeg(let libjpeg?): return unsafe libjpeg.encode(rows, count: count, isLast: isLast)
    case .own(_, nil), .libjpeg(nil):
      return JPEGBand(failure: LibJPEG.noMemory, rows: count, isLast: isLast)
    }
  }

  private static func encode(
    _ rows: UnsafeRawBufferPointer, count: Int, isLast: Bool, _ scan: JPEGScanKernel,
    _ room: PixelMemory
  ) -> JPEGBand {
    let unitBytes = rows.count / count * scan.unitRows
    var bytes: [UInt8] = []
    var restarts: [Int] = []
    for (index, start) in stride(from: 0, to: rows.count, by: unitBytes).enumerated() {
      if start > 0 {
        bytes += [0xFF, JPEGBand.restart(after: index - 1)]
        restarts.append(bytes.count - 1)
      }
      let unit = unsafe UnsafeRawBufferPointer(
        rebasing: rows[start..<min(start + unitBytes, rows.count)])
      let coded = unsafe scan.code(rows: unit, into: room.bytes)
      unsafe bytes.append(contentsOf: room.bytes[..<coded])
    }
    return JPEGBand(bytes: bytes, restarts: restarts, rows: count, isLast: isLast, failure: nil)
  }
}
