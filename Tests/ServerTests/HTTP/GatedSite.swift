import BromideServer
import BromideSystem

/// A site whose work waits while a test holds it, so that tests do not depend on time.
final class GatedSite: Answering {
  private let site: Site
  private let gate = Gate()

  init(_ site: Site) { self.site = site }

  var metrics: ServedMetrics { site.metrics }
  var mostBodyBytes: Int { site.mostBodyBytes }
  func live(_ request: ServedRequest) -> Result<LiveFrames, Rejection>? { site.live(request) }
  func earlyResponse(_ request: ServedRequest) -> ServedResponse? { site.earlyResponse(request) }
  func quickAnswer(_ request: ServedRequest) -> ServedResponse? { site.quickAnswer(request) }

  func answer(_ request: ServedRequest) -> ServedResponse {
    gate.pass(.begin, request.path)
    var request = request
    let isNeeded = request.isNeeded
    request.isNeeded = { [gate, path = request.path] in
      gate.pass(.step, path)
      return isNeeded()
    }
    return site.answer(request)
  }

  /// Where work waits.
  enum Point: Sendable {
    /// Before it begins.
    case begin
    /// At the next step: where work asks whether its client still waits.
    case step
  }

  /// Makes work wait from now on.
  func hold(at point: Point) { gate.hold(at: point) }

  /// Lets one piece of work go on to its next step.
  func advance() { gate.advance() }

  /// Lets all work go on.
  func release() { gate.hold(at: nil) }

  /// The paths of the requests whose work has begun, in this order.
  var begun: [String] { gate.begun }

  /// Waits until so much work waits at the gate.
  func waitForHeld(_ count: Int) { gate.waitForHeld(count) }

  private final class Gate: @unchecked Sendable {
    private let monitor = Monitor()
    // The monitor guards these.
    private var held: Point?
    private var waiting = 0
    private var passes = 0
    private var paths: [String] = []

    var begun: [String] { monitor.locked { paths } }

    func hold(at point: Point?) {
      monitor.locked {
        held = point
        monitor.broadcast()
      }
    }

    func advance() {
      monitor.locked {
        waiting -= 1
        passes += 1
        monitor.broadcast()
      }
    }

    func waitForHeld(_ count: Int) {
      monitor.locked { while waiting < count { monitor.wait() } }
    }

    func pass(_ point: Point, _ path: String) {
      monitor.locked {
        if point == .begin { paths.append(path) }
        guard held == point else { return }
        waiting += 1
        monitor.broadcast()
        while held == point, passes == 0 { monitor.wait() }
        if passes > 0 { passes -= 1 } else { waiting -= 1 }
      }
    }
  }
}
