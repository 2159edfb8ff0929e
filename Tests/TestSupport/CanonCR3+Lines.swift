/// Codes the lines of one stream.
struct CanonLines {
  private var writer = BitWriter()
  /// The codes' parameter, and the place in the table of runs.
  private var k = 0
  private var run = 0

  private static let runBits = [
    0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 9, 10, 11, 12, 13,
    14, 15,
  ]

  /// The stream, in words of eight bytes, with one to spare.
  var bytes: [UInt8] {
    var whole = writer
    whole.finish(padding: 0)
    let count = whole.bytes.count
    return whole.bytes + [UInt8](repeating: 0, count: (count + 7) / 8 * 8 - count + 8)
  }

  /// 0, −1, 1, −2 … as 0, 1, 2, 3 …
  private static func code(_ value: Int) -> Int { value < 0 ? -2 * value - 1 : 2 * value }

  /// Writes a code in units of 2^k: zeros, a one, and the rest. Long codes are `escape` zeros, a
  /// one, and the whole code.
  private mutating func put(_ code: Int, k: Int, escape: Int = 41, bits: Int = 21) {
    let zeros = code >> k
    if zeros < escape {
      if zeros > 20 { writer.put(0, count: zeros - 20) }
      writer.put(1, count: min(zeros, 20) + 1)
      writer.put(code, count: k)
    } else {
      writer.put(0, count: escape - 20)
      writer.put(1, count: 21)
      writer.put(code, count: bits)
    }
  }

  private static func next(_ k: Int, after code: Int) -> Int {
    k - (code < (1 << k) >> 1 ? 1 : 0) + (code >> k > 2 ? 1 : 0) + (code >> k > 5 ? 1 : 0)
  }

  /// Writes a code with the stream's parameter, then adapts the parameter to the code and its
  /// surroundings `around`.
  private mutating func put(_ code: Int, around: Int? = nil, limit: Int = 15) {
    put(code, k: k)
    k = min(Self.next(k, after: around.map { (code + $0) >> 1 } ?? code), limit)
  }

  /// A run of `count` equal samples, where `left` would fit.
  private mutating func putRun(_ count: Int, of left: Int) {
    guard count > 0 else { return writer.put(0, count: 1) }
    writer.put(1, count: 1)
    var done = 1
    while done < left {
      let step = 1 << Self.runBits[run]
      if count < left && count - done < step {
        writer.put(0, count: 1)
        writer.put(count - done, count: Self.runBits[run])
        run = max(run - 1, 0)
        return
      }
      writer.put(1, count: 1)
      done += step
      if done <= left { run = min(run + 1, 31) }
    }
  }

  private static func median(_ left: Int, _ above: Int, _ aboveLeft: Int) -> Int {
    max(min(left, above), min(max(left, above), left + above - aboveLeft))
  }

  /// Returns the number of samples, starting at `x`, that equal `value`.
  private static func count(
    in line: ArraySlice<Int>, from x: Int, where isEqual: (Int) -> Bool
  ) -> Int {
    var end = line.startIndex + x
    while end < line.endIndex, isEqual(line[end]) { end += 1 }
    return end - line.startIndex - x
  }

  // MARK: With prediction

  mutating func predicted(_ plane: CanonPlane) {
    let width = plane.width
    var before = 0
    for y in 0..<plane.height {
      let line = plane.values[y * width..<(y + 1) * width]
      if y == 0 {
        firstPredicted(line)
      } else {
        nextPredicted(line, plane.values[(y - 1) * width..<y * width], before: before)
      }
      before = y == 0 ? 0 : plane[0, y - 1]
    }
  }

  private mutating func firstPredicted(_ line: ArraySlice<Int>) {
    var (x, left) = (0, 0)
    while x < line.count {
      if line.count - x > 1 && left == 0 {
        let run = Self.count(in: line, from: x) { $0 == 0 }
        putRun(run, of: line.count - x)
        x += run
        if x == line.count { return }
      }
      let value = line[line.startIndex + x]
      put(Self.code(value - left))
      left = value
      x += 1
    }
  }

  private mutating func nextPredicted(
    _ line: ArraySlice<Int>, _ values: ArraySlice<Int>, before: Int
  ) {
    var (x, left) = (0, values.first!)
    let (first, top) = (line.startIndex, values.startIndex)
    while x < line.count {
      let above = values[top + x]
      let next = x + 1 < line.count ? values[top + x + 1] : nil
      var guess = Self.median(left, above, x > 0 ? values[top + x - 1] : before)
      if next == left && above == left {
        let run = Self.count(in: line, from: x) { $0 == left }
        putRun(run, of: line.count - x)
        x += run
        if x == line.count { return }
        guess = values[top + x]
      }
      put(Self.code(line[first + x] - guess), around: Self.around(values, x, count: line.count))
      left = line[first + x]
      x += 1
    }
  }

  /// Returns twice the difference between the sample above and the next one, or `nil` at the end.
  private static func around(_ values: ArraySlice<Int>, _ x: Int, count: Int) -> Int? {
    let at = values.startIndex + x
    return x + 1 < count ? 2 * abs(values[at + 1] - values[at]) : nil
  }

  /// Encodes a table. Its codes are shorter and do not use runs.
  mutating func table(_ rows: [[Int]]) {
    for (y, row) in rows.enumerated() {
      var left = y == 0 ? 0 : rows[y - 1][0]
      for (x, value) in row.enumerated() {
        let before = x > 0 || y == 0 ? nil : y > 1 ? rows[y - 2][0] : 0
        let guess =
          y == 0 ? left : Self.median(left, rows[y - 1][x], before ?? rows[y - 1][max(x - 1, 0)])
        let code = Self.code(value - guess)
        put(code, k: k, escape: 23, bits: 8)
        let around = y == 0 ? nil : Self.around(rows[y - 1][...], x, count: row.count)
        k = min(Self.next(k, after: around.map { (code + $0) >> 1 } ?? code), 7)
        left = value
      }
    }
  }

  // MARK: With prediction, rounded

  /// Returns the decoded samples.
  mutating func rounded(_ plane: CanonPlane, half: Int) -> CanonPlane {
    var decoded = plane
    for y in 0..<plane.height {
      if y == 0 { firstRounded(&decoded, half: half) } else { nextRounded(&decoded, y, half: half) }
    }
    return decoded
  }

  /// Codes the nearest value to one, as steps from a guess, and replaces it.
  private mutating func putNearest(_ value: inout Int, _ guess: Int, half: Int, around: Int? = nil)
  {
    let error = value - guess
    let steps = (abs(error) + half) / (2 * half) * error.signum()
    put(Self.code(steps), around: around)
    value = guess + 2 * half * steps - (steps < 0 ? 1 : 0)
  }

  private mutating func putRunNear(
    _ left: Int, _ x: inout Int, _ y: Int, _ plane: inout CanonPlane, half: Int
  ) {
    let line = plane.values[y * plane.width..<(y + 1) * plane.width]
    let run = Self.count(in: line, from: x) { abs($0 - left) <= half }
    putRun(run, of: plane.width - x)
    for i in 0..<run { plane[x + i, y] = left }
    x += run
  }

  private mutating func firstRounded(_ plane: inout CanonPlane, half: Int) {
    var (x, left) = (0, 0)
    while x < plane.width {
      if plane.width - x == 1 {
        left = 0
      } else if abs(left) <= half {
        putRunNear(left, &x, 0, &plane, half: half)
        if x == plane.width { return }
        left = 0
      }
      putNearest(&plane[x, 0], left, half: half)
      left = plane[x, 0]
      x += 1
    }
  }

  private mutating func nextRounded(_ plane: inout CanonPlane, _ y: Int, half: Int) {
    let last = plane.width - 1
    var (x, left, isSteep) = (0, plane[0, y - 1], false)
    while x <= last {
      let above = plane[x, y - 1]
      let aboveLeft = x > 0 ? plane[x - 1, y - 1] : plane[0, y - 1]
      var guess = Self.median(left, above, aboveLeft)
      if x < last {
        if abs(plane[x + 1, y - 1] - above) > half {
          isSteep = true
        } else if isSteep || abs(aboveLeft - left) > half {
          isSteep = false
        } else {
          putRunNear(left, &x, y, &plane, half: half)
          if x > last { return }
          guess = plane[x, y - 1]
          isSteep = x < last && abs(plane[x + 1, y - 1] - guess) > half
        }
      }
      var around: Int?
      if x < last {
        let (here, next) = (plane[x, y - 1], plane[x + 1, y - 1])
        let shift = half == 1 ? 1 : Int.bitWidth - half.leadingZeroBitCount
        around =
          2 * (next > here ? (next - here + half - 1) >> shift : (here - next + half) >> shift)
      }
      putNearest(&plane[x, y], guess, half: half, around: around)
      left = plane[x, y]
      x += 1
    }
  }

  // MARK: Without prediction

  /// - Parameter stepChanges: The change of the step's index before each line.
  mutating func plain(_ plane: CanonPlane, stepChanges: [Int]?) {
    let width = plane.width
    var (parameters, stepK) = ([Int](repeating: 0, count: width + 1), 0)
    for y in 0..<plane.height {
      if let change = stepChanges?[y] {
        put(Self.code(change), k: stepK, escape: 23, bits: 8)
        stepK = Self.next(stepK, after: Self.code(change))
      }
      var (x, left) = (0, 0)
      while x < width {
        var (code, isEmpty) = (Self.code(plane[x, y]), left == 0 && x + 1 < width)
        if isEmpty && y > 0 { isEmpty = plane[x, y - 1] == 0 && plane[x + 1, y - 1] == 0 }
        if isEmpty {
          let line = plane.values[y * width..<(y + 1) * width]
          let run = Self.count(in: line, from: x) { $0 == 0 }
          putRun(run, of: width - x)
          for i in 0..<run { parameters[x + i] = 0 }
          x += run
          if x == width { break }
          code = Self.code(plane[x, y]) - 1
        }
        if y == 0 || x + 1 == width {
          put(code)
        } else {
          put(code, limit: .max)
          k = parameters[x + 1] - k <= 1 ? min(k, 15) : k + 1
        }
        parameters[x] = k
        left = plane[x, y]
        x += 1
      }
    }
  }
}
