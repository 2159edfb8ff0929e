internal import ArgumentParser
internal import Cameras
internal import Color
internal import PhotoLoading
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

  /// Reads `--lut`.
  ///
  /// - Throws: An error that names the file and what was wrong with it.
  static func table(_ text: String) throws -> LookTable {
    do throws(LookTableError) {
      return try LookTable(path: FilePath(text))
    } catch {
      throw ValidationError(error.reason)
    }
  }

  /// Reads `--lut-space`.
  static func space(_ text: String) throws -> TableSpaces {
    guard let (input, output) = TableLook.spaces(text) else {
      throw ValidationError("expected \(TableLook.acceptedSpaces)")
    }
    return TableSpaces(input: input, output: output)
  }
}

/// The colours that a look table reads and writes.
struct TableSpaces: Sendable, Hashable {
  let input: LookSpace
  let output: LookSpace
}
