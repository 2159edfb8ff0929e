public import PhotoLoading
internal import Platform
internal import RawDecoding
public import SystemPackage

/// One photo of a sequence, whether it is there or not.
public struct SequencePhoto: Sendable, Hashable {
  /// As it was named or found.
  public let path: FilePath
  /// What its header says, or why it cannot be opened: what a sequence makes of that is its own affair.
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
      header = .success(PhotoFacts(try OpenedPhoto(path: path)))
    } catch {
      header = .failure(error)
    }
  }

  /// The file's name without its folder, for a person.
  public var name: String { path.visibleName }

  /// What the header says; nil where there is none.
  public var facts: PhotoFacts? { try? header.get() }
}
