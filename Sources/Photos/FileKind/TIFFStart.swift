internal import BromideCodecs
internal import SystemPackage

/// The first directory of a TIFF, BigTIFF or TIFF-based raw.
///
/// Use it to distinguish finished pictures from raws, and complete files from incomplete ones.
struct TIFFStart {
  private let file: TIFFDirectories
  private let first: TIFFDirectory

  /// Reads the first directory of a file.
  ///
  /// - Returns: `nil` if the file ends before the end of the first directory.
  init?(_ path: FilePath) {
    guard let source = TIFFFileSource(path) else { return nil }
    self.init(source)
  }

  /// Reads the first directory from the start of a file.
  init?(bytes: [UInt8]) { self.init(TIFFBytes(bytes)) }

  private init?(_ source: any TIFFSource) {
    guard let file = TIFFDirectories(source, withAnyNumber: true),
      let first = file.directory(at: file.first)
    else { return nil }
    self.file = file
    self.first = first
  }

  private func integer(_ tag: UInt16) -> Int? { file.integer(first[tag]) }

  /// Whether it is a BigTIFF.
  var isBig: Bool { file.isBigTIFF }
  /// The file size in bytes.
  var fileSize: Int { file.size }
  /// Whether it contains DNG's version.
  var isDNG: Bool { first[50_706] != nil }
  /// Whether its pixels are a sensor's mosaic or linear light.
  var isMosaic: Bool { [32_803, 34_892].contains(integer(262)) }
  /// Whether it is a reduced copy of another picture.
  var isReduced: Bool { (integer(254) ?? 0) & 1 == 1 }
  /// Whether it looks like a raw.
  var looksRaw: Bool { isDNG || isMosaic || isReduced || first[Self.subdirectories] != nil }
  /// Whether it is the only directory, and its picture is not an old-style JPEG, which previews
  /// use.
  var isAlone: Bool { first.next == 0 && integer(259) != 6 }

  /// Whether the file ends before data that its directories refer to.
  var isCut: Bool {
    var (waiting, seen) = ([file.first], Set<Int>())
    while let place = waiting.popLast(), seen.count < Self.mostDirectories {
      guard seen.insert(place).inserted else { continue }
      guard let directory = file.directory(at: place), !namesMissingData(directory) else {
        return true
      }
      waiting += file.integers(directory[Self.subdirectories]) ?? []
      if directory.next > 0 { waiting.append(directory.next) }
    }
    return false
  }

  /// Whether a JPEG has too few bytes for its headers, because the pixels were removed from the
  /// file.
  var lacksPixels: Bool {
    file.all.contains { directory in
      [6, 7].contains(file.integer(directory[259]))
        && (file.integers(directory[279]) ?? []).contains { $0 < Self.leastJPEG }
    }
  }

  /// Returns whether the file ends before values or pixels of a directory.
  private func namesMissingData(_ directory: TIFFDirectory) -> Bool {
    let isCut = directory.fields.values.contains { field in
      TIFFField.size(ofType: field.type) != nil && field.offsets.upperBound > file.size
        && !directory.bytes.contains(field.place)
    }
    if isCut { return true }
    func numbers(_ tag: UInt16) -> [Int] { file.integers(directory[tag]) ?? [] }
    // The directories of Exif and GPS.
    if (numbers(34_665) + numbers(34_853)).contains(where: { $0 >= file.size }) { return true }
    let places: [(places: UInt16, lengths: UInt16)] = [(273, 279), (324, 325), (513, 514)]
    return places.contains { tags in
      zip(numbers(tags.places), numbers(tags.lengths))
        .contains { $1 > file.size - min($0, file.size) }
    }
  }

  private static let subdirectories: UInt16 = 330
  /// The minimum bytes of markers, tables and headers in a lossless JPEG with one component.
  private static let leastJPEG = 32
  /// A limit far above the number that cameras write.
  private static let mostDirectories = 64
}
