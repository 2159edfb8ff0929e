internal import BromideValues

/// The chroma sample of a cell, its neighbour, and the neighbour's weight in eighths.
struct ChromaTap {
  var index: Int
  var other: Int
  var weight: Int

  /// Maps positions to samples along one direction.
  struct Rule {
    let isLinear: Bool
    /// Number of samples along the direction.
    var count: Int
    /// Whether even and odd positions are two fields with separate samples.
    var hasFields = false
    /// Base-2 logarithm of the number of positions that share a sample.
    private let shift: Int
    /// Distance from the first position of a cell to its sample, in half positions.
    private let center: Int

    /// - Parameters:
    ///   - shared: Number of positions that share a sample: 1, 2 or 4.
    ///   - place: The sample's position among them.
    init(
      shared: Int, place: ChromaSiting.Place, isLinear: Bool, count: Int, hasFields: Bool = false
    ) {
      shift = shared.trailingZeroBitCount
      center =
        switch place {
        case .first: 0
        case .middle: shared - 1
        case .last: 2 * (shared - 1)
        }
      self.isLinear = isLinear && shared > 1
      self.count = count
      self.hasFields = hasFields && shared > 1
    }

    /// Weights two samples by their distances. Beyond the edge the outermost sample repeats.
    @inline(__always)
    func callAsFunction(_ position: Int) -> ChromaTap {
      if hasFields { return ofField(position) }
      let cell = position &>> shift
      guard isLinear else { return ChromaTap(index: cell, other: cell, weight: 0) }
      let distance = 2 &* (position &- cell &<< shift) &- center
      let other = distance > 0 ? min(cell &+ 1, count &- 1) : max(cell &- 1, 0)
      return ChromaTap(index: cell, other: other, weight: abs(distance) &<< (2 &- shift))
    }

    /// Every second sample belongs to a field, so each field is handled as a separate picture.
    private func ofField(_ position: Int) -> ChromaTap {
      let field = position & 1
      var rule = self
      rule.hasFields = false
      rule.count = (count + 1 - field) / 2
      let tap = rule(position &>> 1)
      return ChromaTap(
        index: 2 * tap.index + field, other: 2 * tap.other + field, weight: tap.weight)
    }
  }
}
