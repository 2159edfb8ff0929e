internal import BromideValues

extension Parameter {
  /// Nine shares, each −3…3: the rows of a 3 × 3 matrix. The default is the identity.
  public static let channelMixer = Parameter(
    "channel-mixer", .numbers(["RR", "RG", "RB", "GR", "GG", "GB", "BR", "BG", "BB"]), -3...3,
    standard: [1, 0, 0, 0, 1, 0, 0, 0, 1],
    "Mix red, green and blue. RG is the amount of green in the new red")
}

extension Filter {
  /// A matrix on linear Rec. 2020.
  static let channelMixer = Filter(.scene, coloring: [.channelMixer]) { settings, _ in
    let m = settings.numbers(.channelMixer)
    return .matrix(
      Matrix3x3(SIMD3(m[0], m[1], m[2]), SIMD3(m[3], m[4], m[5]), SIMD3(m[6], m[7], m[8])))
  }
}
