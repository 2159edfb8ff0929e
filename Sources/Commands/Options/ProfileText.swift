internal import ArgumentParser
internal import Cameras
internal import Color
internal import SystemPackage

/// Reads `--profile`.
enum ProfileText {
  /// - Throws: An error that names the file and what was wrong with it.
  static func read(_ text: String) throws -> ProfileChoice {
    if let word = ProfileChoice(word: text) { return word }
    do throws(ProfileError) {
      return .file(try ProfileFile(path: FilePath(text)))
    } catch {
      throw ValidationError("\(error.reason); expected \(ProfileChoice.acceptedForms)")
    }
  }
}
