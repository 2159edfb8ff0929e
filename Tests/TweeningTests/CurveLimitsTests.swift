import Testing
import Tweening

/// The minimum and maximum of each parameter, and the next values outside.
@Suite struct CurveLimitsTests {
  private typealias Make = (Double) throws -> Curve

  private func expect(
    _ name: String, accepts values: [Double], rejects others: [Double], _ make: Make
  ) {
    for value in values {
      #expect(throws: Never.self, "\(name) \(value)") { try make(value) }
    }
    for value in others + [.nan, .infinity, -.infinity] {
      #expect(throws: CurveError.self, "\(name) \(value)") { try make(value) }
    }
  }

  @Test func strengthsAreAboveZeroUpToAThousand() {
    let makes: [(String, Make)] = [
      ("easeIn", { try .easeIn($0) }), ("easeOut", { try .easeOut($0) }),
      ("ease", { try .ease($0) }), ("accelerate", { try .accelerate($0) }),
      ("decelerate", { try .decelerate($0) }), ("shake", { try .shake($0) }),
      ("exponentialDecelerate", { try .exponentialDecelerate($0) }),
      ("decay", { try .decay($0) }), ("overshoot", { try .overshoot(1, halfLife: $0) }),
    ]
    for (name, make) in makes {
      expect(
        name, accepts: [.leastNormalMagnitude, 1, 1000], rejects: [0, -1, (1000.0).nextUp], make)
    }
  }

  @Test func springsAreDampedUpToOne() {
    expect("damping", accepts: [0.001, 1, 100], rejects: [0, (100.0).nextUp]) {
      try .spring(damping: $0, velocity: 0)
    }
    expect("velocity", accepts: [-1000, 0, 1000], rejects: [(1000.0).nextUp, (-1000.0).nextDown]) {
      try .spring(damping: 0.5, velocity: $0)
    }
  }

  @Test func bezierHandlesStayWithinTheirTime() {
    for index in 0..<4 {
      let isTime = index.isMultiple(of: 2)
      let limits = isTime ? 0.0...1 : -1000.0...1000
      expect(
        "bezier \(index)", accepts: [limits.lowerBound, limits.upperBound],
        rejects: [limits.lowerBound.nextDown, limits.upperBound.nextUp]
      ) { value in
        var handles = [0.5, 0.5, 0.5, 0.5]
        handles[index] = value
        return try .bezier(handles[0], handles[1], handles[2], handles[3])
      }
    }
  }

  @Test func countsAreLimited() {
    for count in [0, 1, 1000] { #expect(throws: Never.self) { try Curve.overshoot(count) } }
    for count in [-1, 1001] { #expect(throws: CurveError.self) { try Curve.overshoot(count) } }
    for count in [1, 1_000_000] { #expect(throws: Never.self) { try Curve.steps(count) } }
    for count in [0, 1_000_001] { #expect(throws: CurveError.self) { try Curve.steps(count) } }
  }
}
