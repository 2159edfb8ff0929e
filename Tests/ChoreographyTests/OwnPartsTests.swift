import TestSupport
import Testing
import Tweening

@testable import BromideChoreography

/// Custom orders and animations, and items that end at other positions.
@Suite struct OwnPartsTests {
  struct Checkers: ItemOrder {
    let columns: Int
    var name: String { "checkers" }
    func waits(on stage: Stage) -> [Double] {
      stage.points.indices.map { Double(($0 / columns + $0 % columns) % 2) }
    }
  }

  /// Moves each item to the right by its index, and dims it to a half.
  struct Drift: ItemAnimation {
    let length: Double
    var name: String { "drift" }
    func state(of item: Int, on stage: Stage, at share: Double) -> ItemState {
      ItemState(
        transform: PlaneTransform(translation: Point(x: length * Double(item) * share, y: 0)),
        opacity: 1 - 0.5 * share)
    }
  }

  private let stage: Stage

  init() throws {
    stage = try Stage.grid(columns: 4, rows: 2, area: Extent(width: 400, height: 200))
  }

  @Test func customOrderSetsDelays() throws {
    let order = try SortFunction(.own(Checkers(columns: 4)), delay: 0.4)
    #expect(order.delays(on: stage) == [0, 0.4, 0, 0.4, 0.4, 0, 0.4, 0])
    #expect(order.reversed.delays(on: stage) == [0.4, 0, 0.4, 0, 0, 0.4, 0, 0.4])
    #expect(order.description == "checkers" && order.reversed.description == "reversed(checkers)")
    #expect(try order == SortFunction(.own(Checkers(columns: 4)), delay: 0.4))
    #expect(try order != SortFunction(.own(Checkers(columns: 3)), delay: 0.4))
    #expect(throws: ChoreographyError.self) {
      try SortFunction(.own(Checkers(columns: 4)), delay: -1)
    }
    struct Odd: ItemOrder {
      var name: String { "odd" }
      func waits(on stage: Stage) -> [Double] { [.nan, -1, .infinity, 1, 2, 3, 0, 0.5] }
    }
    #expect(try SortFunction(.own(Odd()), delay: 2).delays(on: stage) == [0, 0, 0, 2, 4, 6, 0, 1])
  }

  @Test func customAnimationFollowsTheOthers() throws {
    let routine = try Routine(
      sort: SortFunction(.default, delay: 0), animations: [.slide(.up, .by(20)), .fadeIn],
      own: [Drift(length: 6)], type: .standard(duration: 1, curve: .linear))
    let performance = Performance(of: try Script(entrance: routine, hold: 1), on: stage)
    for (item, time) in product(0..<8, [0, 0.25, 0.5, 1, 1.7]) {
      let share = min(time, 1)
      let state = performance.state(of: item, at: time)
      #expect(abs(state.transform.translation.x - 6 * Double(item) * share) < 1e-12)
      #expect(abs(state.transform.translation.y - 20 * (1 - share)) < 1e-12)
      #expect(abs(state.opacity - share * (1 - 0.5 * share)) < 1e-12)
    }
    #expect(routine.description == "default(0) slide(up,20) fadeIn drift standard(1,linear)")
    #expect(
      try routine
        != Routine(
          sort: routine.sort, animations: routine.animations, own: [Drift(length: 7)],
          type: routine.type))
    // During their exit, items stay at the end of their own animation.
    let out = try Routine(
      sort: SortFunction(.default, delay: 0), animations: [.fadeIn],
      type: .standard(duration: 1, curve: .linear))
    let whole = Performance(of: try Script(entrance: routine, hold: 1, exit: out), on: stage)
    let state = whole.state(of: 3, at: 2.5)
    #expect(abs(state.transform.translation.x - 18) < 1e-12)
    #expect(abs(state.opacity - 0.25) < 1e-12)
  }

  @Test func itemsEndAtTheirTargets() throws {
    let text =
      "linear(leftToRight,0) fadeIn standard(1,linear) to slide(left,100) expand(.5) spin(90)"
    let script = try Script(
      parsing: text + " hold(1) out default(0) contract(2) standard(1,linear)")
    let performance = Performance(of: script, on: stage)
    // 100 to the right, halved by what is applied after it, then turned by a right angle.
    let end = performance.state(of: 2, at: 1.5)
    #expect(abs(end.transform.translation.x) < 1e-12)
    #expect(abs(end.transform.translation.y - 50) < 1e-12)
    #expect(end.transform.scale == Extent(width: 0.5, height: 0.5))
    #expect(abs(end.transform.rotation.radians - .pi / 2) < 1e-12 && end.opacity == 1)
    let middle = performance.state(of: 2, at: 0.5)
    #expect(
      abs(middle.transform.translation.y - 25) < 1e-12 && middle.transform.scale.width == 0.75)
    #expect(middle.opacity == 0.5)
    // It leaves from the end position, with twice its size.
    let leaving = performance.state(of: 2, at: 2.5)
    #expect(abs(leaving.transform.scale.width - 1.25) < 1e-12)
    #expect(abs(leaving.transform.translation.y - 25) < 1e-12)
    let over = performance.state(of: 2, at: 3)
    #expect(over.transform.scale == Extent(width: 2, height: 2))
    #expect(over.transform.translation == Point(x: 0, y: 0))
    // The text reads back.
    #expect(try Script(parsing: script.description) == script)
    #expect(try Routine(parsing: "to slide(up)").animations.isEmpty)
  }

  @Test(arguments: [
    ("fadeIn to", "behind “to”"), ("fadeIn to spring", "animations behind “to”"),
    ("fadeIn to collide", "fadeIn, slide, spin, expand or contract"),
    ("fadeIn out spin to slide", "remove it, because an exit ends"),
  ])
  func wrongEndsAreRejected(text: String, words: String) {
    do {
      _ = try Script(parsing: text)
      Issue.record("\(text) is accepted")
    } catch { #expect("\(error)".contains(words), "\(error)") }
  }
}
