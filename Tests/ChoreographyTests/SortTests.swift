import BromideChoreography
import TestSupport
import Testing
import Tweening

/// Orders with worked numbers: a 5×5 grid of 500×500 with a delay of .1.
@Suite struct SortTests {
  static func delays(_ text: String) throws -> [Double] {
    try SortFunction(parsing: text).delays(on: .bed())
  }

  static let ruled: [(text: String, delay: @Sendable (Int, Int) -> Int)] = [
    ("default(.1)", { r, c in 5 * r + c }), ("reversed(default(.1))", { r, c in 24 - 5 * r - c }),
    ("linear(topToBottom,.1)", { r, _ in r }), ("linear(bottomToTop,.1)", { r, _ in 4 - r }),
    ("linear(leftToRight,.1)", { _, c in c }), ("linear(rightToLeft,.1)", { _, c in 4 - c }),
    ("reversed(linear(topToBottom,.1))", { r, _ in 4 - r }),
    ("cornered(topLeft,.1)", { r, c in r + c }), ("cornered(topRight,.1)", { r, c in r + 4 - c }),
    ("cornered(bottomLeft,.1)", { r, c in 4 - r + c }),
    ("cornered(bottomRight,.1)", { r, c in 8 - r - c }),
    ("reversed(cornered(topLeft,.1))", { r, c in 8 - r - c }),
    ("inline(topLeft,.1)", { r, c in 5 * r + c }),
    ("inline(topRight,.1)", { r, c in 5 * r + 4 - c }),
    ("inline(bottomLeft,.1)", { r, c in 5 * (4 - r) + c }),
    ("inline(bottomRight,.1)", { r, c in 24 - 5 * r - c }),
    ("reversed(inline(topLeft,.1))", { r, c in 24 - 5 * r - c }),
  ]

  @Test(arguments: ruled.indices) func rowsAndColumns(index: Int) throws {
    let (text, delay) = SortTests.ruled[index]
    let expected = (0..<25).map { 0.1 * Double(delay($0 / 5, $0 % 5)) }
    #expect(near(try SortTests.delays(text), expected), "\(text)")
  }

  @Test func radial() throws {
    let rows = try SortTests.delays("radial(topLeft,.1)")
    let expected = [
      [0, 0.1, 0.3, 0.6, 0.9], [0.1, 0.2, 0.4, 0.7, 1.0], [0.3, 0.4, 0.5, 0.8, 1.2],
      [0.6, 0.7, 0.8, 1.1, 1.3], [0.9, 1.0, 1.2, 1.3, 1.4],
    ]
    #expect(near(rows, expected.flatMap { $0 }))
    let middle = try SortTests.delays("radial(middle,.1)")
    let half = [[0.5, 0.4, 0.3, 0.4, 0.5], [0.4, 0.2, 0.1, 0.2, 0.4], [0.3, 0.1, 0, 0.1, 0.3]]
    #expect(near(middle, (half + [half[1], half[0]]).flatMap { $0 }))
    // Reversed, the last items are first, and those that waited together still do.
    #expect(near(try SortTests.delays("reversed(radial(middle,.1))"), middle.map { 0.5 - $0 }))
  }

  /// Mirroring reduces the nine positions to three.
  @Test func radialPositionsMirror() throws {
    func delays(_ position: Position) throws -> [Double] {
      try SortFunction(.radial(position), delay: 0.1).delays(on: .bed())
    }
    func mirrored(_ delays: [Double], x: Bool, y: Bool) -> [Double] {
      (0..<25).map { delays[(y ? 4 - $0 / 5 : $0 / 5) * 5 + (x ? 4 - $0 % 5 : $0 % 5)] }
    }
    for (one, other, x, y) in [
      (Position.topLeft, Position.topRight, true, false), (.topLeft, .bottomLeft, false, true),
      (.topLeft, .bottomRight, true, true), (.left, .right, true, false),
      (.topMiddle, .bottomMiddle, false, true),
    ] {
      #expect(near(mirrored(try delays(one), x: x, y: y), try delays(other)))
    }
    #expect(near(Array(try delays(.left)[10..<15]), [0, 0.1, 0.3, 0.6, 0.9]))
    #expect(try delays(.topMiddle)[2] == 0)
  }

  @Test func continuous() throws {
    let delays = try SortTests.delays("continuous(topLeft,.1)")
    #expect(near(Array(delays[0..<5]), [0, 0.0176777, 0.0353553, 0.0530330, 0.0707107], 1e-7))
    #expect(near(delays[6], 0.025) && near(delays[24], 0.1))
    #expect(near(try SortTests.delays("reversed(continuous(topLeft,.1))"), delays.map { 0.1 - $0 }))
  }

  @Test func weighted() throws {
    let even = try SortTests.delays("continuousWeighted(topLeft,medium,medium,1)")
    let sums: [Double] = (0..<25).map { Double($0 / 5 + $0 % 5) / 8 }
    #expect(near(even, sums))
    let wide = try SortTests.delays("continuousWeighted(topLeft,heavy,light,1)")
    let shares = (0..<25).map { item -> Double in
      let (row, column) = (Double(item / 5), Double(item % 5))
      return 0.2 * column + 0.05 * row
    }
    #expect(near(wide, shares))
    let own = try SortTests.delays("continuousWeighted(topLeft,1.9,5,1)")
    #expect(near(own[1], 0.0688406) && near(own[5], 0.1811594) && near(own[6], 0.25))
    let back = try SortTests.delays("reversed(continuousWeighted(topLeft,1.9,5,1))")
    #expect(near(back, own.map { 1 - $0 }))
  }

  @Test func groupRule() throws {
    let points = [1, 1.9, 2.1, 2.95, 3.0].map { Point(x: 0, y: $0) }
    let stage = Stage(area: Extent(width: 10, height: 10), points: points)
    let linear = try SortFunction(.linear(.topToBottom), delay: 0.1)
    #expect(near(linear.delays(on: stage), [0, 0, 0.1, 0.1, 0.2]))
    let other = Stage(area: stage.area, points: [1, 2, 2, 3, 4].map { Point(x: 0, y: $0) })
    #expect(near(linear.reversed.delays(on: other), [0.3, 0.2, 0.2, 0.1, 0]))
  }

  /// For normalised coordinates, steps are as wide as the distance between neighbours.
  @Test func stepsOfNormalisedCoordinates() throws {
    let points = try Stage.grid(columns: 5, rows: 5, area: Extent(width: 1, height: 1)).points
    let stage = Stage(area: Extent(width: 1, height: 1), points: points, step: 0.2)
    let delays = try SortFunction(.cornered(.topLeft), delay: 0.1).delays(on: stage)
    let expected: [Double] = (0..<25).map { 0.1 * Double($0 / 5 + $0 % 5) }
    #expect(near(delays, expected))
  }

  /// Items whose distances differ only by rounding move together.
  @Test func roundingParts() throws {
    // 3 as it results from sums and products of the same numbers in another order.
    let near3 = Stage(
      area: Extent(width: 6, height: 6),
      points: [3.0, 3.0.nextDown, 3.0.nextUp, 2.5].map { Point(x: $0, y: 0) })
    #expect(try SortFunction(.linear(.leftToRight), delay: 1).delays(on: near3) == [1, 1, 1, 0])
  }

  @Test func shuffle() throws {
    let stage = try Stage.bed()
    let seven = try SortFunction(.random(seed: 7), delay: 1).delays(on: stage)
    #expect(seven.sorted() == (0..<25).map(Double.init))
    #expect(seven != seven.sorted())
    #expect(try SortFunction(.random(seed: 7), delay: 1).delays(on: stage) == seven)
    #expect(try SortFunction(.random(seed: 8), delay: 1).delays(on: stage) != seven)
    #expect(
      try SortFunction(.random(seed: 7), delay: 1).reversed.delays(on: stage)
        == seven.map { 24 - $0 })
    let small = Stage(area: stage.area, points: Array(stage.points[0..<6]))
    // Computed by another program.
    #expect(try SortFunction(.random(seed: 1), delay: 1).delays(on: small) == SortTests.shuffled)
    // Each of the 24 orders of four items occurs about equally often.
    var counts: [[Double]: Int] = [:]
    let four = Stage(area: stage.area, points: Array(stage.points[0..<4]))
    for seed in 0..<4800 {
      counts[try SortFunction(.random(seed: seed), delay: 1).delays(on: four), default: 0] += 1
    }
    #expect(counts.count == 24 && counts.values.allSatisfy { (130...270).contains($0) })
  }

  static let shuffled: [Double] = [1, 2, 0, 5, 3, 4]

  @Test func byKey() throws {
    let stage = Stage(
      area: Extent(width: 1, height: 1), points: [Point](repeating: Point(x: 0, y: 0), count: 5),
      keys: [.time: [30, .nan, 10, 30, 20], .name: [4, 3, 2, 1, 0]])
    let time = try SortFunction(.by(.time), delay: 1)
    #expect(time.delays(on: stage) == [2, 4, 0, 3, 1])
    #expect(time.reversed.delays(on: stage) == [1, 4, 3, 0, 2])
    #expect(try SortFunction(.by(.name), delay: 1).delays(on: stage) == [4, 3, 2, 1, 0])
    #expect(try SortFunction(.by(.hue), delay: 1).delays(on: stage) == [0, 1, 2, 3, 4])
  }

  @Test func theDefaultOrder() throws {
    #expect(SortFunction.usual == (try SortFunction(.linear(.topToBottom))))
    #expect(near(SortFunction.usual.delays(on: try .bed())[24], 0.2))
    #expect(try SortFunction(.continuous(.middle)).delay == 0.5)
  }
}

@Suite struct SortPropertyTests {
  @Test func equalsTheOracle() throws {
    var random = SeededGenerator(seed: 71)
    let sorts = try SortFunction.all()
    for _ in 0..<150 {
      let stage = Stage.random(&random)
      for sort in sorts {
        let delays = sort.delays(on: stage)
        #expect(delays.count == stage.points.count)
        #expect(delays.allSatisfy { $0 >= 0 && $0.isFinite })
        if case .random = sort.kind {
          let places = stage.points.indices.map { 0.1 * Double($0) }
          #expect(near(delays.sorted(), places, 1e-12))
        } else {
          #expect(near(delays, Oracle.delays(sort, stage), 1e-9), "\(sort) on \(stage)")
        }
      }
    }
  }

  /// With no item, one, several in one place, a single row or a single column, every item gets a
  /// delay.
  @Test func degenerate() throws {
    let area = Extent(width: 300, height: 200)
    let one = Point(x: 100, y: 50)
    for sort in try SortFunction.all() {
      #expect(sort.delays(on: Stage(area: area, points: [])).isEmpty)
      #expect(sort.delays(on: Stage(area: area, points: [one])) == [0])
      let heap = sort.delays(on: Stage(area: area, points: [one, one, one]))
      #expect(heap.count == 3)
      switch sort.kind {
      case .default, .random, .inline, .by: #expect(near(heap.sorted(), [0, 0.1, 0.2]))
      default: #expect(heap == [0, 0, 0])
      }
      let nowhere = Stage(area: Extent(width: 0, height: 0), points: [one, Point(x: 0, y: 0)])
      #expect(sort.delays(on: nowhere).count == 2)
    }
    let row = try Stage.grid(columns: 5, rows: 1, area: area)
    let column = try Stage.grid(columns: 1, rows: 5, area: area)
    let ramp = [0, 0.25, 0.5, 0.75, 1]
    for text in ["continuous(topLeft,1)", "continuousWeighted(topLeft,heavy,light,1)"] {
      let sort = try SortFunction(parsing: text)
      #expect(near(sort.delays(on: row), ramp) && near(sort.delays(on: column), ramp))
    }
    let across = try SortFunction(parsing: "continuousWeighted(topLeft,1,0,1)")
    #expect(near(across.delays(on: row), ramp))
    #expect(across.delays(on: column) == [0, 0, 0, 0, 0])
    let none = try SortFunction(parsing: "continuousWeighted(topLeft,0,0,1)")
    #expect(try none.delays(on: .bed()).allSatisfy { $0 == 0 })
    #expect(try none.reversed.delays(on: .bed()).allSatisfy { $0 == 0 })
  }

  /// In the anchored kinds, some item has the distance 0, for any positions.
  @Test func translatedAnchor() throws {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<50 {
      let stage = Stage.random(&random)
      guard !stage.points.isEmpty else { continue }
      for position in Position.allCases {
        for kind: SortFunction.Kind in [.radial(position), .continuous(position)] {
          let delays = try SortFunction(kind, delay: 1).delays(on: stage)
          #expect(delays.min() == 0)
        }
      }
    }
  }

  @Test func anchors() {
    let area = Extent(width: 300, height: 200)
    #expect(
      Position.allCases.map { $0.point(in: area) } == [
        Point(x: 0, y: 0), Point(x: 150, y: 0), Point(x: 300, y: 0), Point(x: 0, y: 100),
        Point(x: 150, y: 100), Point(x: 300, y: 100), Point(x: 0, y: 200), Point(x: 150, y: 200),
        Point(x: 300, y: 200),
      ])
    for corner in Corner.allCases { #expect(corner.position.rawValue == corner.rawValue) }
  }

  /// 5 children × 2 × 1: depth 0 → 5 items, 1 → 15, 2 → 25, in pre-order, in the root's
  /// coordinates.
  @Test func nesting() {
    let leaf = Stage.Node(frame: Rectangle(x: 1, y: 2, width: 2, height: 2))
    let child = Stage.Node(frame: Rectangle(x: 10, y: 20, width: 20, height: 10), children: [leaf])
    let nodes = (0..<5).map {
      Stage.Node(
        frame: Rectangle(x: 100 * Double($0), y: 0, width: 100, height: 50),
        children: [child, child])
    }
    let area = Extent(width: 500, height: 50)
    #expect(
      (0...3).map { Stage(area: area, nodes: nodes, depth: $0).points.count } == [5, 15, 25, 25])
    let points = Stage(area: area, nodes: nodes, depth: 2).points
    let first = [
      Point(x: 50, y: 25), Point(x: 20, y: 25), Point(x: 12, y: 23), Point(x: 20, y: 25),
      Point(x: 12, y: 23), Point(x: 150, y: 25), Point(x: 120, y: 25),
    ]
    #expect(Array(points[0..<7]) == first)
  }

  @Test(arguments: [(0, 1, 1.0), (1, 0, 1), (-1, 1, 1), (100_001, 1, 1), (1, 1, 0), (1, 1, .nan)])
  func badGrids(columns: Int, rows: Int, width: Double) {
    #expect(throws: ChoreographyError.self) {
      try Stage.grid(columns: columns, rows: rows, area: Extent(width: width, height: 1))
    }
  }

  @Test func badGridsAreRejected() {
    #expect {
      try Stage.grid(columns: 3, rows: 0, area: Extent(width: 1, height: 1))
    } throws: {
      "\($0)" == "grid: rows must be a whole number from 1 to 100000, not 0"
    }
    #expect(throws: ChoreographyError.self) {
      try Stage.grid(columns: 100_000, rows: 101, area: Extent(width: 1, height: 1))
    }
    #expect(throws: ChoreographyError.self) { try SortFunction(.default, delay: -0.1) }
    #expect(throws: ChoreographyError.self) { try SortFunction(.default, delay: .nan) }
    #expect(throws: ChoreographyError.self) { try SortFunction(.random(seed: -1)) }
    #expect(throws: ChoreographyError.self) {
      try SortFunction(.continuousWeighted(.left, horizontal: .custom(-1), vertical: .light))
    }
  }
}
