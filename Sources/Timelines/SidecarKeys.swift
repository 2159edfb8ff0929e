/// Which XMP files beside the photos of a sequence are keys: at each such photo, parameters have the values that its file
/// states, and between two they move.
public enum SidecarKeys: Sendable, Hashable {
  /// No files are read.
  case none
  /// Those of photos with at least so many stars; with 0 all files.
  case keys(stars: Int)

  /// The accepted texts.
  public static let accepted = "none, keys, or keys:4 for photos with four stars and more"

  /// Reads `none`, `keys` or `keys:4`; nil for anything else.
  public init?(_ text: String) {
    switch text {
    case "none": self = .none
    case "keys": self = .keys(stars: 0)
    default:
      let parts = text.split(separator: ":", omittingEmptySubsequences: false)
      guard parts.count == 2, parts[0] == "keys", let stars = Int(parts[1]),
        (1...5).contains(stars)
      else { return nil }
      self = .keys(stars: stars)
    }
  }
}
