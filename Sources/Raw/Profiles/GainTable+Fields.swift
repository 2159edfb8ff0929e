internal import BromideValues

extension GainTable {
  /// The types of version 2's gains.
  fileprivate enum Number: Int {
    case bytes
    case words
    case halves
    case floats

    var size: Int {
      switch self {
      case .bytes: 1
      case .words, .halves: 2
      case .floats: 4
      }
    }
  }

  /// Reads a ProfileGainTableMap, or a ProfileGainTableMap2 as version 2: a header of numbers in
  /// the file's byte order, then the gains.
  ///
  /// - Throws: `ProfileError` if a number is out of range, or the field does not contain all gains.
  init(_ field: ProfileField, version: Int) throws(ProfileError) {
    let head = version == 1 ? 64 : 80
    guard field.count >= head, field.count <= head + 4 * Self.mostGains else {
      throw ProfileError(
        "\(field.count) bytes; expected a head of \(head) and up to \(Self.mostGains) gains")
    }
    let data = try field.data(field.count)
    guard data.bytes.count == field.count else { throw ProfileError("it is not a field of bytes") }
    let (rows, columns) = (data.integer(at: 0), data.integer(at: 4))
    let count = data.integer(at: 40)
    var (gamma, range, number) = (1.0, Float(0)...Float(1), Number.floats)
    if version == 2 {
      let type = data.integer(at: 64)
      guard let known = Number(rawValue: type) else {
        throw ProfileError("gains of type \(type); expected 0 to 3")
      }
      let (least, most) = (data.float(at: 72), data.float(at: 76))
      guard known.isReal || least <= most else {
        throw ProfileError("gains of \(least) to \(most)")
      }
      number = known
      gamma = Double(data.float(at: 68))
      if !known.isReal { range = least...most }
    }
    let all = try Self.count(columns: columns, rows: rows, count: count)
    guard data.bytes.count == head + all * number.size else {
      throw ProfileError(
        "\(data.bytes.count - head) bytes of gains where \(all * number.size) are expected")
    }
    let span = range.upperBound - range.lowerBound
    let gains: [Float] = (0..<all).map { index in
      let place = head + index * number.size
      return switch number {
      case .bytes:
        range.lowerBound + span * Float(data.unsigned(at: place, count: 1)) / 255
      case .words:
        range.lowerBound + span * Float(data.unsigned(at: place, count: 2)) / 65535
      case .halves: data.half(at: place)
      case .floats: data.float(at: place)
      }
    }
    try self.init(
      columns: columns, rows: rows, count: count,
      origin: SIMD2(data.double(at: 32), data.double(at: 24)),
      spacing: SIMD2(data.double(at: 16), data.double(at: 8)),
      weights: (0..<5).map { Double(data.float(at: 44 + 4 * $0)) }, gamma: gamma, gains: gains)
  }
}

extension GainTable.Number {
  /// Whether a gain is stored as a real number.
  fileprivate var isReal: Bool { self == .halves || self == .floats }
}
