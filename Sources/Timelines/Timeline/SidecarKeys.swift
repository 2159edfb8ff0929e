/// The XMP files that become keys of a sequence. At a photo with a key, parameters have the values
/// of its file. Between keys, they are interpolated.
public enum SidecarKeys: Sendable, Hashable {
  /// Do not read XMP files.
  case none
  /// Use the files of photos with at least this many stars, or all files with 0.
  case keys(stars: Int)

  /// The accepted texts.
  public static let accepted = "none, keys, or keys:4 for photos with four stars and more"

  /// Reads `none`, `keys` or `keys:4`, or returns `nil` for other text.
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
