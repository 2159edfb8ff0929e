internal import ArgumentParser
internal import Color
internal import Develop
internal import PhotoLoading
internal import Platform
internal import Sampling
internal import SystemPackage
internal import Timelines

/// The meaning of `--look`.
enum LookChoice: Sendable, Hashable {
  /// A look that is known.
  case look(Look)
  /// The look of a file.
  case file(Look, FilePath)
  /// Looks to be fitted to the cameras' own pictures.
  case camera(CameraLookMode)

  /// The name as it is typed; `camera` for the look of a file.
  var name: String {
    switch self {
    case .look(let look), .file(let look, _): look.name
    case .camera(let mode): mode.rawValue
    }
  }

  /// Makes it the look of some settings, whichever they had.
  func apply(to settings: inout PhotoSettings) {
    (settings.recipe.look, settings.cameraLooks) = (.standard, nil)
    switch self {
    case .look(let look), .file(let look, _): settings.recipe.look = look
    case .camera(.each): settings.cameraLooks = .each
    // Fitted once the photos are known.
    case .camera(.camera): break
    }
  }
}

/// Reads `--look`.
enum LookText {
  /// All names.
  static let names = Look.all.map(\.name) + CameraLookMode.allCases.map(\.rawValue)

  /// - Throws: An error that lists the looks, or says what is wrong with a file.
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

  /// Why a look and linear light exclude each other.
  static func nothingToWorkOn(_ look: String) -> String {
    "--tone linear cannot be combined with --look \(look); remove one"
  }
}

extension Timeline {
  /// Takes a look as it was typed, in place of the document's.
  mutating func setLook(_ choice: LookChoice) {
    (cameraLook, lookFile) = (nil, nil)
    switch choice {
    case .look(let look), .file(let look, _): recipe.look = look
    case .camera(let mode): (recipe.look, cameraLook) = (.standard, mode)
    }
  }

  /// The name of a look other than the standard one; nil for that.
  var lookName: String? {
    cameraLook?.rawValue ?? lookFile?.string ?? (recipe.look == .standard ? nil : recipe.look.name)
  }
}
