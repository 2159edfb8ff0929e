internal import ContactSheets
internal import Metadata
internal import Synchronization
internal import SystemPackage
internal import Timelines

/// What words may say about photos, whose files are looked at once.
final class PhotoWords: Sendable {
  private let photos = Mutex<[FilePath: TilePhoto]>([:])

  /// What is known about a photo; a fact that its file does not state is an empty text.
  ///
  /// - Parameter number: The photo's place in its sequence, from 0.
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
      let photo = photos[path] ?? TileMaker.look(at: path)
      photos[path] = photo
      return photo
    }
  }
}
