internal import Costs
internal import Platform

/// A progress bar on one line, such as `[######......] 42/86  3.1 photos/s  14 s left  CPU 198 %  183 MB`.
struct ProgressBar {
  var done: Int
  var total: Int
  /// Pictures written. Skipped ones would distort the speed.
  var made: Int
  /// Plural name of the items counted.
  var unit = "photos"
  var elapsed: Double
  var usage: UsageMeter

  private static let width = 24

  var text: String {
    let filled = total == 0 ? Self.width : Self.width * done / total
    let bar =
      String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled)
    var parts = ["[\(bar)] \(done)/\(total)"]
    if made > 0 && elapsed > 0 {
      let rate = Double(made) / elapsed
      parts.append("\(Formatted.decimal(rate, digits: rate < 10 ? 1 : 0)) \(unit)/s")
      parts.append("\(Self.duration(Double(total - done) / rate)) left")
    }
    if usage.memory > 0 {
      parts.append("CPU \(usage.processor) %")
      parts.append(Formatted.bytes(usage.memory))
    }
    return parts.joined(separator: "  ")
  }

  static func duration(_ seconds: Double) -> String {
    let whole = Int(seconds.rounded(.up))
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    if whole < 60 { return "\(whole) s" }
    if whole < 3600 { return "\(whole / 60):\(two(whole % 60)) min" }
    return "\(whole / 3600):\(two(whole % 3600 / 60)) h"
  }
}

/// Processor and memory use of this process and its workers between two readings.
struct UsageMeter {
  /// Per cent of one core, more than 100 if several are busy.
  private(set) var processor = 0
  /// Bytes resident in memory.
  private(set) var memory = 0
  private var lastProcessorTime = 0.0
  private var lastElapsed = 0.0

  /// Takes a reading, unless the last one is less than 0.75 s ago.
  ///
  /// - Parameter elapsed: Seconds since the run began.
  mutating func read(elapsed: Double) {
    let passed = elapsed - lastElapsed
    // Figures over less time jump, and cannot be read.
    guard passed >= 0.75 else { return }
    let usage = ProcessUsage.now()
    let time = usage.processor
    processor = Int((100 * (time - lastProcessorTime) / passed).rounded())
    memory = usage.memory
    lastProcessorTime = time
    lastElapsed = elapsed
  }
}
