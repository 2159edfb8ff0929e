internal import Deflate
internal import Pixels
internal import Platform

/// An encoded band: whole strips, ready to be written.
public struct TIFFBand: Sendable {
  /// Where it lies, or what it would have taken if memory ran out.
  let memory: Result<BandMemory, PixelShortage>
  /// Bytes of each strip; they lie behind each other from the memory's start.
  let counts: [Int]
  /// Number of rows in the band.
  let rows: Int
  let isLast: Bool
  /// Of the rows themselves.
  let pixels: CRC64

  /// Bytes in the file.
  public var byteCount: Int { counts.reduce(0, +) }

  /// The bytes themselves, for tests.
  package var content: [UInt8] {
    (try? memory.get()).map { unsafe Array($0.memory.bytes[..<byteCount]) } ?? []
  }
}

/// Working memory of one thread that encodes bands.
public final class TIFFScratch {
  /// Nil if nothing is compressed.
  let deflate: DeflateScratch?

  init(_ deflate: DeflateScratch?) { self.deflate = deflate }
}
