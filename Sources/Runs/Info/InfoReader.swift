internal import BromideCodecs
package import BromidePhotos
package import BromideRaw
internal import BromideSystem
package import SystemPackage

/// Reads the facts of a file, without its pixels.
package enum InfoReader {
  /// Returns whether `info` reads a file in a folder: a photo, a picture or a clip.
  ///
  /// - Parameter headerless: The user's format for files without a header, or `nil`.
  package static func isKnown(_ path: FilePath, headerless: HeaderlessRaw? = nil) -> Bool {
    headerless.map { OpenedPhoto.isRaw(path: path, as: $0) }
      ?? (FileKind.of(path).answer(of: .info) == .reads)
  }

  /// Reads a file. This never throws: problems are part of the result.
  ///
  /// - Parameters:
  ///   - headerless: The same as for `isKnown`.
  ///   - lensNames: Whether to ask another program for the name of a raw's lens.
  package static func read(
    _ path: FilePath, headerless: HeaderlessRaw? = nil, lensNames: LensNames = .file
  ) -> FileInfo {
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
    case .jxl, .avif, .webp: info.addWhole(kind)
    case .y4m: info.addY4M()
    case .planes:
      let name = PlaneName(path)
      info[.format] = InfoValue("planes")
      info[.subsampling] = InfoValue(name.layout?.name)
      info[.size] = name.size.map { InfoValue($0) }
    // Bromide does not read the content of these files.
    case .netpbm, .heif: info[.format] = InfoValue(kind.name)
    case .video:
      info[.format] = InfoValue(kind.name)
      info.addMotion()
    case .raw, .none:
      var inspection = RawInspection.read(path: path, as: headerless)
      inspection.metadata.complete(nil)
      if lensNames == .tool { inspection.metadata.askTool(about: path) }
      info.add(inspection)
    }
    info.addMarks()
    return info
  }

  /// Reads the embedded preview of a raw, or returns `nil` if it is missing.
  package static func preview(_ path: FilePath) throws(PhotoError) -> RawPreview.Content? {
    let photo = try OpenedPhoto(path: path)
    do throws(RawError) { return try photo.readPreview() } catch {
      throw PhotoError(path: path, cause: .opening(error))
    }
  }
}
