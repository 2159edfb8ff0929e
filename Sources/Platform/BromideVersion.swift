/// The program's own name and version, as written into pictures.
public enum BromideVersion {
  /// Semantic version: major, minor, patch.
  public static let number = "0.1.0"
  /// Name and version, as PNG's Software and EXIF's Software carry it.
  public static let software = "Bromide \(number)"
}
