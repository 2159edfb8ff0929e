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

  private static let widest = 24

  /// The bar and as many figures as a line of a terminal holds: what wraps could not be removed again.
  func text(columns: Int) -> String {
    let count = " \(done)/\(total)"
    let room = columns - 1
    let width = min(Self.widest, room - count.count - 2)
    guard width >= 4 else { return String(count.dropFirst().prefix(max(room, 0))) }
    let filled = total == 0 ? width : width * done / total
    let bar = String(repeating: "#", count: filled) + String(repeating: ".", count: width - filled)
    var text = "[\(bar)]\(count)"
    for figure in figures {
      guard text.count + 2 + figure.count <= room else { break }
      text += "  " + figure
    }
    return text
  }

  /// Replaces the line of the terminal behind standard error.
  func show() {
    Console.message(Self.emptyLine + text(columns: Console.windowSize(of: 2).columns))
  }

  /// Removes what `show` wrote.
  static func remove() { Console.message(emptyLine) }

  private static let emptyLine = Console.sequence("\r\u{1B}[2K")

  private var figures: [String] {
    var parts: [String] = []
    if made > 0 && elapsed > 0 {
      let rate = Double(made) / elapsed
      parts.append("\(Formatted.decimal(rate, digits: rate < 10 ? 1 : 0)) \(unit)/s")
      parts.append("\(Self.duration(Double(total - done) / rate)) left")
    }
    if usage.memory > 0 {
      parts.append("CPU \(usage.processor) %")
      parts.append(Formatted.bytes(usage.memory))
    }
    return parts
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
