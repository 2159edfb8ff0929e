internal import CLibRaw

/// How much of a photo's pixels was decoded, where only parts of them are looked at.
public struct DecodedShare: Sendable, Hashable, CustomStringConvertible {
  /// Tiles or bands that were decoded, at least 1.
  public let decoded: Int
  /// Those that the file has.
  public let all: Int
  /// Whether they are tiles; otherwise bands of rows.
  public let areTiles: Bool

  /// nil where all of them were.
  init?(_ share: bromide_raw_decoded_share) {
    guard share.all > 0 else { return nil }
    decoded = Int(share.decoded)
    all = Int(share.all)
    areTiles = share.are_tiles
  }

  /// `3 of 384 tiles`.
  public var description: String { "\(decoded) of \(all) \(areTiles ? "tiles" : "bands of rows")" }
}
