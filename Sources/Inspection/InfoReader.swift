package import PhotoLoading
internal import Platform
package import RawDecoding
package import SystemPackage
internal import YCbCr

/// Reads what a file states of itself, without its pixels.
package enum InfoReader {
  /// Whether a file found in a folder is one to tell of: a photo, a picture or a clip.
  ///
  /// - Parameter headerless: The format that the user named for files without a header; nil if none.
  package static func isKnown(_ path: FilePath, headerless: HeaderlessRaw? = nil) -> Bool {
    headerless.map { OpenedPhoto.isRaw(path: path, as: $0) }
      ?? (FileKind.of(path).answer(of: .info) == .reads)
  }

  /// Reads a file. It never fails: what could not be read, and why, is part of what it gives.
  ///
  /// - Parameter headerless: As for `isKnown`.
  package static func read(_ path: FilePath, headerless: HeaderlessRaw? = nil) -> FileInfo {
    var info = FileInfo(path: path)
    do throws(SystemError) {
      let status = try FileSystem.status(path)
      info[.bytes] = InfoValue(.number("\(status.size)"), "\(status.size) bytes")
    } catch {
      info.note(.failed, "it cannot be read: \(error.reason)")
      return info
    }
    let kind = FileKind.of(path, headerless: headerless)
    switch kind.reading {
    case .png: info.addPNG()
    case .jpeg: info.addJPEG()
    case .tiff: info.addTIFF()
    case .y4m: info.addY4M()
    case .planes:
      let name = PlaneName(path)
      info[.format] = InfoValue("planes")
      info[.subsampling] = InfoValue(name.layout?.name)
      info[.size] = name.size.map { InfoValue($0) }
    // Other programs read their content.
    case .netpbm, .webp, .heif, .video: info[.format] = InfoValue(kind.name)
    case .raw, .none: info.add(RawInspection.read(path: path, as: headerless))
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
}
