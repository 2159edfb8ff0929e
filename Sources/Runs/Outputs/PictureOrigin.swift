package import BromideCodecs
internal import BromidePhotos
internal import BromideSystem
package import BromideValues
package import SystemPackage

/// A hash of a photo's path and capture, which distinguishes an edited photo from another photo.
///
/// The path is relative to the picture's folder, so that you can move a folder with photos and
/// pictures. The path is not enough, because two memory cards of one camera use the same paths and
/// names. So the hash also contains the size, the model and the capture time, with all digits after
/// the second.
///
/// The hash is stored next to the picture as a `FileMark`, because a picture's bytes must not
/// depend on its photo's name. If it is missing, a person must choose before the picture is
/// replaced. This happens with earlier versions and with some file systems.
package enum PictureOrigin {
  /// Returns the hash.
  ///
  /// - Parameters:
  ///   - input: The photo.
  ///   - output: The picture. Its file and folder can be missing.
  ///   - size: The stored size of the photo, which does not depend on its orientation.
  ///   - metadata: The metadata in the photo's file.
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

  /// Stores the origin of a new picture.
  ///
  /// - Parameter fingerprint: The picture's fingerprint. It links the origin to its content,
  ///   because another run may replace the picture meanwhile.
  package static func keep(_ origin: String, of picture: FilePath, fingerprint: String) {
    guard let photo = Fingerprint.photo(in: fingerprint) else { return }
    FileMark.write("\(version) \(photo.content) \(origin)", to: picture)
  }

  /// Returns the origin of a picture of this photo, or `nil` if it is unknown.
  static func kept(of picture: FilePath, showing photo: Fingerprint.Photo) -> String? {
    let words = (FileMark.read(picture) ?? "").split(separator: " ").map(String.init)
    guard words.count == 3, words[0] == version, words[1] == photo.content else { return nil }
    return words[2]
  }

  private static let version = "v1"
}
