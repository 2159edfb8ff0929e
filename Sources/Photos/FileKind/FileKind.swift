package import BromideCodecs
package import BromideRaw
internal import BromideSystem
package import SystemPackage

/// The kind of a file. Only this code identifies files, so that all commands agree.
///
/// The first bytes identify a file by the signatures of ``all``. Bromide uses the suffix only for
/// files without a signature: raw planes, videos and, if LibRaw agrees, headerless raws. It does
/// not use the size of a file.
package struct FileKind: Sendable {
  /// The way to read files of a kind.
  package enum Reading: String, Sendable, Hashable, CaseIterable {
    /// With LibRaw.
    case raw
    /// As finished pictures that can replace a photo.
    case jpeg, png, tiff, jxl, avif, webp
    /// As finished pictures for sampling colours.
    case netpbm, heif
    /// As frames.
    case y4m, planes, video
    /// Not supported.
    case none
  }

  /// The name that `info` prints: `CR2`.
  package let name: String
  /// The name in a sentence: `a Canon CR2`.
  package let phrase: String
  /// The way to read files of the kind.
  package let reading: Reading
  /// Suffixes of its files in lower case. Bromide uses them only if no signature matches.
  package let suffixes: [String]
  let signatures: [Signature]

  /// Bytes that identify a kind, each with its offset in the file.
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

  /// Bytes to read for signatures. The second packet of an MPEG transport stream starts at byte
  /// 192.
  package static let startLength = 200

  /// Identifies a file.
  ///
  /// - Parameters:
  ///   - headerless: The user's format for files without a header, or `nil`.
  ///   - context: Where LibRaw runs.
  package static func of(
    _ path: FilePath, headerless: HeaderlessRaw? = nil, context: RunContext
  ) -> FileKind {
    guard headerless == nil else { return .headerless }
    guard let start = try? FileSystem.bytes(of: path, at: 0, count: startLength) else {
      // If the file cannot be read, use its name.
      return PlaneName(path).layout != nil ? .planes : film(path) ?? .unknown
    }
    return of(path, start) { OpenedPhoto.isRaw(path: path, context: context) }
  }

  /// Identifies the start of a stream without a name.
  ///
  /// A TIFF needs more than ``startLength`` bytes to distinguish a DNG.
  package static func of(stream start: [UInt8]) -> FileKind {
    of("", start) { false }
  }

  /// Identifies a file by its first bytes, its name, and LibRaw.
  ///
  /// - Parameter isRaw: Returns whether LibRaw identifies the file as a raw.
  static func of(_ path: FilePath, _ start: [UInt8], isRaw: () -> Bool) -> FileKind {
    guard
      let signed = all.first(where: { $0.signatures.contains { $0.matches(start) } })
        ?? (NetpbmStart.isOne(start) ? .netpbm : nil)
    else {
      let isPlanes = !start.isEmpty && PlaneName(path).layout != nil
      return isPlanes ? .planes : unsigned(path, start, isRaw)
    }
    // A frame can start with any bytes, for example with the signature of a video.
    if [.none, .video, .jxl].contains(signed.reading), PlaneName(path).layout != nil {
      return .planes
    }
    if signed == .webp, isAnimatedWebP(start) { return .animatedWebP }
    if signed == .tiff {
      guard path.isEmpty else { return inTIFF(path, isRaw) }
      return TIFFStart(bytes: start)?.isDNG == true ? .dng : .tiff
    }
    return signed.among(path.lowercasedExtension)
  }

  /// Returns whether a WebP's flags contain the animation bit (RFC 9649, 2.7.1).
  private static func isAnimatedWebP(_ start: [UInt8]) -> Bool {
    start.count > 20 && start[12..<16].elementsEqual("VP8X".utf8) && start[20] & 2 != 0
  }

  /// Returns the kind of a file without a signature.
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

  /// Returns the video format of a suffix, or `nil` for other suffixes.
  private static func film(_ path: FilePath) -> FileKind? {
    let suffix = path.lowercasedExtension
    return all.first { $0.reading == .video && $0.suffixes.contains(suffix) }
  }

  /// Returns the kind of a TIFF: a finished picture, or one of many raw formats.
  ///
  /// A raw suffix or DNG's version identifies a raw. A BigTIFF is a finished picture, and so is a
  /// file with a TIFF suffix and one directory that does not look like a raw. For all other files
  /// we use LibRaw, which checks the camera's name. However, developed pictures also contain this
  /// name. If LibRaw rejects a file, a mosaic or a reduced copy in its first directory still
  /// identifies a raw.
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

  /// Returns the kind with this suffix if several kinds have the same signature. Otherwise, returns
  /// this kind.
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

extension FileKind.Reading {
  /// The format of a picture that ``PictureReading/whole(_:_:)`` reads, or `nil` for other kinds.
  package var wholeFormat: PictureFormat? {
    switch self {
    case .jxl: .jxl
    case .avif: .avif
    case .webp: .webp
    case .raw, .jpeg, .png, .tiff, .netpbm, .heif, .y4m, .planes, .video, .none: nil
    }
  }
}

extension FileKind: Hashable {
  package static func == (left: FileKind, right: FileKind) -> Bool { left.name == right.name }
  package func hash(into hasher: inout Hasher) { hasher.combine(name) }
}

extension FileKind {
  /// Returns whether a name has a raw suffix in any case.
  ///
  /// Bromide treats these files as photos. The content of an incomplete raw may not identify it,
  /// but its name shows that Bromide must report it instead of skipping it.
  package static func isRawName(_ path: FilePath) -> Bool {
    rawSuffixes.contains(path.lowercasedExtension)
  }

  /// Returns whether a name is a photo's name: a raw or a finished picture that can replace it.
  package static func isPhotoName(_ path: FilePath) -> Bool {
    let suffix = path.lowercasedExtension
    return rawSuffixes.contains(suffix)
      || stills.contains { $0.suffixes.contains(suffix) }
  }

  private static let rawSuffixes = Set(all.filter { $0.reading == .raw }.flatMap(\.suffixes))

  /// Whether files of the kind contain frames for ffmpeg.
  package var isFilm: Bool { reading == .video || self == .apng }

  /// Whether the kind is known. It can still be unsupported.
  package var isIdentified: Bool { self != .unknown }

  /// Whether files of the kind are finished pictures that can replace a photo.
  package var isStill: Bool { [.jpeg, .png, .tiff].contains(reading) || wholeFormat != nil }

  /// The format of a picture that ``PictureReading/whole(_:_:)`` reads, or `nil` for other kinds.
  package var wholeFormat: PictureFormat? { reading.wholeFormat }

  /// Returns an error of LibRaw with a message that uses this table.
  static func explained(_ error: RawError) -> RawError {
    if case .headerless(let path, _, _) = error, PlaneName(path).layout != nil {
      return .notRaw(path: path, found: planes.phrase)
    }
    guard case .rejected(let path, let camera, let endsEarly) = error else { return error }
    let start = (try? FileSystem.bytes(of: path, at: 0, count: startLength)) ?? []
    let kind = of(path, start) { false }
    guard kind.reading == .raw else { return .notRaw(path: path, found: kind.phrase) }
    if endsEarly {
      return .damaged(
        path: path, reason: "\(kind.phrase) with an incomplete or contradictory header")
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
