package import BromideValues

/// Reads one of DNG's opcode lists (tags 51008, 51009 and 51022; DNG 1.6, chapter 7).
///
/// If the structure or numbers of a list are damaged, the complete list is ignored. Only some of a
/// sensor's gain maps would tint the picture.
package struct OpcodeList {
  private(set) var opcodes: [EmbeddedOptics.Opcode] = []
  private(set) var ignored: [EmbeddedOptics.Ignored] = []

  /// The limits of bytes and opcodes, above the numbers that cameras write.
  static let mostBytes = 16 << 20
  private static let mostOpcodes = 1024
  private static let mostDegree = 8
  /// DNG 1.7.
  private static let newest = 0x107

  /// - Parameters:
  ///   - bytes: The list, or `nil` if the file does not contain it.
  ///   - number: 1, 2 or 3.
  ///   - bounds: The picture to which the coordinates refer, in pixels of the image.
  package init(_ bytes: [UInt8]?, number: Int, bounds: Region) {
    let name = "OpcodeList\(number)"
    guard let bytes else {
      ignored.append(.init(name: name, reason: "the file does not contain it", isOptional: false))
      return
    }
    do throws(OpcodeBytes.Damage) {
      try read(OpcodeBytes(bytes), name: name, bounds: bounds)
    } catch {
      opcodes = []
      ignored = [.init(name: name, reason: "damaged", isOptional: false)]
    }
  }

  private mutating func read(
    _ list: OpcodeBytes, name: String, bounds: Region
  ) throws(OpcodeBytes.Damage) {
    var list = list
    let count = try list.word()
    guard count <= Self.mostOpcodes, !bounds.isEmpty else { throw OpcodeBytes.Damage() }
    // An optional warp comes immediately before the warp that older readers use instead.
    var replacesNext = false
    for _ in 0..<count {
      let id = try list.word()
      let version = try list.word() >> 16
      let flags = try list.word()
      let length = try list.word()
      var body = try list.part(length)
      let isOptional = flags & 1 != 0
      func ignore(_ name: String, _ reason: String) {
        ignored.append(.init(name: name, reason: reason, isOptional: isOptional))
      }
      let isReplaced = replacesNext && (id == 1 || id == 2)
      replacesNext = false
      if isReplaced { continue }
      // Later versions can give an opcode another meaning.
      guard version <= Self.newest else {
        ignore("opcode \(id) of \(name)", "needs DNG \(version >> 8).\(version & 255)")
        continue
      }
      guard let opcode = try Self.opcode(id, &body, bounds) else {
        ignore("opcode \(id) of \(name)", "unknown")
        continue
      }
      guard body.count == 0 else { throw OpcodeBytes.Damage() }
      if case .warp(let warp) = opcode, !warp.isSound(over: bounds) {
        ignore(warp.name, "it folds or crushes the picture")
        continue
      }
      if case .samples(let samples) = opcode, samples.area.isEmpty {
        ignore("\(samples.name) of \(name)", "its area is outside the picture")
        continue
      }
      if id == 14, isOptional { replacesNext = true }
      opcodes.append(opcode)
    }
  }

  /// Returns `nil` for an unknown opcode.
  private static func opcode(
    _ id: Int, _ body: inout OpcodeBytes, _ bounds: Region
  ) throws(OpcodeBytes.Damage) -> EmbeddedOptics.Opcode? {
    switch id {
    case 1: return .warp(try warp(&body, .rectilinear, bounds))
    case 2: return .warp(try warp(&body, .fisheye, bounds))
    case 14: return .warp(try warp(&body, .polynomial, bounds))
    case 3: return .samples(try vignette(&body, bounds))
    case 4:
      let value = try body.word()
      _ = try body.word()
      return .badValue(UInt16(clamping: value))
    case 5: return .badPlaces(try badPlaces(&body, bounds))
    case 6:
      return .trim(
        try rectangle(&body, bounds) { body throws(OpcodeBytes.Damage) in try body.signed() })
    case 7...13: return .samples(try samples(id, &body, bounds))
    default: return nil
    }
  }

  /// Reads top, left, bottom and right.
  private static func rectangle(
    _ body: inout OpcodeBytes, _ bounds: Region,
    _ read: (inout OpcodeBytes) throws(OpcodeBytes.Damage) -> Int
  ) throws(OpcodeBytes.Damage) -> Region {
    let (top, left) = (try read(&body), try read(&body))
    let (bottom, right) = (try read(&body), try read(&body))
    return Region(
      x: left + bounds.x, y: top + bounds.y, width: max(0, right - left),
      height: max(0, bottom - top)
    ).intersection(bounds)
  }

  private static func badPlaces(
    _ body: inout OpcodeBytes, _ bounds: Region
  ) throws(OpcodeBytes.Damage) -> [Region] {
    _ = try body.word()
    let (points, rectangles) = (try body.word(), try body.word())
    func word(_ body: inout OpcodeBytes) throws(OpcodeBytes.Damage) -> Int { try body.word() }
    var places = try body.many(points, size: 8) { body throws(OpcodeBytes.Damage) in
      let (row, column) = (try body.word(), try body.word())
      return Region(x: column + bounds.x, y: row + bounds.y, width: 1, height: 1)
        .intersection(bounds)
    }
    places += try body.many(rectangles, size: 16) { body throws(OpcodeBytes.Damage) in
      try rectangle(&body, bounds, word)
    }
    places.removeAll(where: \.isEmpty)
    // A sensor with more bad sites is impossible, and the repair is intended for single sites.
    guard places.reduce(0, { $0 + $1.size.area }) <= bounds.size.area / 16 else {
      throw OpcodeBytes.Damage()
    }
    return places
  }

  private static func center(
    _ body: inout OpcodeBytes, _ bounds: Region
  ) throws(OpcodeBytes.Damage) -> (place: SIMD2<Double>, radius: Double) {
    let share = SIMD2(try body.double(), try body.double())
    guard share.min() >= 0, share.max() <= 1 else { throw OpcodeBytes.Damage() }
    let size = SIMD2(Double(bounds.width), Double(bounds.height))
    let corner = pointwiseMax(share, SIMD2(1, 1) - share) * size
    return (
      SIMD2(Double(bounds.x), Double(bounds.y)) + share * size,
      (corner * corner).sum().squareRoot()
    )
  }

  private static func warp(
    _ body: inout OpcodeBytes, _ model: OpcodeWarp.Model, _ bounds: Region
  ) throws(OpcodeBytes.Damage) -> OpcodeWarp {
    let count = try body.word()
    guard (1...4).contains(count) else { throw OpcodeBytes.Damage() }
    func double(_ body: inout OpcodeBytes) throws(OpcodeBytes.Damage) -> Double {
      try body.double()
    }
    let planes = try body.many(count, size: 32) { body throws(OpcodeBytes.Damage) in
      var plane = OpcodeWarp.Plane(
        radial: try body.many(model == .polynomial ? 15 : 4, size: 8, double))
      if model != .fisheye { plane.tangential = SIMD2(try body.double(), try body.double()) }
      if model == .polynomial {
        plane.least = try body.double()
        plane.most = try body.double()
        guard plane.least <= plane.most else { throw OpcodeBytes.Damage() }
      }
      return plane
    }
    let (center, radius) = try center(&body, bounds)
    let isReciprocal = model == .polynomial ? try body.word() != 0 : false
    return OpcodeWarp(
      model: isReciprocal ? .reciprocal : model, planes: planes, center: center, radius: radius)
  }

  private static func vignette(
    _ body: inout OpcodeBytes, _ bounds: Region
  ) throws(OpcodeBytes.Damage) -> SampleOpcode {
    var factors: [Double] = []
    for _ in 0..<5 { factors.append(try body.double()) }
    let (center, radius) = try center(&body, bounds)
    return SampleOpcode(.radialGain(factors, center: center, radius: radius), area: bounds)
  }

  /// Reads opcodes 7 to 13, which begin with an area.
  private static func samples(
    _ id: Int, _ body: inout OpcodeBytes, _ bounds: Region
  ) throws(OpcodeBytes.Damage) -> SampleOpcode {
    func word(_ body: inout OpcodeBytes) throws(OpcodeBytes.Damage) -> Int { try body.word() }
    func float(_ body: inout OpcodeBytes) throws(OpcodeBytes.Damage) -> Float { try body.float() }
    let area = try rectangle(&body, bounds, word)
    let (plane, planes) = (try body.word(), try body.word())
    let (rowPitch, columnPitch) = (try body.word(), try body.word())
    guard planes > 0, rowPitch > 0, columnPitch > 0 else { throw OpcodeBytes.Damage() }
    let effect: SampleOpcode.Effect
    switch id {
    case 7:
      let count = try body.word()
      guard (1...65_536).contains(count) else { throw OpcodeBytes.Damage() }
      effect = .table(
        try body.many(count, size: 2) { body throws(OpcodeBytes.Damage) in try body.short() })
    case 8:
      let degree = try body.word()
      guard degree <= mostDegree else { throw OpcodeBytes.Damage() }
      effect = .polynomial(
        try body.many(degree + 1, size: 8) { body throws(OpcodeBytes.Damage) in
          try body.double()
        })
    case 9: effect = .gainMap(try gainMap(&body, bounds))
    default:
      let count = try body.word()
      let isRows = id == 10 || id == 12
      let (length, pitch) = isRows ? (area.height, rowPitch) : (area.width, columnPitch)
      // There must be a number for every row or column.
      guard count >= (length + pitch - 1) / pitch else { throw OpcodeBytes.Damage() }
      let numbers = try body.many(count, size: 4, float)
      effect = isRows ? .rows(numbers, scales: id == 12) : .columns(numbers, scales: id == 13)
    }
    return SampleOpcode(
      effect, area: area, plane: min(plane, 3), planes: min(planes, 3), rowPitch: rowPitch,
      columnPitch: columnPitch)
  }

  private static func gainMap(
    _ body: inout OpcodeBytes, _ bounds: Region
  ) throws(OpcodeBytes.Damage) -> OpcodeGainMap {
    let (rows, columns) = (try body.word(), try body.word())
    let (stepDown, stepAcross) = (try body.double(), try body.double())
    let (top, left) = (try body.double(), try body.double())
    let planes = try body.word()
    let most = mostBytes / 4
    guard (1...most).contains(rows), (1...most).contains(columns), (1...4).contains(planes),
      rows == 1 || stepDown > 1e-6, columns == 1 || stepAcross > 1e-6
    else { throw OpcodeBytes.Damage() }
    let (points, isTooMuch) = rows.multipliedReportingOverflow(by: columns)
    guard !isTooMuch, points <= most else { throw OpcodeBytes.Damage() }
    let gains = try body.many(points * planes, size: 4) { body throws(OpcodeBytes.Damage) in
      try body.float()
    }
    // Lenses do not need ten stops, and light is not negative.
    guard gains.allSatisfy({ (0...1024).contains($0) }) else { throw OpcodeBytes.Damage() }
    let size = SIMD2(Double(bounds.width), Double(bounds.height))
    let spacing = SIMD2(columns == 1 ? 1 : stepAcross, rows == 1 ? 1 : stepDown)
    return OpcodeGainMap(
      size: Size(width: columns, height: rows), planes: planes,
      origin: SIMD2(Double(bounds.x), Double(bounds.y)) + SIMD2(left, top) * size,
      spacing: spacing * size, gains: gains)
  }
}
