internal import BromideCodecs
internal import BromidePhotos
internal import BromideSampling
internal import BromideTimelines
internal import Synchronization
internal import SystemPackage

/// Facts about photos for text layers. Each file is read only once.
final class PhotoWords: Sendable {
  private let photos = Mutex<[FilePath: TilePhoto]>([:])
  private let context: RunContext

  init(_ context: RunContext) { self.context = context }

  /// Returns a fact about a photo, or an empty string if its file does not contain it.
  ///
  /// - Parameter number: The photo's index in its sequence, starting at 0.
  func value(_ field: TextTemplate.Field, of path: FilePath, number: Int) -> String {
    func caption(_ caption: SheetLayout.Caption) -> String {
      SheetArtist.lines(photo(path), [caption])[0]
    }
    switch field {
    case .name: return caption(.name)
    case .stem: return path.stem ?? ""
    case .ext: return path.extension ?? ""
    case .folder: return path.removingLastComponent().lastComponent?.string ?? ""
    case .number: return "\(number + 1)"
    case .date: return String(caption(.time).prefix(10))
    case .time: return caption(.time)
    case .exposure: return caption(.exposure)
    case .lens: return caption(.lens)
    case .camera: return photo(path).metadata.model ?? ""
    }
  }

  private func photo(_ path: FilePath) -> TilePhoto {
    photos.withLock { photos in
      let photo = photos[path] ?? TileMaker.look(at: path, settings: PhotoSettings(context))
      photos[path] = photo
      return photo
    }
  }
}
