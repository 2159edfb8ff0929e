internal import Platform
package import RawDecoding
package import SystemPackage

/// What a file is. This is the only code that identifies files, so that all commands agree.
///
/// The first bytes decide, by the signatures of ``all``. Only files without a signature are told by their suffix: raw planes, films
/// and, if LibRaw agrees, headerless raws. The size of a file decides nothing.
package struct FileKind: Sendable {
  /// How files of a kind are read.
  package enum Reading: String, Sendable, Hashable, CaseIterable {
    /// By LibRaw.
    case raw
    /// Finished pictures that can stand for a photo.
    case jpeg, png, tiff
    /// Finished pictures whose colours can be sampled.
    case netpbm, webp, heif
    /// Frames.
    case y4m, planes, video
    /// Not at all.
    case none
  }

  /// The name, as `info` prints it: `CR2`.
  package let name: String
  /// The name in a sentence: `a Canon CR2`.
  package let phrase: String
  /// How files of the kind are read.
  package let reading: Reading
  /// Suffixes of its files in lower case. They decide only where no signature does.
  package let suffixes: [String]
  let signatures: [Signature]

  /// Bytes by which a kind is recognised, each with its place in the file.
  struct Signature: Sendable {
    let parts: [(place: Int, bytes: [UInt8])]

    func matches(_ start: [UInt8]) -> Bool {
      for (place, bytes) in parts {
        guard start.count >= place + bytes.count, start[place] == bytes[0],
          start[place..<place + bytes.count].elementsEqual(bytes)
        else { return false }
      }
      return true
    }
  }

  /// Bytes of a file that signatures may need: an MPEG transport stream's second packet begins at byte 192.
  package static let startLength = 200

  /// Identifies a file.
  ///
  /// - Parameter headerless: The format that the user named for files without a header; nil if none.
  package static func of(_ path: FilePath, headerless: HeaderlessRaw? = nil) -> FileKind {
    guard headerless == nil else { return .headerless }
    guard let start = try? FileSystem.bytes(of: path, at: 0, count: startLength) else {
      // What cannot be read is meant as its name says.
      return PlaneName(path).layout != nil ? .planes : film(path) ?? .unknown
    }
    return of(path, start) { OpenedPhoto.isRaw(path: path) }
  }

  /// Identifies the beginning of a stream, of which neither a name nor the rest is known: of a TIFF, more than
  /// ``startLength`` bytes tell whether it is a DNG.
  package static func of(stream start: [UInt8]) -> FileKind {
    of("", start) { false }
  }

  /// Identifies a file by its first bytes, its name, and LibRaw.
  ///
  /// - Parameter isRaw: Whether LibRaw takes it for a raw.
  static func of(_ path: FilePath, _ start: [UInt8], isRaw: () -> Bool) -> FileKind {
    guard
      let signed = all.first(where: { $0.signatures.contains { $0.matches(start) } })
        ?? (NetpbmStart.isOne(start) ? .netpbm : nil)
    else {
      let isPlanes = !start.isEmpty && PlaneName(path).layout != nil
      return isPlanes ? .planes : unsigned(path, start, isRaw)
    }
    // A frame may begin with any bytes, such as those of a film.
    if [.none, .video].contains(signed.reading), PlaneName(path).layout != nil { return .planes }
    if signed == .tiff {
      guard path.isEmpty else { return inTIFF(path, isRaw) }
      return TIFFStart(bytes: start)?.isDNG == true ? .dng : .tiff
    }
    return signed.among(path.lowercasedExtension)
  }

  /// The kind of a file without a signature.
  private static func unsigned(
    _ path: FilePath, _ start: [UInt8], _ isRaw: () -> Bool
  ) -> FileKind {
    if start.isEmpty { return .empty }
    if isText(start) { return .text }
    if let film = film(path) { return film }
    guard isRaw() else { return .unknown }
    let suffix = path.lowercasedExtension
    return HeaderlessRaw.allCases.contains { $0.suffix == suffix } ? .headerless : .otherRaw
  }

  /// The kind of video that a suffix names; nil if it names none.
  private static func film(_ path: FilePath) -> FileKind? {
    let suffix = path.lowercasedExtension
    return all.first { $0.reading == .video && $0.suffixes.contains(suffix) }
  }

  /// The kind of a TIFF: a finished picture, or one of the many raws that are TIFFs too.
  ///
  /// The suffix decides if it is that of a raw. Otherwise, raws state DNG's version or a mosaic in their first directory, keep
  /// their pixels in directories under it, or show a preview. Without these marks a TIFF's suffix decides, and for other suffixes
  /// LibRaw: it goes by the camera's name, which a developed picture states too.
  private static func inTIFF(_ path: FilePath, _ isRaw: () -> Bool) -> FileKind {
    let suffix = path.lowercasedExtension
    if let named = all.first(where: { $0.reading == .raw && $0.suffixes.contains(suffix) }) {
      return named
    }
    guard let directory = TIFFStart(path) else { return .tiff }
    if directory.isDNG { return .dng }
    if directory.isBig { return .tiff }
    let isAlone = directory.isAlone && ["tif", "tiff"].contains(suffix)
    if !directory.looksRaw, isAlone { return .tiff }
    if isRaw() { return .tiffRaw }
    return directory.isMosaic || directory.isReduced ? .tiffRaw : .tiff
  }

  /// Of kinds that share signatures, the one with that suffix; otherwise this one.
  private func among(_ suffix: String) -> FileKind {
    guard !suffixes.contains(suffix), let sibling = Self.siblings[name],
      sibling.suffixes.contains(suffix)
    else { return self }
    return sibling
  }

  private static func isText(_ start: [UInt8]) -> Bool {
    start.allSatisfy { $0 >= 32 && $0 != 127 || (9...13).contains($0) || $0 == 27 }
  }
}

extension FileKind: Hashable {
  package static func == (left: FileKind, right: FileKind) -> Bool { left.name == right.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension FileKind {
  /// Whether a name ends as that of a raw, in any case: such a file is meant as a photo, whatever it holds. A raw that was cut
  /// short is no longer known by its content; its name still says that it should be reported, not left out.
  package static func isRawName(_ path: FilePath) -> Bool {
    rawSuffixes.contains(path.lowercasedExtension)
  }

  /// Whether a name is that of a photo: a raw, JPEG, PNG or TIFF.
  package static func isPhotoName(_ path: FilePath) -> Bool {
    let suffix = path.lowercasedExtension
    return rawSuffixes.contains(suffix)
      || [.jpeg, .png, .tiff].contains { (kind: FileKind) in
        kind.suffixes.contains(suffix)
      }
  }

  private static let rawSuffixes = Set(all.filter { $0.reading == .raw }.flatMap(\.suffixes))

  /// Whether files of the kind hold frames for ffmpeg.
  package var isFilm: Bool { reading == .video || self == .apng }

  /// Whether the kind is known, even if only as one that is not read.
  package var isIdentified: Bool { self != .unknown }

  /// Whether files of the kind are finished pictures that can stand for a photo.
  package var isStill: Bool { [.jpeg, .png, .tiff].contains(reading) }

  /// An error of LibRaw's in the words of this table.
  static func explained(_ error: RawError) -> RawError {
    if case .headerless(let path, _, _) = error, PlaneName(path).layout != nil {
      return .notRaw(path: path, found: planes.phrase)
    }
    guard case .refused(let path, let camera, let endsEarly) = error else { return error }
    let start = (try? FileSystem.bytes(of: path, at: 0, count: startLength)) ?? []
    let kind = of(path, start) { false }
    guard kind.reading == .raw else { return .notRaw(path: path, found: kind.phrase) }
    if endsEarly {
      return .damaged(
        path: path, reason: "\(kind.phrase) whose header ends early or contradicts itself")
    }
    if let size = TIFFStart(path).flatMap({ $0.isCut ? $0.fileSize : nil }) {
      return .damaged(
        path: path,
        reason: "\(kind.phrase) that ends at byte \(size), before the end of its data")
    }
    if TIFFStart(path)?.lacksPixels == true {
      return .damaged(
        path: path, reason: "\(kind.phrase) without the pixels that its directories describe")
    }
    return .unsupported(
      path: path,
      reason: "\(kind.phrase) of a kind that LibRaw does not know, or damaged"
        + (camera.map { ", by the \($0)" } ?? ""))
  }
}
