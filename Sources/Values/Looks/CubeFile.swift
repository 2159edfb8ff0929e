/// The reason why a look table cannot be used.
public struct LookTableError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A clause without the file's name, for example "line 7 has 2 numbers; expected 3".
  public let reason: String

  /// - Parameter reason: A clause without the file's name.
  public init(_ reason: String) { self.reason = reason }

  /// The clause.
  public var description: String { reason }
}

/// Reads a look table in the form of `.cube` files (Adobe, "Cube LUT Specification 1.0", 2013, and
/// the two ranges that DaVinci Resolve writes).
struct CubeFile {
  private var curveSize: Int?
  private var cubeSize: Int?
  private var title: String?
  private var low = SIMD3<Float>(repeating: 0)
  private var high = SIMD3<Float>(repeating: 1)
  private var curveRange: SIMD2<Float>?
  private var cubeRange: SIMD2<Float>?
  private var numbers: [Float] = []
  private var seen: Set<String> = []
  private var remarks: [String] = []

  static let mostBytes = 64 << 20
  static let curveSizes = 2...65536
  static let cubeSizes = 2...129
  private static let mostLineBytes = 1000
  private static let mostRemarks = 5

  /// - Throws: `LookTableError` with the number of the line.
  init(_ bytes: [UInt8]) throws(LookTableError) {
    guard bytes.count <= Self.mostBytes else {
      throw LookTableError("it has \(bytes.count) bytes; expected at most \(Self.mostBytes)")
    }
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    var number = 0
    for line in rest.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
      number += 1
      guard line.count <= Self.mostLineBytes else {
        throw LookTableError(
          "line \(number) has \(line.count) bytes; expected at most \(Self.mostLineBytes)")
      }
      do throws(LookTableError) { try read(line) } catch {
        throw LookTableError("line \(number) \(error.reason)")
      }
    }
  }

  private mutating func read(_ line: ArraySlice<UInt8>) throws(LookTableError) {
    let words = line.split { $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }
    guard let first = words.first, first.first != UInt8(ascii: "#") else { return }
    guard let byte = first.first, (65...90).contains(byte) || (97...122).contains(byte),
      !["nan", "inf"].contains(Self.text(first).lowercased())
    else {
      let row = try Self.numbers(words, 3)
      numbers += row
      return
    }
    let name = Self.text(first)
    let rest = Array(words.dropFirst())
    guard seen.insert(name).inserted || !Self.keywords.contains(name) else {
      throw LookTableError("states \(name) again")
    }
    if Self.keywords.contains(name), name != "TITLE", !numbers.isEmpty {
      throw LookTableError("has \(name) below the first colour; expected it above")
    }
    switch name {
    case "TITLE":
      title = Self.text(line.drop { $0 != UInt8(ascii: "\"") }.filter { $0 != 34 && $0 != 13 })
    case "LUT_1D_SIZE": curveSize = try Self.size(rest, name, Self.curveSizes)
    case "LUT_3D_SIZE": cubeSize = try Self.size(rest, name, Self.cubeSizes)
    case "DOMAIN_MIN": low = Self.triple(try Self.numbers(rest, 3))
    case "DOMAIN_MAX": high = Self.triple(try Self.numbers(rest, 3))
    case "LUT_1D_INPUT_RANGE": curveRange = try Self.range(rest)
    case "LUT_3D_INPUT_RANGE": cubeRange = try Self.range(rest)
    default:
      if remarks.count < Self.mostRemarks {
        remarks.append("it leaves \(name.prefix(40)) out, which is unknown")
      }
    }
  }

  private static let keywords: Set<String> = [
    "TITLE", "LUT_1D_SIZE", "LUT_3D_SIZE", "DOMAIN_MIN", "DOMAIN_MAX", "LUT_1D_INPUT_RANGE",
    "LUT_3D_INPUT_RANGE",
  ]

  /// Returns the table.
  ///
  /// - Throws: `LookTableError` if the number of colours does not match the sizes.
  func table(path: String, digest: String) throws(LookTableError) -> LookTable {
    guard curveSize != nil || cubeSize != nil else {
      throw LookTableError("LUT_1D_SIZE or LUT_3D_SIZE is missing")
    }
    for c in 0..<3 where low[c] >= high[c] {
      throw LookTableError(
        "its DOMAIN_MIN \(low[c]) is not below its DOMAIN_MAX \(high[c])")
    }
    let curveRows = curveSize ?? 0
    let cubeRows = cubeSize.map { $0 * $0 * $0 } ?? 0
    guard numbers.count == 3 * (curveRows + cubeRows) else {
      throw LookTableError(
        "it has \(numbers.count / 3) colours; its size needs \(curveRows + cubeRows)")
    }
    var table = LookTable(path: path, digest: digest)
    table.title = title
    table.remarks = remarks
    func ends(_ range: SIMD2<Float>?) -> (SIMD3<Float>, SIMD3<Float>) {
      range.map { (SIMD3(repeating: $0.x), SIMD3(repeating: $0.y)) } ?? (low, high)
    }
    if curveSize != nil {
      let (low, high) = ends(curveRange)
      table.curve = .init(values: Array(numbers[..<(3 * curveRows)]), low: low, high: high)
    }
    if let cubeSize {
      // After a curve, the domain is the curve's domain, and the cube reads the curve's output.
      let (low, high) =
        curveSize != nil && cubeRange == nil
        ? (SIMD3<Float>(repeating: 0), SIMD3<Float>(repeating: 1)) : ends(cubeRange)
      table.cube = .init(
        size: cubeSize, values: Array(numbers[(3 * curveRows)...]), low: low, high: high)
    }
    return table
  }

  private static func text(_ bytes: some Sequence<UInt8>) -> String {
    String(decoding: Array(bytes), as: UTF8.self)
  }

  private static func triple(_ numbers: [Float]) -> SIMD3<Float> {
    SIMD3(numbers[0], numbers[1], numbers[2])
  }

  private static func numbers(
    _ words: [ArraySlice<UInt8>], _ count: Int
  ) throws(LookTableError) -> [Float] {
    guard words.count == count else {
      throw LookTableError("has \(words.count) numbers; expected \(count)")
    }
    var numbers: [Float] = []
    for word in words {
      guard let number = Float(text(word)), number.isFinite else {
        throw LookTableError("has '\(text(word.prefix(20)))'; expected a finite number")
      }
      numbers.append(number)
    }
    return numbers
  }

  private static func size(
    _ words: [ArraySlice<UInt8>], _ name: String, _ accepted: ClosedRange<Int>
  ) throws(LookTableError) -> Int {
    guard words.count == 1, let size = Int(text(words[0])), accepted.contains(size) else {
      throw LookTableError(
        "has \(name) \(text(words.first?.prefix(20) ?? [])); expected \(accepted.lowerBound) to \(accepted.upperBound)"
      )
    }
    return size
  }

  private static func range(_ words: [ArraySlice<UInt8>]) throws(LookTableError) -> SIMD2<Float> {
    let ends = try numbers(words, 2)
    guard ends[0] < ends[1] else {
      throw LookTableError(
        "has the range \(ends[0]) to \(ends[1]); expected the lower number first")
    }
    return SIMD2(ends[0], ends[1])
  }
}

extension LookTable {
  /// Reads the bytes of a `.cube` file.
  ///
  /// - Throws: `LookTableError`.
  public init(cube bytes: [UInt8], path: String, digest: String) throws(LookTableError) {
    self = try CubeFile(bytes).table(path: path, digest: digest)
  }

  /// Creates the table of a HaldCLUT: pixel r + n²·g + n⁴·b, row by row, of a picture of n³×n³
  /// pixels.
  ///
  /// - Parameters:
  ///   - level: The level n, 2 or more.
  ///   - values: Red, green and blue of every pixel, 0…1.
  public init(hald level: Int, values: [Float], path: String, digest: String) {
    let size = level * level
    precondition(level >= 2 && values.count == 3 * size * size * size, "all colours of the cube")
    self.init(
      path: path, digest: digest,
      cube: Cube(
        size: size, values: values, low: SIMD3(repeating: 0), high: SIMD3(repeating: 1)))
  }

  /// Accepted levels of a HaldCLUT.
  public static let haldLevels = 2...12
}
