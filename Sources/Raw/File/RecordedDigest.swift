internal import BromideCodecs
internal import BromideValues
internal import SystemPackage

/// The digest in a DNG, and the samples that it covers (DNG 1.7.1, tags 50972 RawImageDigest and
/// 51111 NewRawImageDigest, which Adobe's SDK defines).
struct RecordedDigest {
  /// The data with this MD5.
  enum Coverage: Equatable {
    /// The MD5s of tiles of 256 × 256 pixels, row by row. Planes of a tile are stored in sequence.
    /// Samples of up to 8 bits have one byte, others have two with the lower byte first.
    case tiles(bytesPerSample: Int)
    /// All samples, row by row, with two bytes, the lower byte first.
    case rows
    /// The MD5s of the compressed strips or tiles in the file, for lossy JPEG.
    case chunks([Range<Int>])
  }

  let digest: [UInt8]
  let coverage: Coverage
  /// The size and samples per pixel of the raw picture in the file.
  let size: Size
  let channels: Int
  /// Whether samples are uncompressed, so that decoders cannot detect damage.
  let isUncompressed: Bool

  /// Reads the tags, or returns `nil` without a digest that can be compared.
  ///
  /// Digests of floats cannot be compared, and digests of samples before a table cannot, because
  /// decoding replaces these samples.
  init?(_ path: FilePath) {
    guard let source = TIFFFileSource(path), let file = TIFFDirectories(source),
      let root = file.directory(at: file.first)
    else { return nil }
    let directories = file.all
    guard let raw = directories.first(where: { file.integer($0[254]) == 0 }),
      // The new digest also covers a transparency mask.
      !directories.contains(where: { (file.integer($0[254]) ?? 0) & 4 != 0 }),
      let width = file.integer(raw[256]), let height = file.integer(raw[257])
    else { return nil }
    let (new, old) = (
      file.bytes(root[51111], most: 16), file.bytes(root[50972], most: 16)
    )
    guard let digest = new ?? old, digest.count == 16, digest.contains(where: { $0 != 0 }) else {
      return nil
    }
    self.digest = digest
    size = Size(width: width, height: height)
    channels = file.integer(raw[277]) ?? 1
    let (bits, compression) = (file.integer(raw[258]) ?? 16, file.integer(raw[259]) ?? 1)
    isUncompressed = compression == 1
    if compression == 34892 {
      guard new != nil, raw[347] == nil,
        let offsets = file.integers(raw[324] ?? raw[273]),
        let counts = file.integers(raw[325] ?? raw[279]), offsets.count == counts.count,
        zip(offsets, counts).allSatisfy({
          $0 >= 0 && $1 >= 0 && $0 <= file.size && $1 <= file.size - $0
        })
      else { return nil }
      coverage = .chunks(zip(offsets, counts).map { $0..<$0 + $1 })
    } else {
      guard [1, 7].contains(compression), bits <= 16, file.integer(raw[339]) ?? 1 == 1,
        raw[50712] == nil
      else { return nil }
      coverage = new == nil ? .rows : .tiles(bytesPerSample: bits <= 8 ? 1 : 2)
    }
  }
}
