package import BromideCodecs
internal import Synchronization
package import SystemPackage

/// Where the names of lenses come from.
public enum LensNames: String, Sendable, Hashable, Codable, CaseIterable {
  /// Only the photo, its sidecar and the user.
  case file
  /// If these lack the name, also exiftool or exiv2.
  case tool
}

/// Names lenses with exiftool or exiv2, once for all photos of a camera with the same lens.
///
/// A program takes a quarter of a second, so it only gets photos with a maker's number of the lens.
/// A card with one lens costs one call. After 50 calls, other lenses stay unnamed.
package final class LensTool: Sendable {
  /// The first program in PATH, for this process.
  package static let shared = LensTool(LensProgram.find())

  private let program: LensProgram?
  private let seconds: Double
  private let names = Mutex<[Key: String?]>([:])
  /// Held during a call, so that photos of one lens never start two programs.
  private let calls = Mutex(0)

  /// The photos that share a call.
  private struct Key: Hashable {
    let make, model: String
    let lens: LensSpecification

    /// Returns `nil` if no program can name the photo's lens.
    init?(_ metadata: PhotoMetadata) {
      guard let make = metadata.make, let model = metadata.model,
        let lens = metadata.lensSpecification, lens.number != nil, !lens.isFixed
      else { return nil }
      (self.make, self.model, self.lens) = (make, model, lens)
    }
  }

  /// - Parameter seconds: The limit of a call.
  init(_ program: LensProgram?, seconds: Double = 5) {
    self.program = program
    self.seconds = seconds
  }

  /// Whether a program is installed.
  package var isThere: Bool { program != nil }

  /// The number of calls so far.
  var callCount: Int { calls.withLock { $0 } }

  /// Returns the name of a photo's lens and the program that knows it, or `nil` if the photo has a
  /// name, or no program is certain.
  package func name(
    of photo: FilePath, _ metadata: PhotoMetadata, _ context: RunContext
  ) -> (text: String, source: PhotoMetadata.LensSource)? {
    guard let program, metadata.lensModel == nil, let key = Key(metadata) else { return nil }
    let name = names.withLock({ $0[key] }) ?? call(program, photo, key, context)
    return name.map { ($0, program.kind.source) }
  }

  private func call(
    _ program: LensProgram, _ photo: FilePath, _ key: Key, _ context: RunContext
  ) -> String? {
    calls.withLock { calls in
      // Another thread can have asked meanwhile.
      if let known = names.withLock({ $0[key] }) { return known }
      guard calls < Self.mostCalls else { return nil }
      calls += 1
      let name = program.name(
        of: photo, key.lens, seconds: seconds, timeout: context.timeout)
      names.withLock { $0[key] = .some(name) }
      return name
    }
  }

  static let mostCalls = 50
}
