internal import BromideSystem
internal import SystemPackage

/// Edits of a photo by other programs, which Bromide does not support.
enum OtherEdits {
  /// Returns the warnings about the files next to a photo that belong to other programs.
  static func files(for photo: FilePath) -> [(path: FilePath, warning: Warning)] {
    let folder = photo.removingLastComponent()
    let names = [photo.reversibleName, photo.reversibleStem]
    return programs.compactMap { suffix, program in
      var folders = [folder]
      switch suffix {
      case "nksc": folders.append(folder.appending("NKSC_PARAM"))
      case "cos": folders += captureOneFolders(in: folder)
      default: break
      }
      let candidates = folders.flatMap { folder in
        names.map { folder.appending(reversible: "\($0).\(suffix)") }
      }
      return candidates.first(where: FileSystem.exists).map { path in
        (path, warning(path, program, "edits"))
      }
    }
  }

  /// Returns the warning about a sidecar with modules of darktable.
  ///
  /// - Parameter modules: The number of modules, or 0 if it is unknown.
  static func darktable(_ path: FilePath, modules: Int) -> Warning {
    let count = modules > 0 ? " (\(modules) module\(modules == 1 ? "" : "s"))" : ""
    return warning(path, "darktable", "edits" + count)
  }

  private static func warning(_ path: FilePath, _ program: String, _ edits: String) -> Warning {
    Warning(
      "\(path.visible): \(program)'s \(edits) are not supported", key: "edits by \(program)")
  }

  /// Returns `CaptureOne/Settings` and its versions, such as `Settings153`.
  private static func captureOneFolders(in folder: FilePath) -> [FilePath] {
    let parent = folder.appending("CaptureOne")
    guard FileSystem.isFolder(parent) else { return [] }
    return ((try? FileSystem.entries(of: parent)) ?? [])
      .filter { $0.string.hasPrefix("Settings") }.map { parent.appending($0) }
  }

  /// The extensions of the files, and the programs.
  private static let programs = [
    ("pp3", "RawTherapee"), ("dop", "DxO PhotoLab"), ("cos", "Capture One"), ("on1", "ON1"),
    ("nksc", "NX Studio"),
  ]
}
