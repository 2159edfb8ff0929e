internal import BromideLibc
internal import Tweening

/// An item's first or last state: the stock animations applied in order.
///
/// The state is a scale, a turn, then a translation. Further animations keep this form. The turn is
/// a plain number, so that two full turns remain two.
struct StartState: Sendable {
  /// A collision, and the turn and scale applied after it.
  struct Impact: Sendable {
    let collision: Collision
    var turn = 0.0
    var scale = 1.0
  }

  struct Parameter: Sendable {
    let name: String
    let start: Double
    let end: Double
  }

  private(set) var translation = Point(x: 0, y: 0)
  private(set) var turn = 0.0
  private(set) var scale = 1.0
  private(set) var opacity = 1.0
  private(set) var impacts: [Impact] = []
  private(set) var parameters: [Parameter] = []

  init(_ animations: [StockAnimation]) {
    for animation in animations { apply(animation) }
  }

  private mutating func apply(_ animation: StockAnimation) {
    switch animation {
    case .fadeIn: opacity = 0
    case .slide(let direction, let amount):
      let length = amount.value(10, 30, 50)
      switch direction {
      case .up: translation.y += length
      case .down: translation.y -= length
      case .left: translation.x += length
      case .right: translation.x -= length
      }
    case .spin(let amount): turn(by: amount.value(45, 90, 180) * (.pi / 180))
    case .expand(let amount): scale(by: amount.value(0.9, 0.7, 0.5))
    case .contract(let amount): scale(by: amount.value(1.1, 1.3, 1.5))
    case .collide(let collision): impacts.append(Impact(collision: collision))
    case .custom(let name, let start, let end):
      parameters.removeAll { $0.name == name }
      parameters.append(Parameter(name: name, start: start, end: end))
    }
  }

  private mutating func turn(by angle: Double) {
    turn += angle
    translation = translation.turned(by: angle)
    for index in impacts.indices { impacts[index].turn += angle }
  }

  private mutating func scale(by factor: Double) {
    scale *= factor
    translation = Point(x: translation.x * factor, y: translation.y * factor)
    for index in impacts.indices { impacts[index].scale *= factor }
  }

  /// Seconds of the longest collision.
  var impactDuration: Double { impacts.map(\.collision.duration).max() ?? 0 }
}

extension StartState {
  /// An item at its normal position, with its normal look.
  static let rest = StartState([])

  /// Returns the transform at a fraction of the movement to another state.
  ///
  /// - Parameters:
  ///   - share: 0 at the start, 1 at the end.
  ///   - end: The item's last state, without collisions.
  ///   - displacement: Returns the displacement of the item by a collision, positive to the right.
  func transform(
    at share: Double, to end: StartState, displacement: (Collision) -> Double
  ) -> PlaneTransform {
    var translation = translation.interpolated(to: end.translation, at: share)
    for impact in impacts {
      let length = displacement(impact.collision) * impact.scale.interpolated(to: 1, at: share)
      let way = Point(x: length, y: 0).turned(by: impact.turn.interpolated(to: 0, at: share))
      translation = Point(x: translation.x + way.x, y: translation.y + way.y)
    }
    let scale = scale.interpolated(to: end.scale, at: share)
    return PlaneTransform(
      translation: translation,
      rotation: Angle(radians: turn.interpolated(to: end.turn, at: share)),
      scale: Extent(width: scale, height: scale))
  }
}

extension Point {
  fileprivate func turned(by angle: Double) -> Point {
    guard angle != 0 else { return self }
    let (sine, cosine) = (sin(angle), cos(angle))
    return Point(x: cosine * x - sine * y, y: sine * x + cosine * y)
  }
}
