internal import ArgumentParser
internal import BromidePhotos
internal import BromideRaw
internal import BromideValues
internal import SystemPackage

/// Reads `--profile`.
enum ProfileText {
  /// Reads the value.
  ///
  /// - Throws: An error with the file's name and the problem.
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
  /// - Throws: An error with the file's name and the problem.
  static func table(_ text: String) throws -> LookTable {
    do throws(LookTableError) {
      // Arguments are read before the run has a context.
      return try LookTable(path: FilePath(text), context: RunContext())
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

/// The input and output colour spaces of a look table.
struct TableSpaces: Sendable, Hashable {
  let input: LookSpace
  let output: LookSpace
}
