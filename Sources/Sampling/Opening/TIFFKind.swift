internal import PhotoLoading
internal import Platform
internal import SystemPackage

/// Tells finished pictures from the many raws that are TIFFs too.
enum TIFFKind {
  /// Whether a file begins as a TIFF or BigTIFF, in either byte order.
  static func isTIFF(_ start: [UInt8]) -> Bool {
    starts.contains { start.starts(with: $0) }
  }

  /// Whether the first directory of a TIFF describes a finished picture.
  ///
  /// Raws state a mosaic or DNG's version there, keep their pixels in directories under it, or show a
  /// preview. Where none of that is so, the name decides, and for other names whether LibRaw takes the
  /// file for a raw: it goes by the camera's name, which a developed picture states too.
  static func isPicture(_ path: FilePath) -> Bool {
    guard let directory = Directory(path) else { return false }
    // No camera writes BigTIFF.
    if directory.isBig { return true }
    let photometric = directory[262]
    let isReduced = directory[254].map { $0 & 1 == 1 } ?? false
    if directory[50706] != nil || directory[330] != nil || photometric == 32803
      || photometric == 34892 || isReduced
    {
      return false
    }
    let suffix = path.lowercasedExtension
    let isAlone = directory.next == 0 && directory[259] != 6
    if suffix == "tif" || suffix == "tiff", isAlone { return true }
    return !OpenedPhoto.isRaw(path: path)
  }

  private static let starts: [[UInt8]] = [
    [0x49, 0x49, 42, 0], [0x4D, 0x4D, 0, 42], [0x49, 0x49, 43, 0], [0x4D, 0x4D, 0, 43],
  ]

  /// The first directory: the first value of each tag, where it stands in the entry.
  private struct Directory {
    let isBig: Bool
    /// The offset of the next directory, 0 for none; of a BigTIFF it is not read.
    let next: Int
    private let values: [Int: Int]

    subscript(tag: Int) -> Int? { values[tag] }

    /// - Returns: nil if the file ends before it.
    init?(_ path: FilePath) {
      guard let start = try? FileSystem.bytes(of: path, at: 0, count: 8), start.count == 8 else {
        return nil
      }
      let isLittle = start[0] == 0x49
      func number(_ bytes: [UInt8], _ offset: Int, _ count: Int) -> Int {
        (0..<count).reduce(0) {
          $0 << 8 | Int(bytes[offset + (isLittle ? count - 1 - $1 : $1)])
        }
      }
      isBig = number(start, 2, 2) == 43
      if isBig {
        next = 0
        values = [:]
        return
      }
      let offset = number(start, 4, 4)
      guard let head = try? FileSystem.bytes(of: path, at: offset, count: 2), head.count == 2
      else { return nil }
      let count = number(head, 0, 2)
      guard
        let bytes = try? FileSystem.bytes(of: path, at: offset + 2, count: 12 * count + 4),
        bytes.count == 12 * count + 4
      else { return nil }
      var values: [Int: Int] = [:]
      for entry in 0..<count {
        let isShort = number(bytes, 12 * entry + 2, 2) == 3
        values[number(bytes, 12 * entry, 2)] = number(bytes, 12 * entry + 8, isShort ? 2 : 4)
      }
      self.values = values
      next = number(bytes, 12 * count, 4)
    }
  }
}
