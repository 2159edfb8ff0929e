public import BromideDevelop
internal import BromideValues

/// The numbers of a scope: code counts for a picture's columns, or counts of Cb and Cr pairs.
public struct ScopeCounts: Sendable, Hashable {
  /// A kind of scope.
  public enum Kind: String, Sendable, Hashable, CaseIterable {
    /// Luma above each column.
    case waveform
    /// R′, G′ and B′ above each column, next to each other.
    case parade
    /// Cr above Cb.
    case vectorscope
  }

  /// The kind of scope.
  public let kind: Kind
  /// The columns of each part: the picture's columns, one per frame, or 256 for Cb.
  public private(set) var columns: Int
  /// Counts of 256 codes for each column of each part, ordered by column, then by code.
  public private(set) var counts: [[Int]]

  /// Number of parts: three for a parade, otherwise one.
  public var parts: Int { counts.count }

  /// Creates a scope with all counts at 0.
  ///
  /// - Parameter columns: The number of columns in each part.
  public init(_ kind: Kind, columns: Int) {
    self.kind = kind
    self.columns = kind == .vectorscope ? 256 : columns
    counts = [[Int]](
      repeating: [Int](repeating: 0, count: 256 * self.columns), count: kind == .parade ? 3 : 1)
  }

  /// Adds a column to each part, for one more frame. A vectorscope keeps its columns.
  public mutating func addColumn() {
    guard kind != .vectorscope else { return }
    columns += 1
    for part in counts.indices { counts[part] += [Int](repeating: 0, count: 256) }
  }

  /// Returns the count of a code in a column.
  public subscript(part: Int, column: Int, code: Int) -> Int {
    counts[part][256 * column + code]
  }

  /// The largest count.
  public var most: Int { counts.reduce(0) { max($0, $1.max() ?? 0) } }

  @inline(__always)
  fileprivate mutating func add(_ part: Int, _ column: Int, _ code: Double) {
    let code = Int(min(max(code, 0), 255).rounded())
    counts[part][256 * column + code] &+= 1
  }

  /// Counts a picture's pixels.
  ///
  /// - Parameters:
  ///   - column: The column of all its pixels, for scopes over time, or `nil` for the columns of
  ///     the picture.
  /// - Throws: `DevelopError.unsupported` if a raw cannot be developed.
  public mutating func add(
    _ sampler: PointSampler, column: Int? = nil
  ) throws(DevelopError) {
    let signal = sampler.scopeSignal
    var counts = self
    _ = try sampler.forEachScopePixel { x, pixel in
      // Raws are reduced already, but pictures can be wider than the scope.
      let column = column ?? min(x, counts.columns - 1)
      switch counts.kind {
      case .waveform: counts.add(0, column, pixel.codes.x)
      case .parade:
        for c in 0..<3 { counts.add(c, column, signal.black + pixel.rgb[c] * signal.extent) }
      case .vectorscope:
        counts.add(0, Int(min(max(pixel.codes.y, 0), 255).rounded()), pixel.codes.z)
      }
    }
    self = counts
  }
}

extension PointSampler {
  /// Returns the number of columns in a scope of this picture.
  public func scopeColumns() -> Int {
    guard case .raw = pixels else { return size.width }
    return min(size.width, Int((2048.0 * Double(size.width) / Double(size.longEdge)).rounded()))
  }
}
