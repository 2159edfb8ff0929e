internal import BromideLibc
internal import Tweening

extension SortFunction {
  /// Returns the delay of each item in seconds, in the order of the items.
  ///
  /// Every item gets a delay: 0 if all distances are equal or there is only one item.
  ///
  /// - Complexity: O(n log n) for n items.
  public func delays(on stage: Stage) -> [Double] {
    switch kind {
    case .default: return inSequence(Array(stage.points.indices))
    case .linear(let direction):
      return inGroups(stage) { direction.distance($0, in: stage.area) }
    case .cornered(let corner):
      let anchor = corner.position.point(in: stage.area)
      return inGroups(stage) { abs($0.x - anchor.x) + abs($0.y - anchor.y) }
    case .radial(let position):
      let anchor = stage.nearestPoint(to: position)
      return inGroups(stage) { hypot($0.x - anchor.x, $0.y - anchor.y) }
    case .random(let seed):
      return inSequence(Shuffle.order(of: stage.points.count, seed: UInt64(seed)))
    case .inline(let corner):
      let anchor = corner.position.point(in: stage.area)
      return inSequence(
        sorted(stage.points.map { (abs($0.y - anchor.y), abs($0.x - anchor.x)) }))
    case .by(let key):
      guard let values = stage.keys[key] else { return inSequence(Array(stage.points.indices)) }
      return byKey(values)
    case .continuous(let position):
      let anchor = stage.nearestPoint(to: position)
      return inProportion(stage.points.map { hypot($0.x - anchor.x, $0.y - anchor.y) })
    case .continuousWeighted(let position, let horizontal, let vertical):
      let anchor = stage.nearestPoint(to: position)
      let across = weighted(stage.points.map { abs($0.x - anchor.x) }, horizontal)
      let down = weighted(stage.points.map { abs($0.y - anchor.y) }, vertical)
      return inProportion(zip(across, down).map(+))
    case .custom(let own): return multiples(own.order.waits(on: stage), count: stage.points.count)
    }
  }

  /// Returns the delays of a custom order. Everything except finite numbers above 0 becomes 0.
  private func multiples(_ given: [Double], count: Int) -> [Double] {
    precondition(given.count == count, "an order has a wait for each item")
    let waits = given.map { $0.isFinite ? max(0, $0) : 0 }
    let longest = waits.max() ?? 0
    return waits.map { (isReversed ? longest - $0 : $0) * delay }
  }

  /// Returns delays in which each item waits longer than the previous item of the order.
  private func inSequence(_ order: [Int]) -> [Double] {
    var delays = [Double](repeating: 0, count: order.count)
    for (place, item) in order.enumerated() {
      delays[item] = Double(isReversed ? order.count - 1 - place : place) * delay
    }
    return delays
  }

  /// Returns delays by groups: along the sorted distances, the delay grows when the integer part
  /// changes. So it is proportional to the number of smaller integer parts.
  private func inGroups(_ stage: Stage, _ distance: (Point) -> Double) -> [Double] {
    // If a distance is less than a billionth below a whole number, treat it as that number.
    let parts = stage.points.map { (distance($0) / stage.step + 1e-9).rounded(.down) }
    var levels: [Double] = []
    for part in parts.sorted() where part != levels.last { levels.append(part) }
    return parts.map { part in
      var (low, high) = (0, levels.count - 1)
      while low < high {
        let middle = (low + high) / 2
        if levels[middle] < part { low = middle + 1 } else { high = middle }
      }
      return Double(isReversed ? levels.count - 1 - low : low) * delay
    }
  }

  /// Returns delays in proportion to the distance. The farthest item waits longest, or the closest
  /// if reversed.
  private func inProportion(_ distances: [Double]) -> [Double] {
    let farthest = distances.max() ?? 0
    guard farthest > 0 else { return distances.map { _ in 0 } }
    return distances.map { delay * ((isReversed ? farthest - $0 : $0) / farthest) }
  }

  /// Returns the distances in one direction as fractions of the greatest distance, times the
  /// weight.
  ///
  /// The weight within the fraction, (d·w / max d·w)·w, cancels unless it is 0. Then the result is
  /// 0.
  private func weighted(_ distances: [Double], _ weight: Weight) -> [Double] {
    let farthest = distances.max() ?? 0
    guard farthest > 0, weight.value > 0 else { return distances.map { _ in 0 } }
    return distances.map { $0 / farthest * weight.value }
  }

  /// Returns delays by a key. Items without a value come last, even if the order is reversed.
  private func byKey(_ values: [Double]) -> [Double] {
    // NaN cannot be ordered, so it sorts as infinity and is then removed.
    let known = sorted(values.map { ($0.isNaN ? .infinity : $0, 0) }).filter { !values[$0].isNaN }
    let unknown = values.indices.filter { values[$0].isNaN }
    // `inSequence` reverses the order, so items that must come last go to the front.
    return inSequence(isReversed ? unknown.reversed() + known : known + unknown)
  }

  /// Returns the indices sorted by the first number, then by the second, then by the index.
  private func sorted(_ numbers: [(Double, Double)]) -> [Int] {
    let entries = numbers.enumerated().map { ($1.0, $1.1, $0) }
    return entries.sorted { $0 < $1 }.map(\.2)
  }
}

/// A built-in shuffle, so that an order does not depend on a library's version.
private enum Shuffle {
  /// The Fisher–Yates shuffle in Durstenfeld's form, from the end. Its numbers are SplitMix64's
  /// (Steele, Lea and Flood 2014), brought into range by the upper half of a product.
  static func order(of count: Int, seed: UInt64) -> [Int] {
    var order = Array(0..<count)
    var state = seed
    for last in stride(from: count - 1, to: 0, by: -1) {
      state &+= 0x9e37_79b9_7f4a_7c15
      var bits = state
      bits = (bits ^ (bits >> 30)) &* 0xbf58_476d_1ce4_e5b9
      bits = (bits ^ (bits >> 27)) &* 0x94d0_49bb_1331_11eb
      bits ^= bits >> 31
      order.swapAt(last, Int(bits.multipliedFullWidth(by: UInt64(last) + 1).high))
    }
    return order
  }
}
