/// One line: `[######......] 42/86  3.1 photos/s  14 s left  CPU 198 %  183 MB`.
struct ProgressBar {
  var done: Int
  var total: Int
  /// Pictures written; what was skipped says nothing of the speed.
  var made: Int
  /// What is counted.
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
      parts.append("\(Summary.decimal(rate, digits: rate < 10 ? 1 : 0)) \(unit)/s")
      parts.append("\(Self.duration(Double(total - done) / rate)) left")
    }
    if usage.memory > 0 {
      parts.append("CPU \(usage.processor) %")
      parts.append(Summary.bytes(usage.memory))
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
