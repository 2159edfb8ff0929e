internal import Deflate

/// Working memory of one thread that encodes bands.
public final class PNGScratch {
  /// Holds the filtered rows of a part.
  let deflate: DeflateScratch

  init(_ deflate: DeflateScratch) { self.deflate = deflate }

  /// Number of bytes searched for matches, probes included.
  package var searchedCount: Int { deflate.searchedCount }

  /// Filtered rows of the part being encoded.
  var rows: UnsafeMutableBufferPointer<UInt8> { unsafe deflate.part }
}
