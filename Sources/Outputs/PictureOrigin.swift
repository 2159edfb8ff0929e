package import Metadata
package import Pixels
internal import Platform
package import SystemPackage

/// The place and the moment of the photo that a picture shows, which tell a photo that was edited from another photo.
///
/// The place is the photo's path relative to the picture's folder, so that a folder of photos and pictures can move. The place
/// alone is not enough: two memory cards of one camera are mounted under one path and repeat its names. The moment is the size,
/// the model and the time that the camera recorded, to the digits after the second.
///
/// It lies beside the picture as a `FileMark`, because a picture's bytes do not depend on the name of its photo. A picture
/// without one, of an earlier version or on a file system that keeps none, stays until a person decides.
package enum PictureOrigin {
  /// The place and the moment as a hash.
  ///
  /// - Parameters:
  ///   - input: The photo.
  ///   - output: The picture. Neither it nor its folder needs to exist.
  ///   - size: The photo's size as stored: a change of its orientation keeps it.
  ///   - metadata: The content of the photo's own fields.
  package static func text(
    input: FilePath, output: FilePath, size: Size, _ metadata: PhotoMetadata
  ) -> String {
    let photo = input.parent.resolvedAsFarAsItExists
    let folder = output.parent.resolvedAsFarAsItExists
    let shared = zip(photo.components, folder.components).prefix { $0 == $1 }.count
    var hash = ContentHash()
    func add(_ text: String) { hash.add([UInt8](text.utf8) + [0]) }
    add("\(folder.components.count - shared)")
    for name in photo.components.dropFirst(shared) { add(name.reversible) }
    add(input.reversibleName)
    add("\(size)")
    add(metadata.model ?? "")
    if let time = metadata.captureTime {
      add("\(time.clockSeconds)")
      add(time.subSecond ?? "")
    }
    return hash.text
  }

  /// Keeps the origin of a new picture.
  ///
  /// - Parameter fingerprint: The picture's, whose content the origin belongs to: another run may replace the picture meanwhile.
  package static func keep(_ origin: String, of picture: FilePath, fingerprint: String) {
    guard let photo = Fingerprint.photo(in: fingerprint) else { return }
    FileMark.write("\(version) \(photo.content) \(origin)", to: picture)
  }

  /// The origin of a picture that shows a photo; nil if it is not known.
  static func kept(of picture: FilePath, showing photo: Fingerprint.Photo) -> String? {
    let words = (FileMark.read(picture) ?? "").split(separator: " ").map(String.init)
    guard words.count == 3, words[0] == version, words[1] == photo.content else { return nil }
    return words[2]
  }

  private static let version = "v1"
}
