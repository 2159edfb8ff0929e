public import BromidePhotos
internal import BromideSampling
internal import BromideSystem
public import SystemPackage

/// One photo of a sequence, whether it is there or not.
public struct SequencePhoto: Sendable, Hashable {
  /// The path, as named or found.
  public let path: FilePath
  /// The facts in its header, or the reason why it cannot be opened. A sequence chooses how to
  /// treat the error.
  public let header: Result<PhotoFacts, PhotoError>

  /// Creates a photo with a header or an error.
  public init(path: FilePath, header: Result<PhotoFacts, PhotoError>) {
    self.path = path
    self.header = header
  }

  /// Opens the file and reads its header.
  public init(path: FilePath, context: RunContext) {
    self.path = path
    do throws(PhotoError) {
      header = .success(PhotoFacts(try PhotoFile(path: path, settings: LoadSettings(context))))
    } catch {
      header = .failure(error)
    }
  }

  /// The file's name without its folder, for a person.
  public var name: String { path.visibleName }

  /// Whether its header contains an exposure setting.
  public var recordsExposure: Bool { facts.flatMap { ExposureSetting($0) } != nil }

  /// The facts in the header, or `nil` if it could not be read.
  public var facts: PhotoFacts? { try? header.get() }
}
