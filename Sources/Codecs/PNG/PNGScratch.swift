/// The scratch memory of one thread that encodes bands.
public final class PNGScratch {
  /// Contains the filtered rows of a part.
  let deflate: DeflateScratch

  init(_ deflate: DeflateScratch) { self.deflate = deflate }

  /// The number of bytes searched for matches, including probes.
  package var searchedCount: Int { deflate.searchedCount }

  /// The filtered rows of the current part.
  var rows: UnsafeMutableBufferPointer<UInt8> { unsafe deflate.part }
}
