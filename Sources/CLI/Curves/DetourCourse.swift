internal import BromideSystem
internal import Tweening

/// A movement with detours in order.
struct DetourCourse {
  private let first: Segment<Double, Curve>
  private var detours: [Detour<Double, Curve>] = []
  private(set) var lastCurve: Curve
  /// The movements in the syntax of `--detour`.
  private(set) var text: String

  init(from start: Double, to end: Double, in seconds: Double, curve: Curve) {
    first = Segment(from: start, to: end, duration: seconds, timing: curve)
    lastCurve = curve
    text = "\(curve) \(start.shortest) → \(end.shortest) in \(seconds.shortest) s"
  }

  /// Adds a departure, which must not be before the previous one.
  mutating func leave(at time: Double, to end: Double, in seconds: Double, by curve: Curve) {
    let motion = detours.last?.motion(at: time) ?? first.motion(at: time)
    detours.append(
      Detour(leaving: motion, at: time, to: end, arrivingAfter: seconds, timing: curve))
    let isOther = curve != lastCurve
    lastCurve = curve
    text +=
      ", at \(time.shortest) s\(isOther ? " \(curve)" : "") → \(end.shortest) in \(seconds.shortest) s"
  }

  /// The number of movements.
  var count: Int { detours.count + 1 }

  var departures: [Double] { detours.map(\.departure) }

  /// The latest arrival of all movements, including abandoned ones.
  var duration: Double {
    max(detours.map(\.arrival).max() ?? 0, first.duration)
  }

  /// The arrival time of the last movement.
  var arrival: Double { arrival(of: detours.count) }

  func arrival(of movement: Int) -> Double {
    movement == 0 ? first.duration : detours[movement - 1].arrival
  }

  /// Returns value and slope at a time.
  func motion(at time: Double) -> (value: Double, slope: Double) {
    motion(at: time, of: departures.lastIndex { $0 <= time }.map { $0 + 1 } ?? 0)
  }

  /// Returns value and slope of one movement at a time, even after it was abandoned.
  func motion(at time: Double, of movement: Int) -> (value: Double, slope: Double) {
    let motion = movement == 0 ? first.motion(at: time) : detours[movement - 1].motion(at: time)
    return (motion.position, motion.slope)
  }

  /// Returns a note that explains a departure.
  func note(_ index: Int) -> String {
    let detour = detours[index]
    let motion = motion(at: detour.departure)
    let joint =
      switch detour.joint {
      case .entered(let share):
        "enters the new curve at \(Formatted.decimal(100 * share, digits: 1)) % of its time"
      case .ranOn: "runs on into the new curve"
      case .blended: "the new curve begins infinitely fast: a quintic leads over"
      case .startedAtRest: "starts at rest"
      }
    return
      "at \(detour.departure.shortest) s, value \(Self.rounded(motion.value)), slope \(Self.rounded(motion.slope)): \(joint); there at \(Self.rounded(detour.arrival)) s"
  }

  private static func rounded(_ value: Double) -> String {
    ((value * 1e4).rounded() / 1e4).shortest
  }
}
