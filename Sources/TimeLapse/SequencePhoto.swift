public import PhotoLoading
internal import Platform
internal import RawDecoding
internal import Sampling
public import SystemPackage

/// One photo of a sequence, whether it is there or not.
public struct SequencePhoto: Sendable, Hashable {
  /// The path, as named or found.
  public let path: FilePath
  /// The facts in its header, or the reason why it cannot be opened; a sequence decides how to treat that.
  public let header: Result<PhotoFacts, PhotoError>

  /// A photo whose header was read, or could not be.
  public init(path: FilePath, header: Result<PhotoFacts, PhotoError>) {
    self.path = path
    self.header = header
  }

  /// Opens the file and reads its header.
  public init(path: FilePath) {
    self.path = path
    do throws(PhotoError) {
      header = .success(PhotoFacts(try PhotoFile(path: path)))
    } catch {
      header = .failure(error)
    }
  }

  /// The file's name without its folder, for a person.
  public var name: String { path.visibleName }

  /// Whether its header states what `ExposureSetting` needs.
  public var statesExposure: Bool { facts.flatMap { ExposureSetting($0) } != nil }

  /// The facts in the header; nil if it could not be read.
  public var facts: PhotoFacts? { try? header.get() }
}
