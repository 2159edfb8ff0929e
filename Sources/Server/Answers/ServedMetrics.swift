internal import BromideSystem
internal import Synchronization

/// The server's counters, in the format of Prometheus.
package final class ServedMetrics: Sendable {
  private struct State {
    var statuses: [Int: Int] = [:]
    var bytes = 0
    var kept = 0
    var developed = 0
    var seconds = 0.0
    var buckets = [Int](repeating: 0, count: ServedMetrics.bounds.count)
    var connections = 0
    var rejectedConnections = 0
    var running = 0
  }

  private let state = Mutex(State())
  /// Upper bounds of the histogram's buckets, in seconds.
  private static let bounds = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10]

  package init() {}

  /// Counts an answered request.
  package func note(status: Int, bytes: Int, seconds: Double) {
    state.withLock { state in
      state.statuses[status, default: 0] += 1
      state.bytes += bytes
      state.seconds += seconds
      for i in Self.bounds.indices where seconds <= Self.bounds[i] { state.buckets[i] += 1 }
    }
  }

  /// Counts a picture.
  package func note(picture: PictureMaker.Made) {
    state.withLock { state in
      if picture.wasKept { state.kept += 1 } else { state.developed += 1 }
    }
  }

  /// Counts connections.
  ///
  /// - Parameters:
  ///   - change: 1 for a new connection, -1 for a closed one.
  ///   - rejected: The number of rejected connections.
  package func noteConnections(_ change: Int, rejected: Int = 0) {
    state.withLock { state in
      state.connections += change
      state.rejectedConnections += rejected
    }
  }

  /// Counts requests that wait or run.
  package func noteRunning(_ change: Int) { state.withLock { $0.running += change } }

  /// Returns all counters in Prometheus's text format 0.0.4.
  package func text(photoBytes: Int, pictureBytes: Int) -> String {
    let state = state.withLock { $0 }
    let total = state.statuses.values.reduce(0, +)
    var lines: [String] = []
    func metric(_ name: String, _ type: String, _ help: String, _ values: [(String, String)]) {
      lines += ["# HELP \(name) \(help)", "# TYPE \(name) \(type)"]
      lines += values.map { "\($0.0) \($0.1)" }
    }
    metric(
      "bromide_requests_total", "counter", "Requests that were answered.",
      state.statuses.sorted { $0.key < $1.key }.map {
        ("bromide_requests_total{code=\"\($0.key)\"}", "\($0.value)")
      })
    metric(
      "bromide_response_bytes_total", "counter", "Bytes in response bodies.",
      [("bromide_response_bytes_total", "\(state.bytes)")])
    metric(
      "bromide_pictures_total", "counter", "Pictures, by where they came from.",
      [
        ("bromide_pictures_total{from=\"cache\"}", "\(state.kept)"),
        ("bromide_pictures_total{from=\"photo\"}", "\(state.developed)"),
      ])
    metric(
      "bromide_request_seconds", "histogram", "Seconds from a complete request to its answer.",
      zip(Self.bounds, state.buckets).map {
        ("bromide_request_seconds_bucket{le=\"\($0)\"}", "\($1)")
      } + [
        ("bromide_request_seconds_bucket{le=\"+Inf\"}", "\(total)"),
        ("bromide_request_seconds_sum", "\(state.seconds)"),
        ("bromide_request_seconds_count", "\(total)"),
      ])
    metric(
      "bromide_connections", "gauge", "Open connections.",
      [("bromide_connections", "\(state.connections)")])
    metric(
      "bromide_rejected_connections_total", "counter", "Connections above the limit.",
      [("bromide_rejected_connections_total", "\(state.rejectedConnections)")])
    metric(
      "bromide_active_requests", "gauge", "Requests that wait or run.",
      [("bromide_active_requests", "\(state.running)")])
    metric(
      "bromide_cache_bytes", "gauge", "Bytes that are kept.",
      [
        ("bromide_cache_bytes{kind=\"photos\"}", "\(photoBytes)"),
        ("bromide_cache_bytes{kind=\"pictures\"}", "\(pictureBytes)"),
      ])
    metric(
      "process_resident_memory_bytes", "gauge", "Resident memory.",
      [("process_resident_memory_bytes", "\(Machine.residentMemory())")])
    metric(
      "process_cpu_seconds_total", "counter", "Processor time.",
      [("process_cpu_seconds_total", "\(Machine.processorTime())")])
    return lines.joined(separator: "\n") + "\n"
  }
}
