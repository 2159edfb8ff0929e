import BromideChoreography
import TestSupport
import Testing
import Tweening

/// Stock animations, types of animation and collisions, with worked numbers.
@Suite struct MovingTests {
  /// A performance of one item in the middle of the left half of 500×500.
  static func one(_ text: String) throws -> Performance {
    Performance(
      of: try Script(parsing: text),
      on: Stage(area: Extent(width: 500, height: 500), points: [Point(x: 125, y: 100)]))
  }

  static func start(_ text: String) throws -> ItemState {
    try one(text).state(of: 0, at: 0)
  }

  @Test(
    arguments: [
      ("slide(up,slightly)", 0, 10), ("slide(up,moderately)", 0, 30), ("slide(up,severely)", 0, 50),
      ("slide(up)", 0, 30), ("slide(up,12.5)", 0, 12.5), ("slide(up,-12.5)", 0, -12.5),
      ("slide(down,slightly)", 0, -10), ("slide(left,slightly)", 10, 0), ("slide(left,40)", 40, 0),
      ("slide(right,slightly)", -10, 0), ("slide(right,7)", -7, 0),
      ("slide(up,slightly) slide(left,slightly)", 10, 10),
    ] as [(String, Double, Double)])
  func slides(text: String, x: Double, y: Double) throws {
    let state = try MovingTests.start(text)
    #expect(state.transform == PlaneTransform(translation: Point(x: x, y: y)))
    #expect(state.opacity == 1 && state.parameters.isEmpty)
  }

  @Test(
    arguments: [
      ("spin(slightly)", 0.25), ("spin(moderately)", 0.5), ("spin(severely)", 1), ("spin", 0.5),
      ("spin(-90)", -0.5), ("spin(720)", 4), ("spin(90) spin(severely)", 1.5),
    ] as [(String, Double)])
  func spins(text: String, halfTurns: Double) throws {
    let angle = halfTurns * .pi
    let performance = try MovingTests.one("\(text) standard(1,linear)")
    #expect(near(performance.state(of: 0, at: 0).transform.rotation.radians, angle, 1e-14))
    // All the way back, even more than a turn.
    #expect(near(performance.state(of: 0, at: 0.75).transform.rotation.radians, angle / 4, 1e-14))
    #expect(performance.state(of: 0, at: 1) == .rest)
  }

  @Test(
    arguments: [
      ("expand(slightly)", 0.9), ("expand(moderately)", 0.7), ("expand(severely)", 0.5),
      ("expand(0)", 0), ("contract(slightly)", 1.1), ("contract(moderately)", 1.3),
      ("contract(severely)", 1.5), ("contract(4)", 4), ("expand(.5) contract(3)", 1.5),
    ] as [(String, Double)])
  func scales(text: String, scale: Double) throws {
    let state = try MovingTests.start(text)
    #expect(near(state.transform.scale.width, scale, 1e-15))
    #expect(state.transform.scale.width == state.transform.scale.height)
  }

  @Test func fades() throws {
    let performance = try MovingTests.one("fadeIn standard(1,linear)")
    #expect(
      [-1, 0, 0.25, 1, 2].map { performance.state(of: 0, at: $0).opacity } == [0, 0, 0.25, 1, 1])
    #expect(performance.state(of: 0, at: 0).transform == .identity)
    // Opacity never leaves 0…1, however the spring swings.
    let spring = try MovingTests.one("fadeIn slide(up) spring(.1,5)")
    let states = stride(from: 0, through: 0.3, by: 0.001).map { spring.state(of: 0, at: $0) }
    #expect(states.allSatisfy { (0...1).contains($0.opacity) })
    #expect(states.contains { $0.transform.translation.y < -5 })
  }

  /// Animations are applied in the order given.
  @Test func order() throws {
    let first = try MovingTests.start("slide(up,slightly) expand(slightly)").transform
    #expect(near(first.scale.width, 0.9) && near(first.translation.y, 9))
    let second = try MovingTests.start("expand(slightly) slide(up,slightly)").transform
    #expect(near(second.scale.width, 0.9) && near(second.translation.y, 10))
    let turned = try MovingTests.start("slide(left,10) spin(90)").transform
    #expect(near(turned.translation.x, 0) && near(turned.translation.y, 10))
  }

  /// Any row of animations starts where the product of their matrices leads.
  @Test func startIsTheProductOfMatrices() throws {
    var random = SeededGenerator(seed: 3)
    for _ in 0..<300 {
      var texts: [String] = []
      var matrix = PlaneTransform.identity.matrix
      for _ in 0..<Int.random(in: 1...5, using: &random) {
        let number = (Double.random(in: 0...1, using: &random) * 100).rounded() / 100
        let step: PlaneTransform
        switch Int.random(in: 0..<4, using: &random) {
        case 0:
          texts.append("slide(left,\(number * 100))")
          step = PlaneTransform(translation: Point(x: number * 100, y: 0))
        case 1:
          texts.append("spin(\(number * 360))")
          step = PlaneTransform(rotation: Angle(degrees: number * 360))
        case 2:
          texts.append("expand(\(number))")
          step = PlaneTransform(scale: Extent(width: number, height: number))
        default:
          texts.append("contract(\(1 + number))")
          step = PlaneTransform(scale: Extent(width: 1 + number, height: 1 + number))
        }
        matrix = matrix.followed(by: step.matrix)
      }
      let state = try MovingTests.start(texts.joined(separator: " ")).transform.matrix
      #expect(
        near(
          [state.a, state.b, state.c, state.d, state.tx, state.ty],
          [matrix.a, matrix.b, matrix.c, matrix.d, matrix.tx, matrix.ty], 1e-9), "\(texts)")
    }
  }

  @Test func custom() throws {
    let performance = try MovingTests.one(
      "custom(exposure,2,0) custom(temperature,3000,5000) standard(1,linear)")
    let states = [0, 0.5, 1].map { performance.state(of: 0, at: $0).parameters }
    #expect(states[0].map(\.name) == ["exposure", "temperature"])
    #expect(states.map { $0.map(\.value) } == [[2, 3000], [1, 4000], [0, 5000]])
    #expect(states.map { $0[1].share } == [0, 0.5, 1])
    #expect(states[1][1].start == 3000 && states[1][1].end == 5000)
    // If two set one parameter, the later one counts.
    let twice = try MovingTests.start("custom(tint,1,0) custom(tint,5,4)")
    #expect(twice.parameters.map(\.value) == [5])
  }

  @Test func types() throws {
    #expect(AnimationType.usual.duration == 0.3)
    #expect(near(try AnimationType.usual.curve()(0.25), 0.378138))
    let slide = try MovingTests.one("slide(up,100)")
    #expect(slide.duration == 0.3)
    #expect(near(slide.state(of: 0, at: 0.075).transform.translation.y, 100 - 37.8138, 1e-4))
    #expect(AnimationType.spring().duration == 0.3)
    #expect(AnimationType.spring() == .spring(damping: 0.5, velocity: 0.7, duration: 0.3))
  }

  /// x(t) = 1 − e^(−ζωt)(cos ω_d t + ((ζω − v0)/ω_d) sin ω_d t), ω = 46.0517 at T = .3, ζ = .5.
  @Test func spring() throws {
    let performance = try MovingTests.one("slide(up,100) spring(.5,.7)")
    for t in stride(from: 0.0, through: 0.29, by: 0.01) {
      let share = 1 - performance.state(of: 0, at: t).transform.translation.y / 100
      #expect(near(share, Oracle.spring(t, 0.5, 46.0517, 0.7), 1e-6), "at \(t)")
    }
    #expect(performance.state(of: 0, at: 0.3) == .rest)
    // A velocity per second does not depend on the duration.
    let slow = try MovingTests.one("slide(up,100) spring(.5,-3,2)")
    let omega = 46.05170185988091 * 0.3 / 2
    for t in stride(from: 0.0, through: 1.9, by: 0.1) {
      let share = 1 - slow.state(of: 0, at: t).transform.translation.y / 100
      #expect(near(share, Oracle.spring(t, 0.5, omega, -3), 1e-9), "at \(t)")
    }
  }

  @Test func rangesAreChecked() {
    func rejected(_ animation: StockAnimation, _ type: AnimationType = .usual) -> Bool {
      do {
        _ = try Routine(animations: [animation], type: type)
        return false
      } catch {
        return true
      }
    }
    #expect(rejected(.slide(.up, .by(.nan))) && rejected(.spin(.by(.infinity))))
    #expect(rejected(.expand(.by(1.01))) && rejected(.expand(.by(-0.01))))
    #expect(rejected(.contract(.by(0.99))) && rejected(.contract(.by(1001))))
    #expect(rejected(.custom("", from: 0, to: 1)) && rejected(.custom("a b", from: 0, to: 1)))
    #expect(rejected(.custom("tint", from: .nan, to: 1)))
    #expect(rejected(.fadeIn, .standard(duration: -1, curve: .linear)))
    #expect(rejected(.fadeIn, .spring(damping: 0, velocity: 0, duration: 1)))
    #expect(rejected(.fadeIn, .spring(damping: 0.5, velocity: 1000, duration: 2)))
    #expect(!rejected(.fadeIn, .spring(damping: 1, velocity: -1000, duration: 1)))
    #expect(throws: ChoreographyError.self) { try Routine(animations: []) }
    #expect(throws: ChoreographyError.self) { try Script(entrance: nil) }
  }
}

/// Two boxes run from the edges until they overlap by 2×offset, then spring back in 1 s.
@Suite struct CollisionTests {
  static let numbers: [(Collision, offset: Double, run: Double)] = [
    (.light, 2, 0.65), (.medium, 4, 0.25), (.heavy, 8, 0.10),
  ]

  @Test(arguments: 0..<3) func numbers(index: Int) throws {
    let (collision, offset, run) = CollisionTests.numbers[index]
    #expect(collision.offset == offset && collision.run == run)
    #expect(collision.duration == run + 1)
    let way = collision.animation(from: 100, startTime: 2)
    #expect(way.value(at: 2) == -100)
    #expect(way.value(at: 2 + run / 2).map { near($0, -100 + (100 + offset) / 4, 1e-9) } == true)
    #expect(way.value(at: 2 + run).map { near($0, offset, 1e-9) } == true)
    #expect(way.value(at: 3 + run) == 0 && way.duration == run + 1)
    // The overlap is greatest at the end of the run, and the boxes part again on the way to rest.
    let values = stride(from: 2, through: 3 + run, by: 0.001).compactMap { way.value(at: $0) }
    #expect(values.allSatisfy { $0 <= offset + 1e-9 })
    #expect(values.dropFirst(Int(run * 1000) + 2).contains { $0 < 0 })
  }

  @Test(arguments: 0..<3) func halvesOfAPicture(index: Int) throws {
    let (collision, offset, run) = CollisionTests.numbers[index]
    let stage = Stage(
      area: Extent(width: 800, height: 600),
      points: [Point(x: 200, y: 300), Point(x: 600, y: 300)])
    let script = try Script(parsing: "default(0) collide(\(collision.rawValue))")
    let performance = Performance(of: script, on: stage)
    func ways(_ time: Double) -> [Double] {
      (0..<2).map { performance.state(of: $0, at: time).transform.translation.x }
    }
    #expect(performance.duration == run + 1)
    #expect(ways(0) == [-400, 400])
    let impact = ways(run)
    #expect(near(impact, [offset, -offset], 1e-9), "overlap \(impact[0] - impact[1])")
    #expect(ways(run + 1) == [0, 0])
    for time in stride(from: 0, to: run + 1, by: 0.01) {
      #expect(near(ways(time)[0], -ways(time)[1]))
    }
  }

  /// Tiles of one side move together from just outside. The tiles in the middle also start outside.
  @Test func tiles() throws {
    let stage = try Stage.grid(columns: 5, rows: 2, area: Extent(width: 700, height: 300))
    let script = try Script(parsing: "default(0) collide(heavy)")
    let performance = Performance(of: script, on: stage)
    let starts = (0..<10).map { performance.state(of: $0, at: 0).transform.translation.x }
    #expect(starts == [-350, -350, -700, 350, 350, -350, -350, -700, 350, 350])
    let hits = (0..<5).map { performance.state(of: $0, at: 0.1).transform.translation.x }
    #expect(near(hits, [8, 8, 8, -8, -8], 1e-9))
  }

  /// Later animations scale and turn a collision's way; earlier ones do not.
  @Test func composes() throws {
    let stage = Stage(area: Extent(width: 100, height: 100), points: [Point(x: 20, y: 50)])
    func start(_ text: String) throws -> Point {
      Performance(of: try Script(parsing: text), on: stage).state(of: 0, at: 0).transform
        .translation
    }
    #expect(try start("collide(light)") == Point(x: -50, y: 0))
    #expect(near(try start("collide(light) expand(.5)").x, -25))
    #expect(near(try start("expand(.5) collide(light)").x, -50))
    let turned = try start("collide(light) spin(90)")
    #expect(near(turned.x, 0) && near(turned.y, -50))
    #expect(try start("slide(up,7) collide(light)") == Point(x: -50, y: 7))
    // An item ends when all its animations have.
    #expect(try Routine(parsing: "fadeIn collide(light)").itemDuration == 1.65)
    #expect(try Routine(parsing: "fadeIn collide(heavy) standard(2)").itemDuration == 2)
  }

  @Test func outIsInBackwards() throws {
    let stage = Stage(area: Extent(width: 100, height: 100), points: [Point(x: 20, y: 50)])
    let enter = Performance(of: try Script(parsing: "collide(medium)"), on: stage)
    let leave = Performance(of: try Script(parsing: "out collide(medium)"), on: stage)
    #expect(leave.duration == 1.25)
    for time in stride(from: 0, through: 1.25, by: 0.05) {
      #expect(
        near(
          leave.state(of: 0, at: time).transform.translation.x,
          enter.state(of: 0, at: 1.25 - time).transform.translation.x, 1e-9))
    }
    #expect(leave.state(of: 0, at: 1.25).transform.translation.x == -50)
  }
}
