internal import BromideValues
internal import CBromideKernels

/// The fitted filters of a pattern, with the rotation for each site.
struct FilterBankTable {
  enum Site: UInt8 {
    case own, cross, quad, lone
  }

  enum Stage {
    case green, color
    /// A round number, starting at 1.
    case round(Int)
  }

  struct Tap {
    let stage: UInt8
    let site: UInt8
    /// 0 for the wanted colour, 1 for the opposite colour, 2 for green.
    let plane: Int
    let place: Place
    /// Along (0,1), (1,0), (1,1), (1,−1).
    let factors: [Double]
  }

  struct Place: Hashable {
    var down: Int
    var right: Int
  }

  /// A rotation or reflection of the plane: the images of one step down and one step to the right.
  struct Turn {
    let down: Place
    let right: Place

    static let identity = Turn(down: Place(down: 1, right: 0), right: Place(down: 0, right: 1))
    static let transposition = Turn(
      down: Place(down: 0, right: 1), right: Place(down: 1, right: 0))

    /// All eight.
    static let all = [1, -1].flatMap { a in
      [1, -1].flatMap { b in
        [
          Turn(down: Place(down: a, right: 0), right: Place(down: 0, right: b)),
          Turn(down: Place(down: 0, right: a), right: Place(down: b, right: 0)),
        ]
      }
    }

    func callAsFunction(_ p: Place) -> Place {
      Place(
        down: p.down * down.down + p.right * right.down,
        right: p.down * down.right + p.right * right.right)
    }

    /// Returns the image of direction u.
    func direction(_ u: Int) -> Int {
      let to = self(FilterBankTable.steps[u])
      let back = Place(down: -to.down, right: -to.right)
      return FilterBankTable.steps.firstIndex { $0 == to || $0 == back }!
    }
  }

  static let steps = [
    Place(down: 0, right: 1), Place(down: 1, right: 0), Place(down: 1, right: 1),
    Place(down: 1, right: -1),
  ]

  private let filters: ColorFilters
  private let taps: [Tap]

  init(_ filters: ColorFilters) {
    self.filters = filters
    var count: Int32 = 0
    let table = unsafe UnsafeBufferPointer(
      start: bromide_bank_table(Int32(filters.period), &count), count: Int(count))
    taps = unsafe table.map { tap in
      let f = tap.factors
      return Tap(
        stage: tap.stage, site: tap.site, plane: Int(tap.plane),
        place: Place(down: Int(tap.down), right: Int(tap.right)),
        factors: [Double(f.0), Double(f.1), Double(f.2), Double(f.3)])
    }
  }

  /// Returns a stage's filters for every position of the pattern, row by row. Positions with
  /// sampled green get an empty list.
  func filters(
    _ stage: Stage, _ needed: (_ own: CFAColor) -> CFAColor
  ) -> [[Tap]] {
    let period = filters.period
    return (0..<period * period).map { i in
      let (x, y) = (i % period, i / period)
      let color = needed(filters.color(x: x, y: y))
      return color == .green ? [] : filter(stage, color, x: x, y: y)
    }
  }

  /// Returns the filter for colour `needed` at a site, with the positions and planes of its taps.
  private func filter(_ stage: Stage, _ needed: CFAColor, x: Int, y: Int) -> [Tap] {
    let (site, turn) = site(needed, x: x, y: y)
    let number: UInt8 =
      switch stage {
      case .green: UInt8(BROMIDE_BANK_GREEN)
      case .color: UInt8(BROMIDE_BANK_COLOUR)
      case .round(let n): UInt8(BROMIDE_BANK_ROUND) + UInt8(n - 1)
      }
    return taps.filter { $0.stage == number && $0.site == site.rawValue }.map { tap in
      var factors = [0.0, 0, 0, 0]
      for u in 0..<4 { factors[turn.direction(u)] = tap.factors[u] }
      return Tap(
        stage: tap.stage, site: tap.site, plane: tap.plane, place: turn(tap.place),
        factors: factors)
    }
  }

  /// Returns the site's case, and the rotation that maps the table's position to the site.
  private func site(_ needed: CFAColor, x: Int, y: Int) -> (Site, Turn) {
    func adjacent(_ p: Place) -> CFAColor { filters.color(x: x + p.right, y: y + p.down) }
    let down = Place(down: 1, right: 0)
    let right = Place(down: 0, right: 1)
    let up = Place(down: -1, right: 0)
    let own = filters.color(x: x, y: y)
    guard own == .green else {
      let turn = Turn.all.first { adjacent($0(down)) != .green } ?? .identity
      return (own == needed ? .own : .cross, turn)
    }
    if filters.isLoneGreen(x: x, y: y) {
      return (.lone, adjacent(right) == needed ? .identity : .transposition)
    }
    let turn = Turn.all.first {
      adjacent($0(right)) == .green && adjacent($0(down)) == .green && adjacent($0(up)) == needed
    }
    return (.quad, turn!)
  }
}

extension ColorFilters {
  /// Whether a site is green and its four neighbours are not.
  func isLoneGreen(x: Int, y: Int) -> Bool {
    color(x: x, y: y) == .green
      && [(1, 0), (-1, 0), (0, 1), (0, -1)].allSatisfy {
        color(x: x + $0.0, y: y + $0.1) != .green
      }
  }
}
