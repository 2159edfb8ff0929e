import Testing

@testable import BromideSystem

/// The schedule under every order of events that a seeded driver makes, and, for small runs, under
/// every order there is.
@Suite struct ScheduleTests {
  /// SplitMix64.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64
    mutating func next() -> UInt64 {
      state &+= 0x9e37_79b9_7f4a_7c15
      var z = state
      z = (z ^ (z >> 30)) &* 0xbf58_476d_1ce4_e5b9
      z = (z ^ (z >> 27)) &* 0x94d0_49bb_1331_11eb
      return z ^ (z >> 31)
    }
  }

  private static func item(_ generator: inout Generator) -> ModelItem {
    var item = ModelItem(bands: Int.random(in: 0...6, using: &generator))
    if Int.random(in: 0..<8, using: &generator) == 0 {
      item.bands = Int.random(in: 10...30, using: &generator)
    }
    item.memory = [0, 1, 3, 5, 20].randomElement(using: &generator) ?? 0
    item.isSkipped = Int.random(in: 0..<8, using: &generator) == 0
    item.announces = Bool.random(using: &generator)
    if Int.random(in: 0..<3, using: &generator) == 0 {
      item.helpers = [1, 2, .max].randomElement(using: &generator) ?? 1
    }
    if !item.isSkipped, Int.random(in: 0..<3, using: &generator) == 0 {
      var faults: [Fault] = [.open, .prepare, .finish]
      if item.bands > 0 {
        let band = Int.random(in: 0..<item.bands, using: &generator)
        faults += [.release, .band(band), .append(band)]
      }
      item.fault = faults.randomElement(using: &generator)
    }
    return item
  }

  /// Runs one seed to its end; the broken promises.
  private static func problems(seed: UInt64, jobs: Int, mayStop: Bool) -> [String] {
    var generator = Generator(state: seed &* 31 &+ UInt64(jobs))
    let count = [0, 1, 2, 3, 12].randomElement(using: &generator) ?? 1
    var items: [ModelItem] = []
    for _ in 0..<count { items.append(item(&generator)) }
    let orders: [ScheduleOptions.Order] = [
      .free, .inOrder(lookAhead: 1), .inOrder(lookAhead: 3), .inOrder(lookAhead: .max),
    ]
    let options = ScheduleOptions(
      jobs: jobs, memory: [1, 6, .max].randomElement(using: &generator) ?? 1,
      order: orders.randomElement(using: &generator) ?? .free,
      stopsAtFailure: Int.random(in: 0..<4, using: &generator) == 0)
    var model = ScheduleModel(items, options, mayStop: mayStop)
    // Some drivers take greedily, some let tasks lie about.
    let takes = Int.random(in: 1...4, using: &generator)
    while true {
      let moves = model.moves
      guard let any = moves.randomElement(using: &generator) else { break }
      var move = any
      if case .stop = any, Int.random(in: 0..<20, using: &generator) > 0, moves.count > 1 {
        continue
      }
      if case .take = moves[0], Int.random(in: 0..<takes, using: &generator) > 0 { move = .take }
      model.make(move)
      if !model.problems.isEmpty { break }
    }
    if model.problems.isEmpty { model.checkEnd() }
    return model.problems.map { "seed \(seed), jobs \(jobs): \($0)" }
  }

  /// For each of the eight cases below; a plain build takes a sample.
  private static var seeds: UInt64 { _isDebugAssertConfiguration() ? 250 : 5000 }

  @Test(arguments: [1, 2, 3, 4], [false, true])
  func everySeedKeepsThePromises(jobs: Int, mayStop: Bool) {
    for seed in 0..<Self.seeds {
      let problems = Self.problems(seed: seed, jobs: jobs, mayStop: mayStop)
      #expect(problems == [])
      if !problems.isEmpty { return }
    }
  }

  /// Explores every path, and each reached state once. Returns the number of states.
  private static func explore(_ start: ScheduleModel, _ problems: inout [String]) -> Int {
    var seen: Set<String> = []
    var open = [start]
    while let model = open.popLast() {
      let moves = model.moves
      var end = model
      if moves.isEmpty { end.checkEnd() }
      guard end.problems.isEmpty else {
        problems = end.problems
        break
      }
      for move in moves {
        var next = model
        next.make(move)
        if seen.insert("\(next)").inserted { open.append(next) }
      }
    }
    return seen.count
  }

  struct Small: Sendable, CustomTestStringConvertible {
    let name: String
    let items: [ModelItem]
    let options: ScheduleOptions
    var mayStop = false
    /// If there are fewer states than this, the driver does not work.
    var leastStates = 20
    var testDescription: String { name }
  }

  static let small: [Small] = [
    Small(name: "no item", items: [], options: ScheduleOptions(jobs: 2), leastStates: -1),
    Small(
      name: "one item of three bands", items: [ModelItem(bands: 3)],
      options: ScheduleOptions(jobs: 2)),
    Small(
      name: "one item of two bands, stopped at any moment", items: [ModelItem(bands: 2)],
      options: ScheduleOptions(jobs: 2), mayStop: true),
    Small(
      name: "a band that fails", items: [ModelItem(bands: 3, fault: .band(1))],
      options: ScheduleOptions(jobs: 2)),
    Small(
      name: "an append that fails", items: [ModelItem(bands: 3, fault: .append(1))],
      options: ScheduleOptions(jobs: 2)),
    Small(
      name: "two items without bands, in order, stopped at any moment",
      items: [ModelItem(bands: 0), ModelItem(bands: 0)],
      options: ScheduleOptions(jobs: 2, order: .inOrder(lookAhead: 2)), mayStop: true),
    Small(
      name: "three items without bands, one at a time ahead",
      items: Array(repeating: ModelItem(bands: 0, announces: true), count: 3),
      options: ScheduleOptions(jobs: 2, order: .inOrder(lookAhead: 1))),
    Small(
      name: "two that do not fit into memory together",
      items: [ModelItem(bands: 1, memory: 3), ModelItem(bands: 0, memory: 3)],
      options: ScheduleOptions(jobs: 2, memory: 4), mayStop: true),
    Small(
      name: "help with an item, beside another",
      items: [ModelItem(bands: 0, helpers: 1), ModelItem(bands: 0)],
      options: ScheduleOptions(jobs: 2)),
    Small(
      name: "three items with bands and announcements, in order, stopped at any moment",
      items: [
        ModelItem(bands: 2, announces: true), ModelItem(bands: 1, fault: .append(0)),
        ModelItem(bands: 1, memory: 2, announces: true),
      ],
      options: ScheduleOptions(jobs: 3, memory: 2, order: .inOrder(lookAhead: 2)), mayStop: true,
      leastStates: 1000),
    Small(
      name: "three threads, the second item fails and stops the run",
      items: [ModelItem(bands: 0), ModelItem(bands: 0, fault: .prepare), ModelItem(bands: 0)],
      options: ScheduleOptions(jobs: 3, stopsAtFailure: true)),
  ]

  @Test(arguments: small)
  func everyOrderOfASmallRunKeepsThePromises(_ small: Small) {
    var problems: [String] = []
    let states = Self.explore(
      ScheduleModel(small.items, small.options, mayStop: small.mayStop), &problems)
    #expect(problems == [])
    // So many ways were there to go wrong.
    #expect(states > small.leastStates)
  }
}
