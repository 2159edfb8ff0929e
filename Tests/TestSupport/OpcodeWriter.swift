/// Writes DNG's opcode lists (DNG 1.6, chapter 7), well formed or not.
public struct OpcodeWriter: Sendable {
  private var opcodes: [[UInt8]] = []

  /// The recorded number of opcodes in the list, or `nil` for the real number.
  public var claimedCount: Int?

  /// An empty list.
  public init() {}

  /// The list's bytes.
  public var bytes: [UInt8] {
    Self.word(claimedCount ?? opcodes.count) + opcodes.flatMap(\.self)
  }

  /// Adds an opcode.
  ///
  /// - Parameters:
  ///   - id: Its number.
  ///   - version: The version of DNG that defines it.
  ///   - isOptional: Whether readers can skip it.
  ///   - length: The recorded length, or `nil` for the real length.
  public mutating func add(
    _ id: Int, version: [UInt8] = [1, 3, 0, 0], isOptional: Bool = false, length: Int? = nil,
    _ body: [UInt8]
  ) {
    opcodes.append(
      Self.word(id) + version + Self.word(isOptional ? 1 : 0)
        + Self.word(length ?? body.count) + body)
  }

  /// A number of 32 bits.
  public static func word(_ value: Int) -> [UInt8] { big(value) }

  /// Numbers of 64 bits in floating point.
  public static func doubles(_ values: [Double]) -> [UInt8] {
    values.flatMap { big($0.bitPattern, 8) }
  }

  /// Numbers of 32 bits in floating point.
  public static func floats(_ values: [Float]) -> [UInt8] {
    values.flatMap { big($0.bitPattern) }
  }

  /// The area that opcodes 7 to 13 begin with: top, left, bottom, right, plane, planes, row and column pitch.
  public static func area(
    _ area: (top: Int, left: Int, bottom: Int, right: Int), plane: Int = 0, planes: Int = 1,
    pitch: (row: Int, column: Int) = (1, 1)
  ) -> [UInt8] {
    [
      area.top, area.left, area.bottom, area.right, plane, planes, pitch.row, pitch.column,
    ].flatMap(word)
  }

  /// The body of a GainMap that covers its area with points from edge to edge.
  public static func gainMap(
    _ area: [UInt8], rows: Int, columns: Int, planes: Int = 1, gains: [Float]
  ) -> [UInt8] {
    area + word(rows) + word(columns)
      + doubles([1 / Double(max(rows - 1, 1)), 1 / Double(max(columns - 1, 1)), 0, 0])
      + word(planes) + floats(gains)
  }
}
