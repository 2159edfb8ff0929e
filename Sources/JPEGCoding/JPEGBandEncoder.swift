public import Kernels
public import Pixels

/// Codes bands of rows independently, on any thread: baseline, with the standard Huffman tables, by Bromide's own coder where
/// the processor has a variant of it, by libjpeg-turbo otherwise. The bytes are the same.
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
  /// nil if libjpeg codes.
  let scan: JPEGScanKernel?

  /// - Parameters:
  ///   - size: A non-empty size of at most `longestSide` pixels on a side.
  ///   - format: Grey or RGB, 8 bits.
  ///   - options: How it is coded.
  ///   - instructionSet: The variant of the coder; those without one leave it to libjpeg.
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
      // Tables and all else that rows share come from libjpeg.
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

  /// Luma samples to each chroma sample, horizontally and vertically; grey has none.
  var factors: (across: Int, down: Int) {
    format.channels == 1 ? (1, 1) : options.effectiveSubsampling.factors
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
    guard let libjpeg = LibJPEG(self) else { throw .unsupported(reason: LibJPEG.noMemory) }
    return try libjpeg.sharedSegments(of: self)
  }
}

/// Working memory of one thread that encodes bands.
@safe
public final class JPEGScratch {
  private enum Coder {
    /// Bromide's own coder, and room for a row of MCUs; nil if memory ran out.
    case own(JPEGScanKernel, PixelMemory?)
    /// nil if memory ran out.
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
