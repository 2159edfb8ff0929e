internal import BromideValues

/// The cameras with colours, levels or areas that LibRaw lacks or confuses.
///
/// LibRaw matches only the beginning of a model's name, so most new cameras silently get the matrix
/// of an older camera. This table matches complete names. The first look-up reads all names. The
/// numbers of a row are read when a caller needs them.
public enum CameraTable {
  /// Returns the camera with these names, or `nil` if it is not in the table.
  ///
  /// - Parameters:
  ///   - make: TIFF's Make, for example `NIKON CORPORATION`.
  ///   - model: TIFF's Model, for example `NIKON Z 8`.
  /// - Complexity: O(1), and once O(rows).
  public static func camera(make: String, model: String) -> Camera? {
    rows[CameraKey(make: make, model: model)].map { Camera(row: $0) }
  }

  /// All cameras, sorted by maker and name.
  public static var all: [Camera] { lines.map { Camera(row: $0) } }

  // Split bytes, because splitting characters is ten times slower.
  static var lines: [Substring] {
    text.utf8.split(separator: UInt8(ascii: "\n")).map { Substring($0) }
  }

  /// The lines by their cameras' keys. If keys are equal, the first one is used, but a test
  /// verifies that all keys differ.
  private static let rows: [CameraKey: Substring] = {
    var rows: [CameraKey: Substring] = [:]
    // Rows of one maker are next to each other.
    var last: (make: Substring, maker: String) = ("", "")
    for line in lines {
      let fields = names(line)
      if fields[2] != last.make { last = (fields[2], CameraKey.maker(String(fields[2]))) }
      for key in keys(fields, maker: last.maker) where rows[key] == nil { rows[key] = line }
    }
    return rows
  }()

  /// Returns the keys of a line's camera, one for each of its names.
  static func keys(_ line: Substring) -> [CameraKey] {
    let fields = names(line)
    return keys(fields, maker: CameraKey.maker(String(fields[2])))
  }

  private static func keys(_ fields: [Substring], maker: String) -> [CameraKey] {
    ([fields[3]] + (fields[4].isEmpty ? [] : fields[4].split(separator: ";"))).map {
      CameraKey(maker: maker, model: String($0))
    }
  }

  /// Returns the fields with names, and the rest of the line.
  private static func names(_ line: Substring) -> [Substring] {
    line.utf8.split(
      separator: UInt8(ascii: "|"), maxSplits: 5, omittingEmptySubsequences: false
    ).map { Substring($0) }
  }
}

// The table is part of this program and a test reads all rows, so an invalid row is a programming
// error.
extension Camera {
  fileprivate init(row: Substring) {
    let fields = row.split(separator: "|", omittingEmptySubsequences: false)
    precondition(fields.count == 14, "a row of 14 fields")
    maker = String(fields[0])
    name = String(fields[1])
    make = String(fields[2])
    model = String(fields[3])
    aliases = fields[4].split(separator: ";").map { String($0) }
    librawMinor = Int(fields[5])
    daylightMatrix = Self.matrix(fields[6])
    tungstenMatrix = Self.matrix(fields[7])
    switch fields[8] {
    case "mono": filters = .none
    case "X-Trans": filters = .xTrans
    default: filters = .bayer(BayerPattern(rawValue: fields[8].lowercased())!)
    }
    black = Self.level(fields[9])
    white = Self.level(fields[10])
    activeAreas = fields[11].split(separator: ";").map(Self.area)
    pictures = fields[12].split(separator: ";").map(Self.area)
    maskedAreas = fields[13].split(separator: ";").map(Self.masks)
  }

  private static func matrix(_ field: Substring) -> Matrix3x3? {
    let values = field.split(separator: " ").map { Double($0)! / 10_000 }
    guard !values.isEmpty else { return nil }
    precondition(values.count == 9, "three rows of three")
    func row(_ start: Int) -> SIMD3<Double> {
      SIMD3(values[start], values[start + 1], values[start + 2])
    }
    return Matrix3x3(row(0), row(3), row(6))
  }

  /// `512`, or `14:1008 12:252`.
  private static func level(_ field: Substring) -> Level? {
    guard !field.isEmpty else { return nil }
    var level = Level()
    for word in field.split(separator: " ") {
      let parts = word.split(separator: ":")
      if parts.count == 1 {
        level.any = Double(parts[0])!
      } else {
        level.byBits[Int(parts[0])!] = Double(parts[1])!
      }
    }
    return level
  }

  /// `6192x4060:168,52,6000,4000`, `*x*:124,92,11664,H-92`, or `b:12,8,12,8`.
  private static func area(_ field: Substring) -> Area {
    let (frame, numbers) = parts(field)
    guard frame != "b" else {
      let edges = numbers.map { Int($0)! }
      return Area(
        edges: .borders(left: edges[0], top: edges[1], right: edges[2], bottom: edges[3]))
    }
    let sides = frame.split(separator: "x")
    let (x, y) = (Int(numbers[0])!, Int(numbers[1])!)
    /// If an area begins in column x, a width of `W-12` ends 12 − x columns before the right edge.
    func end(_ start: Int, _ length: Substring) -> Int {
      if let length = Int(length) { return start + length }
      guard length.count > 1 else { return 0 }
      return start + Int(length.dropFirst())!
    }
    return Area(
      rawWidth: Int(sides[0]), rawHeight: Int(sides[1]),
      edges: .rectangle(x: x, y: y, endX: end(x, numbers[2]), endY: end(y, numbers[3])))
  }

  /// `6188x4120: 4,4,4116,150,…`, or only the numbers: top, left, bottom, right.
  private static func masks(_ field: Substring) -> MaskedAreas {
    let (frame, words) = parts(field)
    let numbers = words.map { Int($0)! }
    let sides = frame.split(separator: "x").map { Int($0)! }
    return MaskedAreas(
      rawSize: sides.count == 2 ? Size(width: sides[0], height: sides[1]) : nil,
      regions: stride(from: 0, to: numbers.count, by: 4).map { i in
        Region(
          x: numbers[i + 1], y: numbers[i], width: numbers[i + 3] - numbers[i + 1],
          height: numbers[i + 2] - numbers[i])
      })
  }

  /// Returns the text before the colon, and the numbers after it.
  private static func parts(_ field: Substring) -> (frame: Substring, numbers: [Substring]) {
    let halves = field.split(separator: ":")
    let numbers = halves[halves.count - 1].split(separator: ",").map { word in
      word.drop { $0 == " " }
    }
    return (halves.count == 2 ? halves[0].drop { $0 == " " } : "", numbers)
  }
}
