internal import BromideValues

/// One of Fujifilm's blocks of columns. The encoder also stores the decoder's result.
struct FujiBlock {
  static let width = 768

  private enum Color: Int, CaseIterable { case red, green, blue }

  /// Lines of one colour, with an extra sample at each end. Lines 0 and 1 come from the previous
  /// strip, the others from this strip.
  private var lines: [[[Int]]]
  /// Samples of a line.
  private let length: Int
  private let maximum: Int
  private let left: Int
  /// The position of each sample of the strip's lines in the picture (row and column of the block),
  /// or −1 without one.
  private var places: [[[Int]]]
  private var main: Table
  /// Tables for flat surroundings.
  private let flat: [Table]
  /// Sum and number of differences by parity, set and index. Indices from 41 are for flat
  /// surroundings, five each.
  private var statistics: [[[(sum: Int, count: Int)]]]
  private var writer = BitWriter()
  private let pattern: FujiPattern

  /// Pairs of lines that are coded together, and the even samples of each that are only guessed, by
  /// (index / 2) % 2.
  private static let pairs: [(lines: [(Color, Int, guessed: Set<Int>)], set: Int)] = [
    ([(.red, 2, [0, 1]), (.green, 2, [])], 0), ([(.green, 3, []), (.blue, 2, [0, 1])], 1),
    ([(.red, 3, [0]), (.green, 4, [0, 1])], 2), ([(.green, 5, []), (.blue, 3, [1])], 0),
    ([(.red, 4, [1]), (.green, 6, [])], 1), ([(.green, 7, [0, 1]), (.blue, 4, [0])], 2),
  ]

  /// The coding of differences whose multiples have a base.
  private struct Table {
    let base, total, rawBits, limit, factor: Int
    let points: [Int]

    init(base: Int, bits: Int, points: [Int], factor: Int) {
      let maximum = 1 << bits - 1
      self.base = base
      self.points = points
      self.factor = factor
      total = (maximum + 2 * base) / (2 * base + 1) + 1
      var rawBits = 0
      while 1 << rawBits < total { rawBits += 1 }
      self.rawBits = rawBits
      limit = 4 * bits - rawBits - 1
    }

    static func main(base: Int, bits: Int) -> Table {
      let maximum = 1 << bits - 1
      var points = [base, 3 * base + 18, 5 * base + 67, 7 * base + 276]
      if points[1] > maximum || points[1] < base + 1 { points[1] = base + 1 }
      for i in 2...3 where points[i] > maximum || points[i] < points[i - 1] {
        points[i] = points[i - 1]
      }
      return Table(base: base, bits: bits, points: points, factor: 9)
    }

    func level(_ difference: Int) -> Int {
      if difference < 0 {
        if difference >= -points[0] { return 0 }
        return -1 - (1...3).filter { difference <= -points[$0] }.count
      }
      if difference <= points[0] { return 0 }
      return 1 + (1...3).filter { difference >= points[$0] }.count
    }

    var start: (sum: Int, count: Int) { (max(2, (total + 32) >> 6), 1) }
  }

  init(_ pattern: FujiPattern, bits: Int, left: Int, columns: Int) {
    let length = pattern == .xtrans ? Self.width * 2 / 3 : Self.width / 2
    let counts = [5, 8, 5]
    lines = counts.map { Array(repeating: Array(repeating: 0, count: length + 2), count: $0) }
    places = counts.map { Array(repeating: Array(repeating: -1, count: length), count: $0) }
    for (y, row) in pattern.rows.enumerated() {
      for x in 0..<columns {
        let color = row[x % 6] == "R" ? 0 : row[x % 6] == "G" ? 1 : 2
        let place = pattern == .xtrans ? x / 3 * 2 + (x % 3 > 0 ? 1 : 0) : x / 2
        places[color][2 + (color == 1 ? y : y / 2)][place] = y * Self.width + x
      }
    }
    self.pattern = pattern
    self.length = length
    self.left = left
    maximum = 1 << bits - 1
    main = .main(base: 0, bits: bits)
    flat = [[0, 18, 67, 276], [1, 21, 72, 283], [2, 24, 77, 290]].map {
      Table(base: $0[0], bits: bits, points: $0, factor: 3)
    }
    let set =
      Array(repeating: main.start, count: 41)
      + flat.flatMap { Array(repeating: $0.start, count: 5) }
    statistics = Array(repeating: Array(repeating: set, count: 3), count: 2)
    self.bits = bits
  }

  private let bits: Int
  private var isLossy = false

  /// The bytes, whole multiples of 16.
  var bytes: [UInt8] {
    var writer = writer
    writer.finish(padding: 0)
    return writer.bytes + [UInt8](repeating: 0, count: -writer.bytes.count & 15)
  }

  /// Encodes the block's columns of a picture, and replaces them with the decoded result.
  mutating func encode(_ picture: inout SensorSamples, bases: [UInt8]?) {
    isLossy = bases != nil
    for strip in 0..<picture.size.height / 6 {
      if let bases, strip == 0 || Int(bases[strip]) != main.base {
        main = .main(base: Int(bases[strip]), bits: bits)
        for parity in 0...1 {
          for set in 0..<3 {
            for place in 0..<41 { statistics[parity][set][place] = main.start }
          }
        }
      }
      for pair in Self.pairs { encode(pair.lines, set: pair.set, strip, &picture) }
      for (color, last) in [3, 6, 3].enumerated() {
        lines[color][0] = lines[color][last]
        lines[color][1] = lines[color][last + 1]
      }
    }
  }

  private mutating func encode(
    _ pair: [(color: Color, line: Int, guessed: Set<Int>)], set: Int, _ strip: Int,
    _ picture: inout SensorSamples
  ) {
    for (color, line, _) in pair {
      let (own, above) = (color.rawValue, lines[color.rawValue][line - 1])
      lines[own][line][0] = above[1]
      lines[own][line][length + 1] = above[length]
    }
    // Odd samples wait for five even ones.
    for step in 0..<length / 2 + 4 {
      if 2 * step < length {
        for (color, line, guessed) in pair {
          let isGuessed = pattern == .xtrans && guessed.contains(step % 2)
          encodeEven(color.rawValue, line, 2 * step, set, isGuessed, strip, &picture)
        }
      }
      if step >= 4 {
        for (color, line, _) in pair {
          encodeOdd(color.rawValue, line, 2 * (step - 4) + 1, set, strip, &picture)
        }
      }
    }
  }

  private mutating func encodeEven(
    _ color: Int, _ line: Int, _ place: Int, _ set: Int, _ isGuessed: Bool, _ strip: Int,
    _ picture: inout SensorSamples
  ) {
    let (up, left, right) = around(color, line - 1, place)
    let upper = lines[color][line - 2][place + 1]
    let (toLeft, toUpper, toRight) = (abs(left - up), abs(upper - up), abs(right - up))
    var sum = left + right
    if toLeft > toUpper && toLeft > toRight {
      sum = upper + right
    } else if toRight > toLeft && toRight > toUpper {
      sum = upper + left
    }
    let guess = (sum + 2 * up) >> 2
    if isGuessed {
      precondition(places[color][line][place] < 0, "nothing is lost")
      lines[color][line][place + 1] = guess
      return
    }
    let slopes = (up - upper, left - up, flatness: toUpper + toLeft)
    lines[color][line][place + 1] = encode(
      place: places[color][line][place], guess, slopes, parity: 0, set, strip, &picture)
  }

  private mutating func encodeOdd(
    _ color: Int, _ line: Int, _ place: Int, _ set: Int, _ strip: Int,
    _ picture: inout SensorSamples
  ) {
    let (up, left, right) = around(color, line - 1, place)
    let (_, before, after) = around(color, line, place)
    let isExtreme = (up > left && up > right) || (up < left && up < right)
    let guess = isExtreme ? (before + after + 2 * up) >> 2 : (before + after) >> 1
    let slopes = (up - left, left - before, flatness: abs(up - left) + abs(left - before))
    lines[color][line][place + 1] = encode(
      place: places[color][line][place], guess, slopes, parity: 1, set, strip, &picture)
  }

  /// A sample, and those to its left and right.
  private func around(_ color: Int, _ line: Int, _ place: Int) -> (Int, Int, Int) {
    (lines[color][line][place + 1], lines[color][line][place], lines[color][line][place + 2])
  }

  /// Encodes a sample and returns the decoder's result. A sample without a position in the picture
  /// uses the guess.
  private mutating func encode(
    place: Int, _ guess: Int, _ slopes: (Int, Int, flatness: Int), parity: Int, _ set: Int,
    _ strip: Int, _ picture: inout SensorSamples
  ) -> Int {
    var (table, first) = (main, 0)
    if isLossy, let i = (0..<3).first(where: { $0 < main.base && slopes.flatness <= 5 + $0 }) {
      (table, first) = (flat[i], 41 + 5 * i)
    }
    let gradient = table.factor * table.level(slopes.0) + table.level(slopes.1)
    let (row, column) = place.quotientAndRemainder(dividingBy: Self.width)
    let expected = place < 0 ? guess : Int(picture[left + column, strip * 6 + row])
    let step = 2 * table.base + 1
    var multiple = (abs(expected - guess) + table.base) / step
    if (expected < guess) != (gradient < 0) { multiple = -multiple }
    // The range of multiples is a ring.
    if multiple > (table.total - 1) / 2 { multiple -= table.total }
    if multiple < -(table.total / 2) { multiple += table.total }
    put(multiple, table, parity, set, first + abs(gradient))
    var value = guess + (gradient < 0 ? -multiple : multiple) * step
    if value < -table.base {
      value += table.total * step
    } else if value > maximum + table.base {
      value -= table.total * step
    }
    value = min(max(value, 0), maximum)
    if place >= 0 { picture[left + column, strip * 6 + row, 0] = UInt16(value) }
    return value
  }

  private mutating func put(
    _ multiple: Int, _ table: Table, _ parity: Int, _ set: Int, _ place: Int
  ) {
    let number = multiple >= 0 ? 2 * multiple : -2 * multiple - 1
    var entry = statistics[parity][set][place]
    var low = 0
    while low < 15 && entry.count << low < entry.sum { low += 1 }
    let zeros = number >> low
    if zeros < table.limit {
      putZeros(zeros)
      writer.put(number, count: low)
    } else {
      putZeros(table.limit)
      writer.put(number - 1, count: table.rawBits)
    }
    entry.sum += abs(multiple)
    if entry.count == 64 { entry = (entry.sum >> 1, 32) }
    entry.count += 1
    statistics[parity][set][place] = entry
  }

  /// Writes a run of zeros and the one that ends it.
  private mutating func putZeros(_ count: Int) {
    for _ in 0..<count / 16 { writer.put(0, count: 16) }
    writer.put(1, count: count % 16 + 1)
  }
}
