/// A plot with braille characters, each with two by four dots.
struct TerminalPlot {
  /// Width in characters.
  let width: Int
  let height: Int
  private var dots: [UInt8]
  private var colors: [Int]
  private let x: ClosedRange<Double>
  private let y: ClosedRange<Double>
  private static let gutter = 6

  /// Creates an empty plot.
  ///
  /// - Parameters:
  ///   - width: Width in characters, including the numbers on the left.
  ///   - height: Height in lines.
  init(width: Int, height: Int, x: ClosedRange<Double>, y: ClosedRange<Double>) {
    self.width = max(width - Self.gutter, 4)
    self.height = max(height, 2)
    self.x = x
    self.y = y
    dots = [UInt8](repeating: 0, count: self.width * self.height)
    colors = [Int](repeating: 0, count: dots.count)
  }

  /// Draws a line through points, with gaps at points that are not finite.
  mutating func add(_ points: [SIMD2<Double>], color: Int) {
    var last: (x: Int, y: Int)?
    for point in points {
      guard point.x.isFinite, point.y.isFinite else {
        last = nil
        continue
      }
      let place = (x: column(point.x), y: row(point.y))
      let start = last ?? place
      let steps = max(abs(place.x - start.x), abs(place.y - start.y), 1)
      for step in 0...steps {
        set(
          start.x + (place.x - start.x) * step / steps,
          start.y + (place.y - start.y) * step / steps, color)
      }
      last = place
    }
  }

  /// Returns the plot's lines of text. Thin lines mark the labelled values.
  ///
  /// - Parameter paint: Returns text in a colour.
  func lines(labels: [(value: Double, text: String)], paint: (String, Int) -> String) -> [String] {
    var names: [Int: String] = [:]
    for label in labels where y.contains(label.value) { names[row(label.value) / 4] = label.text }
    return (0..<height).map { line in
      let name = names[line] ?? ""
      let gap = String(repeating: " ", count: max(0, Self.gutter - 2 - name.count))
      var text = gap + name + (names[line] == nil ? " │" : " ┤")
      // Combine adjacent dots of one colour into one escape sequence.
      var run = (text: "", color: -1)
      for index in line * width..<(line + 1) * width {
        let color = dots[index] == 0 ? -1 : colors[index]
        if color != run.color {
          text += run.color < 0 ? run.text : paint(run.text, run.color)
          run = ("", color)
        }
        let dot = Unicode.Scalar(0x2800 + UInt32(dots[index])).map { String(Character($0)) } ?? ""
        run.text += color >= 0 ? dot : names[line] == nil ? " " : "┈"
      }
      text += run.color < 0 ? run.text : paint(run.text, run.color)
      return text
    }
  }

  private func column(_ value: Double) -> Int {
    let share = (value - x.lowerBound) / (x.upperBound - x.lowerBound)
    return Int((min(max(share, -1), 2) * Double(2 * width - 1)).rounded())
  }

  private func row(_ value: Double) -> Int {
    let share = (y.upperBound - value) / (y.upperBound - y.lowerBound)
    return Int((min(max(share, -1), 2) * Double(4 * height - 1)).rounded())
  }

  private mutating func set(_ x: Int, _ y: Int, _ color: Int) {
    guard x >= 0, x < 2 * width, y >= 0, y < 4 * height else { return }
    // Unicode 10.0, 2800: dots 1, 2, 3, 7 down the left column, 4, 5, 6, 8 down the right.
    let bits: [UInt8] = [0x01, 0x02, 0x04, 0x40, 0x08, 0x10, 0x20, 0x80]
    let index = y / 4 * width + x / 2
    dots[index] |= bits[x % 2 * 4 + y % 4]
    colors[index] = color
  }
}
