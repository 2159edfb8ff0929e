import BromideChoreography
import BromideLibc
import TestSupport
import Tweening

/// Whether two numbers agree to 1e-6, the tolerance of the worked numbers.
func near(_ a: Double, _ b: Double, _ tolerance: Double = 1e-6) -> Bool {
  abs(a - b) <= tolerance
}

func near(_ a: [Double], _ b: [Double], _ tolerance: Double = 1e-6) -> Bool {
  a.count == b.count && zip(a, b).allSatisfy { near($0, $1, tolerance) }
}

extension Stage {
  /// The stage of the worked numbers: 500×500 in 5×5 cells with centres at 50…450.
  static func bed() throws -> Stage {
    try .grid(columns: 5, rows: 5, area: Extent(width: 500, height: 500))
  }

  /// Up to 40 points in and around an area, some of them coincident, some in line.
  static func random(_ random: inout SeededGenerator) -> Stage {
    let count = Int.random(in: 0...40, using: &random)
    var points: [Point] = []
    for _ in 0..<count {
      let copies = !points.isEmpty && Int.random(in: 0..<4, using: &random) == 0
      let old = copies ? points[Int.random(in: 0..<points.count, using: &random)] : nil
      let whole = Bool.random(using: &random)
      func place() -> Double {
        let value = Double.random(in: -20...320, using: &random)
        return whole ? value.rounded() : value
      }
      points.append(Point(x: old?.x ?? place(), y: place()))
      if let old, Bool.random(using: &random) { points[points.count - 1].y = old.y }
    }
    let keys = points.map { _ in
      Int.random(in: 0..<6, using: &random) == 0
        ? Double.nan : Double(Int.random(in: 0..<9, using: &random))
    }
    return Stage(area: Extent(width: 300, height: 200), points: points, keys: [.hue: keys])
  }
}

/// The rules of the orders, item by item, without regard to speed.
enum Oracle {
  static func delays(_ sort: SortFunction, _ stage: Stage) -> [Double] {
    let (points, area) = (stage.points, stage.area)
    switch sort.kind {
    case .default: return sequence(sort, Array(points.indices))
    case .linear(let direction):
      return grouped(
        sort,
        points.map {
          switch direction {
          case .topToBottom: $0.y
          case .bottomToTop: area.height - $0.y
          case .leftToRight: $0.x
          case .rightToLeft: area.width - $0.x
          }
        })
    case .cornered(let corner):
      let a = anchor(corner.rawValue, area)
      return grouped(sort, points.map { abs($0.x - a.x) + abs($0.y - a.y) })
    case .radial(let position):
      let a = translated(position, stage)
      return grouped(sort, points.map { distance($0, a) })
    case .inline(let corner):
      let a = anchor(corner.rawValue, area)
      return sequence(
        sort,
        points.indices.sorted { i, j in
          let (p, q) = (points[i], points[j])
          if abs(p.y - a.y) != abs(q.y - a.y) { return abs(p.y - a.y) < abs(q.y - a.y) }
          if abs(p.x - a.x) != abs(q.x - a.x) { return abs(p.x - a.x) < abs(q.x - a.x) }
          return i < j
        })
    case .continuous(let position):
      let a = translated(position, stage)
      return continuous(sort, points.map { distance($0, a) })
    case .continuousWeighted(let position, let horizontal, let vertical):
      let a = translated(position, stage)
      let (wh, wv) = (horizontal.value, vertical.value)
      let dx = points.map { abs($0.x - a.x) * wh }
      let dy = points.map { abs($0.y - a.y) * wv }
      let (mx, my) = (dx.max() ?? 0, dy.max() ?? 0)
      return continuous(
        sort,
        points.indices.map { (mx > 0 ? dx[$0] / mx * wh : 0) + (my > 0 ? dy[$0] / my * wv : 0) })
    case .custom(let own):
      let waits = own.order.waits(on: stage)
      return waits.map { (sort.isReversed ? waits.max()! - $0 : $0) * sort.delay }
    case .by(let key):
      let values = stage.keys[key] ?? points.map { _ in .nan }
      let known = points.indices.filter { !values[$0].isNaN }.sorted {
        values[$0] != values[$1] ? values[$0] < values[$1] : $0 < $1
      }
      let unknown = points.indices.filter { values[$0].isNaN }
      let hasKey = stage.keys[key] != nil
      let order =
        (sort.isReversed ? Array(known.reversed()) : known)
        + (sort.isReversed && !hasKey ? Array(unknown.reversed()) : unknown)
      return place(sort.delay, order)
    case .random: return []
    }
  }

  /// The damped spring after `t` seconds.
  static func spring(_ t: Double, _ damping: Double, _ omega: Double, _ v0: Double) -> Double {
    let turn = omega * (1 - damping * damping).squareRoot()
    return 1 - exp(-damping * omega * t)
      * (cos(turn * t) + (damping * omega - v0) / turn * sin(turn * t))
  }

  /// The group rule: along the items, sorted in descending order if reversed, the wait grows
  /// whenever floor(distance) changes.
  static func grouped(_ sort: SortFunction, _ distances: [Double]) -> [Double] {
    let order = distances.indices.sorted {
      sort.isReversed ? distances[$0] > distances[$1] : distances[$0] < distances[$1]
    }
    var delays = distances
    var wait = 0.0
    var last: Double?
    for item in order {
      let part = distances[item].rounded(.down)
      if let last, last != part { wait += sort.delay }
      last = part
      delays[item] = wait
    }
    return delays
  }

  private static func sequence(_ sort: SortFunction, _ order: [Int]) -> [Double] {
    place(sort.delay, sort.isReversed ? order.reversed() : order)
  }

  private static func place(_ delay: Double, _ order: [Int]) -> [Double] {
    var delays = order.map(Double.init)
    for (place, item) in order.enumerated() { delays[item] = Double(place) * delay }
    return delays
  }

  private static func continuous(_ sort: SortFunction, _ distances: [Double]) -> [Double] {
    let most = distances.max() ?? 0
    return distances.map {
      most > 0 ? sort.delay * (sort.isReversed ? most - $0 : $0) / most : 0
    }
  }

  private static func translated(_ position: Position, _ stage: Stage) -> Point {
    let a = anchor(position.rawValue, stage.area)
    return stage.points.min { distance($0, a) < distance($1, a) } ?? a
  }

  private static func distance(_ a: Point, _ b: Point) -> Double {
    ((a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)).squareRoot()
  }

  private static func anchor(_ name: String, _ area: Extent) -> Point {
    let name = name.lowercased()
    let x = name.contains("left") ? 0 : name.contains("right") ? 1 : 0.5
    let y = name.contains("top") ? 0 : name.contains("bottom") ? 1 : 0.5
    return Point(x: x * area.width, y: y * area.height)
  }
}

extension SortFunction {
  /// Every kind with every word, forward and reversed.
  static func all() throws -> [SortFunction] {
    var kinds: [Kind] = [.default, .random(seed: 7), .by(.hue), .by(.time)]
    kinds += LinearDirection.allCases.map { .linear($0) }
    kinds += Corner.allCases.flatMap { [.cornered($0), .inline($0)] }
    kinds += Position.allCases.flatMap { position -> [Kind] in
      [
        .radial(position), .continuous(position),
        .continuousWeighted(position, horizontal: .heavy, vertical: .light),
        .continuousWeighted(position, horizontal: .custom(0), vertical: .medium),
      ]
    }
    return try kinds.flatMap { kind in
      let sort = try SortFunction(kind, delay: 0.1)
      return [sort, sort.reversed]
    }
  }
}
