/// A look as a table that maps codes to codes.
///
/// It applies a curve for each channel, then a cube of colours. A file contains one or both.
public struct LookTable: Sendable, Codable {
  /// A curve for each channel.
  public struct Curve: Sendable, Hashable, Codable {
    /// Red, green and blue of each entry, at least two entries.
    public var values: [Float]
    /// The codes of the first and the last entry.
    public var low, high: SIMD3<Float>

    /// The number of entries.
    public var count: Int { values.count / 3 }

    /// Creates a curve from its entries.
    public init(values: [Float], low: SIMD3<Float>, high: SIMD3<Float>) {
      (self.values, self.low, self.high) = (values, low, high)
    }
  }

  /// A cube of colours.
  public struct Cube: Sendable, Hashable, Codable {
    /// Entries along an edge, at least two.
    public var size: Int
    /// Red, green and blue of each entry, red fastest.
    public var values: [Float]
    /// The codes of the first and the last entry.
    public var low, high: SIMD3<Float>

    /// Creates a cube from its entries.
    public init(size: Int, values: [Float], low: SIMD3<Float>, high: SIMD3<Float>) {
      (self.size, self.values, self.low, self.high) = (size, values, low, high)
    }
  }

  /// The file's path as specified, for messages.
  public var path: String
  /// A digest of the file's bytes: two tables with equal ones are equal.
  public var digest: String
  /// The title in the file.
  public var title: String?
  /// The curve, which is applied first, or `nil` if the file has no curve.
  public var curve: Curve?
  /// The cube, which is applied next, or `nil` if the file has no cube.
  public var cube: Cube?
  /// Sentences about lines that were not understood.
  public var remarks: [String] = []

  /// Creates a table from its parts.
  public init(path: String, digest: String, curve: Curve? = nil, cube: Cube? = nil) {
    (self.path, self.digest, self.curve, self.cube) = (path, digest, curve, cube)
  }
}

extension LookTable: Hashable {
  /// Whether both were read from equal bytes.
  public static func == (left: LookTable, right: LookTable) -> Bool {
    left.digest == right.digest
  }

  /// Hashes the digest.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

extension LookTable {
  /// Returns the table's codes for these codes, which are limited to the range of the entries.
  public func callAsFunction(_ codes: SIMD3<Double>) -> SIMD3<Double> {
    let between = curve?(codes) ?? codes
    return cube?(between) ?? between
  }
}

extension LookTable.Curve {
  /// Linear between entries.
  func callAsFunction(_ codes: SIMD3<Double>) -> SIMD3<Double> {
    var result = SIMD3<Double>()
    for c in 0..<3 {
      let (place, part) = LookTable.place(
        codes[c], Double(low[c]), Double(high[c]), count: count)
      let (below, above) = (Double(values[3 * place + c]), Double(values[3 * place + 3 + c]))
      result[c] = below + part * (above - below)
    }
    return result
  }
}

extension LookTable.Cube {
  /// Tetrahedral interpolation between entries.
  ///
  /// It moves from the lowest corner along the axes, starting with the largest fraction. For equal
  /// fractions, red comes before green, and green before blue.
  func callAsFunction(_ codes: SIMD3<Double>) -> SIMD3<Double> {
    var (vertex, parts) = (SIMD3<Int>(), SIMD3<Double>())
    for c in 0..<3 {
      (vertex[c], parts[c]) = LookTable.place(
        codes[c], Double(low[c]), Double(high[c]), count: size)
    }
    let axes = [0, 1, 2].sorted { parts[$0] > parts[$1] || parts[$0] == parts[$1] && $0 < $1 }
    var result = (1 - parts[axes[0]]) * self[vertex]
    for (i, axis) in axes.enumerated() {
      vertex[axis] += 1
      result += (parts[axis] - (i < 2 ? parts[axes[i + 1]] : 0)) * self[vertex]
    }
    return result
  }

  private subscript(vertex: SIMD3<Int>) -> SIMD3<Double> {
    let at = 3 * (vertex.x + size * (vertex.y + size * vertex.z))
    return SIMD3(Double(values[at]), Double(values[at + 1]), Double(values[at + 2]))
  }
}

extension LookTable {
  /// Returns the entry before a code, and the fraction of the distance to the next. NaN is treated
  /// as the first code.
  static func place(
    _ code: Double, _ low: Double, _ high: Double, count: Int
  ) -> (entry: Int, part: Double) {
    let share = (code - low) / (high - low)
    let place = (share > 0 ? min(share, 1) : 0) * Double(count - 1)
    let entry = min(Int(place), count - 2)
    return (entry, place - Double(entry))
  }
}
