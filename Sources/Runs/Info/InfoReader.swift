internal import BromideCodecs
package import BromidePhotos
package import BromideRaw
internal import BromideSystem
package import SystemPackage

/// Reads the facts of a file, without its pixels.
package enum InfoReader {
  /// Returns whether `info` reads a file in a folder: a photo, a picture or a clip.
  ///
  /// - Parameters:
  ///   - headerless: The user's format for files without a header, or `nil`.
  ///   - context: Where LibRaw runs.
  package static func isKnown(
    _ path: FilePath, headerless: HeaderlessRaw? = nil, context: RunContext
  ) -> Bool {
    headerless.map { OpenedPhoto.isRaw(path: path, as: $0, context: context) }
      ?? (FileKind.of(path, context: context).answer(of: .info) == .reads)
  }

  /// Reads a file. This never throws: problems are part of the result.
  ///
  /// - Parameters:
  ///   - headerless: The same as for `isKnown`.
  ///   - context: The means with which the file is opened.
  ///   - lensNames: Whether to ask another program for the name of a raw's lens.
  package static func read(
    _ path: FilePath, headerless: HeaderlessRaw? = nil, lensNames: LensNames = .file,
    context: RunContext
  ) -> FileInfo {
    var info = FileInfo(path: path)
    do throws(SystemError) {
      let status = try FileSystem.status(path)
      info[.bytes] = InfoValue(.number("\(status.size)"), "\(status.size) bytes")
    } catch {
      info.note(.failed, "it cannot be read: \(error.reason)")
      return info
    }
    let kind = FileKind.of(path, headerless: headerless, context: context)
    switch kind.reading {
    case .png: info.addPNG(context)
    case .jpeg: info.addJPEG(context)
    case .tiff: info.addTIFF(context)
    case .jxl, .avif, .webp: info.addWhole(kind, context)
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
      var inspection = RawInspection.read(path: path, as: headerless, context: context)
      inspection.metadata.complete(nil)
      if lensNames == .tool { inspection.metadata.askTool(about: path, context) }
      info.add(inspection)
    }
    info.addMarks()
    return info
  }

  /// Reads the embedded preview of a raw, or returns `nil` if it is missing.
  package static func preview(
    _ path: FilePath, context: RunContext
  ) throws(PhotoError) -> RawPreview.Content? {
    let photo = try OpenedPhoto(path: path, settings: LoadSettings(context))
    do throws(RawError) { return try photo.readPreview() } catch {
      throw PhotoError(path: path, cause: .opening(error))
    }
  }
}
