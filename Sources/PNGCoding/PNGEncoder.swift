public import Color
public import Kernels
public import Pixels

/// How much work goes into making a PNG small.
public enum PNGCompression: String, Sendable, Hashable, Codable, CaseIterable {
  case fast, balanced, small
}

/// What a PNG says besides its pixels.
public struct PNGDescription: Sendable, Hashable {
  public var size: Size
  public var format: PixelFormat
  /// What the samples mean; nil leaves the file untagged.
  public var space: RGBSpace?
  /// The eXIf chunk's bytes.
  public var exif: [UInt8]?
  /// Pixels a metre, for pHYs; non-square pixels differ.
  public var pixelsPerMetre: (x: Int, y: Int)? {
    get { physical.map { ($0.width, $0.height) } }
    set { physical = newValue.map { Size(width: $0.x, height: $0.y) } }
  }
  private var physical: Size?
  /// Keyword and text, Latin-1 as tEXt, else as iTXt.
  public var texts: [PNGText] = []

  public init(size: Size, format: PixelFormat, space: RGBSpace?) {
    self.size = size
    self.format = format
    self.space = space
  }
}

public struct PNGText: Sendable, Hashable, Codable {
  public var keyword: String
  public var text: String

  public init(keyword: String, text: String) {
    self.keyword = keyword
    self.text = text
  }
}

/// Filters and deflates bands of rows, each on its own, on any thread.
///
/// Bands joined in order are one PNG. Their bytes depend on the rows, the effort and (through ISA-L) the kind of processor, not on threads.
public struct PNGBandEncoder: Sendable {
  public init(
    size: Size, format: PixelFormat, compression: PNGCompression,
    instructionSet: InstructionSet = .best
  ) {
  }

  /// Working memory for one thread.
  public func makeScratch() -> PNGScratch { PNGScratch() }

  /// Encodes consecutive rows.
  ///
  /// - Parameters:
  ///   - rows: Whole rows without gaps; 16-bit samples in the machine's byte order.
  ///   - isLast: Whether the picture ends with these rows.
  public func encode(
    rows: UnsafeRawBufferPointer, isLast: Bool, scratch: PNGScratch
  ) -> PNGBand {
    PNGBand()
  }
}

/// What one thread works in while it encodes bands.
public final class PNGScratch {
}

/// An encoded band: finished IDAT chunks, and what joining them needs.
public struct PNGBand: Sendable {
  public var byteCount: Int { 0 }
}

/// Writes a PNG from bands handed over in order. Nothing is visible under the final name before `finish`.
public final class PNGWriter {
  /// Opens a temporary file beside `path` and writes everything up to the pixels.
  public init(path: String, description: PNGDescription) throws(PNGError) {
  }

  /// Writes the next band.
  public func append(_ band: PNGBand) throws(PNGError) {
  }

  /// Ends the file and gives it its name. Returns its size in bytes.
  @discardableResult
  public func finish() throws(PNGError) -> Int { 0 }

  /// Removes what was written. Also done when a writer that was not finished goes away.
  public func cancel() {
  }
}

/// Why a PNG cannot be written or read.
public enum PNGError: Error, Sendable, Hashable {
  /// The file is no PNG or a damaged one.
  case malformed(path: String, reason: String)
  /// The picture cannot be a PNG (too large, …).
  case unsupported(reason: String)
  /// Writing or reading failed; `code` is errno.
  case io(path: String, operation: String, code: Int32)
}
