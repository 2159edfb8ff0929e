internal import BromideSystem
internal import BromideValues

/// An encoded band of complete strips, ready to write.
public struct TIFFBand: Sendable {
  /// The memory of the band, or the size that could not be allocated.
  let memory: Result<BandMemory, PixelShortage>
  /// The bytes of each strip. The strips are stored without gaps from the memory's start.
  let counts: [Int]
  /// The number of rows in the band.
  let rows: Int
  let isLast: Bool
  /// The checksum of the rows before encoding.
  let pixels: CRC64

  /// The bytes in the file.
  public var byteCount: Int { counts.reduce(0, +) }

  /// The encoded bytes, for tests.
  package var content: [UInt8] {
    (try? memory.get()).map { unsafe Array($0.memory.bytes[..<byteCount]) } ?? []
  }
}

/// The scratch memory of one thread that encodes bands.
public final class TIFFScratch {
  /// `nil` without compression.
  let deflate: DeflateScratch?

  init(_ deflate: DeflateScratch?) { self.deflate = deflate }
}
