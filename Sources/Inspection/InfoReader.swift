package import PhotoLoading
internal import Platform
package import RawDecoding
internal import Sampling
package import SystemPackage
internal import YCbCr

/// Reads what a file states of itself, without its pixels.
package enum InfoReader {
  /// Whether a file found in a folder is one to tell of: a photo, a picture or a clip.
  package static func isKnown(_ path: FilePath) -> Bool {
    guard let kind = kind(path) else { return false }
    return ![.netpbm, .webp, .heif, .video].contains(kind)
  }

  /// Whether a name is that of a raw photo, whatever the file holds.
  package static func isNamedRaw(_ path: FilePath) -> Bool { RawExtension.isExtension(of: path) }

  /// Reads a file. It never fails: what could not be read, and why, is part of what it gives.
  package static func read(_ path: FilePath) -> FileInfo {
    var info = FileInfo(path: path)
    do throws(SystemError) {
      let status = try FileSystem.status(path)
      info[.bytes] = InfoValue(.number("\(status.size)"), "\(status.size) bytes")
    } catch {
      info.note(.failed, "it cannot be read: \(error.reason)")
      return info
    }
    switch kind(path) {
    case .png: info.addPNG()
    case .jpeg: info.addJPEG()
    case .tiff: info.addTIFF()
    case .y4m: info.addY4M()
    case .planes:
      let name = PlaneName(path)
      info[.format] = InfoValue("planes")
      info[.subsampling] = InfoValue(name.layout?.name)
      info[.size] = name.size.map { InfoValue($0) }
    case .netpbm, .webp, .heif, .video, .raw, nil: info.add(RawInspection.read(path: path))
    }
    return info
  }

  /// Reads the preview that the camera stored beside a raw's samples; nil if it has none.
  package static func preview(_ path: FilePath) throws(PhotoError) -> RawPreview.Content? {
    let photo = try OpenedPhoto(path: path)
    do throws(RawError) { return try photo.readPreview() } catch {
      throw PhotoError(path: path, cause: .opening(error))
    }
  }

  private static func kind(_ path: FilePath) -> PictureKind? {
    // Opening a raw twice would double what it takes.
    if RawExtension.isExtension(of: path) {
      let start = (try? FileSystem.bytes(of: path, at: 0, count: 4)) ?? []
      if start.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
      if start.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .png }
      return .raw
    }
    return PictureKind.of(path, settings: OpeningSettings())
  }
}
