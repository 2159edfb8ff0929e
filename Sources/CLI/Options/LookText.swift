internal import ArgumentParser
internal import BromideDevelop
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// The value of `--look`.
enum LookChoice: Sendable, Hashable {
  /// A built-in look.
  case look(Look)
  /// The looks of a file.
  case file(SavedLook, FilePath)
  /// A look to fit to the camera's pictures.
  case camera(CameraLookMode)

  /// The name as typed, or `camera` for a look from a file.
  var name: String {
    switch self {
    case .look(let look), .file(.single(let look), _): look.name
    case .file(.list, _): CameraLookMode.camera.rawValue
    case .camera(let mode): mode.rawValue
    }
  }

  /// Replaces the look in settings.
  func apply(to settings: inout PhotoSettings) {
    (settings.recipe.look, settings.cameraLooks) = (.standard, nil)
    switch self {
    case .look(let look): settings.recipe.look = look
    case .file(let saved, _): settings.use(saved)
    case .camera(.each): settings.cameraLooks = .each
    // This look is fitted when the photos are known.
    case .camera(.camera): break
    }
  }
}

/// Reads `--look`.
enum LookText {
  /// All names.
  static let names = Look.all.map(\.name) + CameraLookMode.allCases.map(\.rawValue)

  /// Reads the value.
  ///
  /// - Throws: An error that lists the looks, or describes the problem of a file.
  static func read(_ text: String) throws -> LookChoice {
    if let look = Look.all.first(where: { $0.name == text }) { return .look(look) }
    if let mode = CameraLookMode(rawValue: text) { return .camera(mode) }
    let path = FilePath(reversible: text)
    guard text.contains(where: { $0 == "." || $0 == "/" }) || FileSystem.exists(path) else {
      throw ValidationError(
        "expected one of \(names.joined(separator: ", ")), or a look file"
          + Suggestion.text(for: text, among: names))
    }
    do throws(LookFileError) {
      return .file(try LookFile.read(path), path)
    } catch {
      throw ValidationError(error.description)
    }
  }

  /// Returns the error if a look is combined with linear light.
  static func toneConflict(with look: String) -> String {
    "--tone linear cannot be combined with --look \(look); remove one"
  }
}

extension Timeline {
  /// Sets a look from a flag, which replaces the document's look.
  mutating func setLook(_ choice: LookChoice) {
    (cameraLook, lookFile) = (nil, nil)
    switch choice {
    case .look(let look), .file(.single(let look), _): recipe.look = look
    // The list is read again with the timeline's files.
    case .file(.list, let path): (recipe.look, lookFile) = (.standard, path)
    case .camera(let mode): (recipe.look, cameraLook) = (.standard, mode)
    }
  }

  /// The name of the look, or `nil` for the standard look.
  var lookName: String? {
    cameraLook?.rawValue ?? lookFile?.string ?? (recipe.look == .standard ? nil : recipe.look.name)
  }
}
