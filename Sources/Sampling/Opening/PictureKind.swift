internal import PhotoLoading
package import Pixels
internal import Platform
package import SystemPackage
package import YCbCr

/// The kind of a file, told by its first bytes or, for raw planes, by its name.
package enum PictureKind: Sendable, Hashable {
  case png, tiff, jpeg, y4m, planes, raw
  /// PBM, PGM, PPM, PAM and PFM.
  case netpbm
  /// Decoded by ffmpeg.
  case webp, video
  /// HEIF and AVIF, decoded by libheif's program.
  case heif

  /// Identifies a file.
  ///
  /// - Returns: nil if Bromide cannot sample the file.
  package static func of(_ path: FilePath, settings: OpeningSettings) -> PictureKind? {
    guard let bytes = try? FileSystem.bytes(of: path, at: 0, count: 12) else { return nil }
    if let kind = known(bytes) { return kind }
    if TIFFKind.isTIFF(bytes), TIFFKind.isPicture(path) { return .tiff }
    if PlaneName(path).layout != nil { return .planes }
    if let kind = foreign(bytes, path) { return kind }
    if OpenedPhoto.isRaw(path: path) { return .raw }
    return settings.layout != nil && settings.inputSize != nil ? .planes : nil
  }

  /// The kind of a finished picture, by its first 12 bytes; nil for all else.
  static func still(_ bytes: [UInt8], _ path: FilePath) -> PictureKind? {
    switch known(bytes) {
    case .png: .png
    case .jpeg: .jpeg
    default: TIFFKind.isTIFF(bytes) && TIFFKind.isPicture(path) ? .tiff : nil
    }
  }

  private static func known(_ bytes: [UInt8]) -> PictureKind? {
    if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .png }
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
    if bytes.starts(with: Array("YUV4MPEG2".utf8)) { return .y4m }
    return NetpbmPicture.isOne(bytes) ? .netpbm : nil
  }

  /// The kind of a file for another program, by its first 12 bytes and, as much is both a camera's raw and a film, its name.
  private static func foreign(_ bytes: [UInt8], _ path: FilePath) -> PictureKind? {
    func word(_ start: Int, _ end: Int) -> String {
      bytes.count >= end ? String(decoding: bytes[start..<end], as: UTF8.self) : ""
    }
    if word(0, 4) == "RIFF", word(8, 12) == "WEBP" { return .webp }
    if word(4, 8) == "ftyp", heifBrands.contains(word(8, 12)) { return .heif }
    return videoNames.contains(path.lowercasedExtension) ? .video : nil
  }

  private static let heifBrands: Set<String> = [
    "heic", "heix", "heim", "heis", "mif1", "avif", "avis",
  ]
  private static let videoNames: Set<String> = [
    "mp4", "m4v", "mov", "mkv", "webm", "avi", "mpg", "mpeg", "ts", "mts", "m2ts", "mxf", "3gp",
    "ogv", "wmv", "flv", "gif",
  ]

  /// Whether a file holds frames in a form for ffmpeg, by its name, else by its first bytes.
  package static func isFilm(_ path: FilePath) -> Bool {
    if videoNames.contains(path.lowercasedExtension) || path.lowercasedExtension == "apng" {
      return true
    }
    guard let bytes = try? FileSystem.bytes(of: path, at: 0, count: 12), bytes.count == 12 else {
      return false
    }
    let words = [0, 4, 8].map { String(decoding: bytes[$0..<$0 + 4], as: UTF8.self) }
    switch (words[0], words[1], words[2]) {
    case (_, "ftyp", let brand): return brand != "crx " && !heifBrands.contains(brand)
    case ("RIFF", _, "AVI "), ("OggS", _, _), ("GIF8", _, _): return true
    default: return bytes.starts(with: [0x1A, 0x45, 0xDF, 0xA3])
    }
  }

  /// Whether bytes at the start of a stream are those of a picture that only a file can hold, and not of frames.
  package static func isStill(_ start: [UInt8]) -> Bool {
    let kind = known(start) ?? foreign(start, "-")
    if let kind { return kind != .y4m }
    return TIFFKind.isTIFF(start) || rawStarts.contains { start.starts(with: $0) }
      || Array(start.dropFirst(4)).starts(with: Array("ftypcrx".utf8))
  }

  /// Raws that are no TIFFs: Fujifilm's, Panasonic's, Olympus', Canon's CRW and Sigma's.
  private static let rawStarts: [[UInt8]] = [
    "FUJIFILM", "IIU\0", "IIRO", "IIRS", "MMOR", "II\u{1A}\0", "FOVb",
  ].map { Array($0.utf8) }

  /// Whether a file that a folder holds is meant with it. Films beside photos are not: cameras put both into one folder.
  package static func isMeant(_ path: FilePath, settings: OpeningSettings) -> Bool {
    let kind = of(path, settings: settings)
    return kind != nil && kind != .video
  }
}

/// The layout and size that a file name states, such as `take3_1280x720.nv12` or `clip-p010-3840x2160.yuv`.
package struct PlaneName: Sendable, Hashable {
  /// The layout, or nil if the name is not that of a file of raw planes.
  package private(set) var layout: YCbCrLayout?
  /// The frame size; nil if the name does not state it.
  package private(set) var size: Size?

  package init(_ path: FilePath) {
    let name = path.reversibleName
    let words = name.lowercased().split { !($0.isLetter || $0.isNumber) }.map(String.init)
    guard words.count > 1, let last = words.last else { return }
    let isPlain = last == "yuv" || last == "raw"
    layout = YCbCrLayout(name: last)
    if isPlain { layout = words.dropLast().lazy.compactMap { YCbCrLayout(name: $0) }.first }
    if last == "yuv", layout == nil { layout = .i420 }
    guard layout != nil else { return }
    for word in words {
      let sides = word.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
      if sides.count == 2, let width = sides[0], let height = sides[1], width > 0, height > 0 {
        size = Size(width: width, height: height)
      }
    }
  }
}
