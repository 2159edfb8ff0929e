/// The program's name and version, as stored in pictures.
public enum BromideVersion {
  /// Semantic version: major, minor, patch.
  public static let number = "0.1.0"
  /// Name and version for the Software fields of PNG and Exif.
  public static let software = "Bromide \(number)"
}
