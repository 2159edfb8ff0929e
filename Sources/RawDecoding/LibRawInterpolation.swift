/// LibRaw's own demosaic methods, to compare with.
public enum LibRawInterpolation: String, Sendable, Hashable, Codable, CaseIterable {
  case vng, ppg, ahd, dcb, dht

  /// LibRaw's `user_qual`.
  var quality: Int32 {
    switch self {
    case .vng: 1
    case .ppg: 2
    case .ahd: 3
    case .dcb: 4
    case .dht: 11
    }
  }
}
