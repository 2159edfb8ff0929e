/// The matrix from R′G′B′ to luma and two colour differences: the coefficients of ITU-T H.273, 8.3.
public enum YCbCrMatrix: Sendable, Hashable, Codable {
  /// BT.601 (H.273 codes 5 and 6): Kr 0.299, Kb 0.114.
  case bt601
  /// BT.709 (code 1): Kr 0.2126, Kb 0.0722.
  case bt709
  /// BT.2020, non-constant luminance (code 9): Kr 0.2627, Kb 0.0593.
  case bt2020
  /// BT.2020, constant luminance (code 10). Its luma comes from light instead of R′G′B′, so it is
  /// not a matrix. See `YCbCrCoding`.
  case bt2020Constant
  /// SMPTE ST 240 (code 7): Kr 0.212, Kb 0.087.
  case smpte240m
  /// US FCC 73.682 (code 4): Kr 0.30, Kb 0.11.
  case fcc
  /// YCgCo (code 8): Cg replaces Cb, and Co replaces Cr.
  case ycgco
  /// Without a matrix (code 0): G replaces Y, B replaces Cb, and R replaces Cr.
  case identity
  /// Another luma, with weights of red and blue above 0 and a sum below 1.
  case custom(kr: Double, kb: Double)

  /// All matrices with a name.
  public static let named: [YCbCrMatrix] = [
    .bt601, .bt709, .bt2020, .bt2020Constant, .smpte240m, .fcc, .ycgco, .identity,
  ]

  /// Whether it is a matrix from R′G′B′, which `decoding` and `encoding` state.
  public var isLinear: Bool { self != .bt2020Constant }

  /// Weights of red and blue in luma (H.273, equations 38 to 40), or `nil` for a matrix that is not
  /// based on a weighted sum.
  public var weights: (kr: Double, kb: Double)? {
    switch self {
    case .bt601: (0.299, 0.114)
    case .bt709: (0.2126, 0.0722)
    case .bt2020, .bt2020Constant: (0.2627, 0.0593)
    case .smpte240m: (0.212, 0.087)
    case .fcc: (0.30, 0.11)
    case .custom(let kr, let kb): (kr, kb)
    case .ycgco, .identity: nil
    }
  }

  /// The matrix from (Y, Cb, Cr), with Y in 0…1 and differences in −½…½, to R′G′B′ in 0…1.
  ///
  /// R = Y + 2(1 − Kr)·Cr, B = Y + 2(1 − Kb)·Cb, and G from Kr·R + Kg·G + Kb·B = Y.
  ///
  /// - Precondition: `isLinear`.
  public var decoding: Matrix3x3 {
    precondition(isLinear, "constant luminance has no matrix")
    guard let (kr, kb) = weights else {
      return self == .ycgco
        ? Matrix3x3(SIMD3(1, -1, 1), SIMD3(1, 1, 0), SIMD3(1, -1, -1))
        : Matrix3x3(SIMD3(0, 0, 1), SIMD3(1, 0, 0), SIMD3(0, 1, 0))
    }
    let kg = 1 - kr - kb
    return Matrix3x3(
      SIMD3(1, 0, 2 * (1 - kr)),
      SIMD3(1, -2 * kb * (1 - kb) / kg, -2 * kr * (1 - kr) / kg),
      SIMD3(1, 2 * (1 - kb), 0))
  }

  /// The matrix from R′G′B′ to (Y, Cb, Cr). It is the inverse of `decoding`, from separate
  /// formulas.
  ///
  /// - Precondition: `isLinear`.
  public var encoding: Matrix3x3 {
    precondition(isLinear, "constant luminance has no matrix")
    guard let (kr, kb) = weights else {
      return self == .ycgco
        ? Matrix3x3(SIMD3(0.25, 0.5, 0.25), SIMD3(-0.25, 0.5, -0.25), SIMD3(0.5, 0, -0.5))
        : Matrix3x3(SIMD3(0, 1, 0), SIMD3(0, 0, 1), SIMD3(1, 0, 0))
    }
    let luma = SIMD3(kr, 1 - kr - kb, kb)
    return Matrix3x3(
      luma, (SIMD3(0, 0, 1) - luma) / (2 * (1 - kb)), (SIMD3(1, 0, 0) - luma) / (2 * (1 - kr)))
  }
}

extension YCbCrMatrix {
  /// The code of H.273, table 4, or `nil` for a custom matrix.
  public var codePoint: UInt8? {
    switch self {
    case .identity: 0
    case .bt709: 1
    case .fcc: 4
    case .bt601: 6
    case .smpte240m: 7
    case .ycgco: 8
    case .bt2020: 9
    case .bt2020Constant: 10
    case .custom: nil
    }
  }

  /// Creates the matrix with a code of H.273, table 4. Returns `nil` for 2 (unspecified), reserved
  /// codes, and unsupported matrices.
  public init?(codePoint: UInt8) {
    if codePoint == 5 {
      self = .bt601
    } else if let match = Self.named.first(where: { $0.codePoint == codePoint }) {
      self = match
    } else {
      return nil
    }
  }

  /// The name on the command line and in reports.
  public var name: String {
    switch self {
    case .bt601: "601"
    case .bt709: "709"
    case .bt2020: "2020"
    case .bt2020Constant: "2020cl"
    case .smpte240m: "240m"
    case .fcc: "fcc"
    case .ycgco: "ycgco"
    case .identity: "identity"
    case .custom(let kr, let kb): "\(kr),\(kb)"
    }
  }

  private static let aliases: [String: YCbCrMatrix] = [
    "bt601": .bt601, "smpte170m": .bt601, "bt470bg": .bt601, "bt709": .bt709, "bt2020": .bt2020,
    "bt2020nc": .bt2020, "bt2020_ncl": .bt2020,
    "bt2020cl": .bt2020Constant, "bt2020c": .bt2020Constant, "bt2020_cl": .bt2020Constant,
    "smpte240m": .smpte240m, "ycocg": .ycgco,
    "rgb": .identity, "gbr": .identity,
  ]

  /// Parses a name, an ffmpeg alias, an H.273 code, or "KR,KB". Returns `nil` for other texts.
  public init?(name: String) {
    let word = name.lowercased()
    if let match = Self.named.first(where: { $0.name == word }) ?? Self.aliases[word] {
      self = match
    } else if let code = UInt8(word), let match = YCbCrMatrix(codePoint: code) {
      self = match
    } else {
      let parts = word.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
      guard parts.count == 2, let kr = parts[0], let kb = parts[1], kr > 0, kb > 0, kr + kb < 1
      else { return nil }
      self = .custom(kr: kr, kb: kb)
    }
  }
}
