internal import BromideSystem

/// A progress bar on one line, such as `[######......] 42/86  3.1 photos/s  14 s left  CPU 198 %
/// 183 MB`.
struct ProgressBar {
  var done: Int
  var total: Int
  /// The number of written pictures, used for the speed. It excludes skipped pictures.
  var made: Int
  /// The plural name of the items.
  var unit = "photos"
  var elapsed: Double
  var usage: UsageMeter

  private static let widest = 24

  /// Returns the bar with as many figures as fit into a line. If the line wraps, the terminal
  /// cannot remove it.
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

  /// Replaces the current line of the terminal.
  func show() {
    Console.message(Self.emptyLine + text(columns: Console.windowSize(of: 2).columns))
  }

  /// Removes the bar.
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

/// Processor and memory use of this process and its workers, between two readings.
struct UsageMeter {
  /// Percentage of one core, more than 100 if several are used.
  private(set) var processor = 0
  /// Resident memory in bytes.
  private(set) var memory = 0
  private var lastProcessorTime = 0.0
  private var lastElapsed = 0.0

  /// Takes a reading, if the last reading is at least 0.75 s old.
  ///
  /// - Parameter elapsed: Seconds since the run began.
  mutating func read(elapsed: Double) {
    let passed = elapsed - lastElapsed
    // With shorter intervals, the figures change too fast to read.
    guard passed >= 0.75 else { return }
    let usage = ProcessUsage.now()
    let time = usage.processor
    processor = Int((100 * (time - lastProcessorTime) / passed).rounded())
    memory = usage.memory
    lastProcessorTime = time
    lastElapsed = elapsed
  }
}
