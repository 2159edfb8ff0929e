internal import BromideValues

/// The data of a CR3's frame: headers, then streams.
struct CanonFrame {
  let size: Size
  let options: CanonCR3Options
  private(set) var headers: [UInt8] = []
  private(set) var data: [UInt8] = []
  /// The planes as a decoder has them before it makes samples of them.
  private var planes: [CanonPlane]

  init(_ picture: SensorSamples, _ options: CanonCR3Options) {
    let size = picture.size
    precondition(size.width % 2 == 0 && size.height % 2 == 0, "whole cells")
    self.size = size
    self.options = options
    let (width, height) = (size.width / 2, size.height / 2)
    let middle = 1 << (options.bits - 1)
    planes = Self.places(options.layout).map { place in
      var plane = CanonPlane(width: width, height: height, values: [])
      plane.values.reserveCapacity(width * height)
      for y in 0..<height {
        let row = (2 * y + place.y) * size.width + place.x
        for x in 0..<width { plane.values.append(Int(picture.values[row + 2 * x]) - middle) }
      }
      return plane
    }
  }

  /// The place of each plane's sample in a cell.
  private static func places(_ layout: Int) -> [(x: Int, y: Int)] {
    (0..<4).map { ($0 & 1 ^ layout & 1, $0 >> 1 ^ layout >> 1) }
  }

  /// Encodes all tiles. Replaces the planes with the decoded result.
  mutating func encode() {
    let tile = options.tile ?? size
    let (tileWidth, tileHeight) = (tile.width / 2, tile.height / 2)
    let (width, height) = (size.width / 2, size.height / 2)
    let across = (width + tileWidth - 1) / tileWidth
    let wholeBands =
      options.levels > 0 && options.randomBands == nil
      ? planes.map { CanonWavelet.bands($0, levels: options.levels) } : []
    for (number, y) in stride(from: 0, to: height, by: tileHeight).enumerated() {
      for column in 0..<across {
        let x = column * tileWidth
        var tile = CanonTile(
          number: number * across + column, x: x, y: y, width: min(tileWidth, width - x),
          height: min(tileHeight, height - y), hasLeft: column > 0, hasRight: column + 1 < across,
          options: options)
        tile.encode(&planes, wholeBands: wholeBands)
        headers += tile.headers
        data += tile.data
      }
    }
  }

  /// The samples of the decoded planes.
  func decoded() -> SensorSamples {
    var values = [UInt16](repeating: 0, count: size.area)
    let places = Self.places(options.layout)
    let half = size.width / 2
    for y in 0..<size.height / 2 {
      for x in 0..<half {
        let cell = cell((0..<4).map { planes[$0].values[y * half + x] })
        for (place, value) in zip(places, cell) {
          values[(2 * y + place.y) * size.width + 2 * x + place.x] = value
        }
      }
    }
    return SensorSamples(size: size, values: values)
  }

  private func cell(_ p: [Int]) -> [UInt16] {
    let middle = 1 << (options.bits - 1)
    switch options.encoding {
    case .middle:
      return p.map { UInt16(min(max($0 + middle, 0), 2 * middle - 1)) }
    case .signed:
      return p.map { UInt16(bitPattern: Int16(min(max($0, -middle), middle - 1))) }
    case .differences:
      let bits = options.medianBits ?? options.bits
      let p = p.map { Int(Int16(truncatingIfNeeded: $0)) }
      let base = (1 << (bits - 1) + p[0]) << 10
      let sum = base - 168 * p[1] - 585 * p[3]
      let green = ((abs(sum) + 512) >> 9 & ~1) * sum.signum()
      let colours = [
        (base + 1510 * p[3] + 512) >> 10, (p[2] + green + 1) >> 1, (green - p[2] + 1) >> 1,
        (base + 1927 * p[1] + 512) >> 10,
      ]
      return colours.map { UInt16(min(max($0, 0), 1 << bits - 1)) }
    }
  }
}

/// One tile of a frame.
struct CanonTile {
  let number: Int
  let x, y, width, height: Int
  let hasLeft, hasRight: Bool
  let options: CanonCR3Options
  private(set) var headers: [UInt8] = []
  private(set) var data: [UInt8] = []

  init(
    number: Int, x: Int, y: Int, width: Int, height: Int, hasLeft: Bool, hasRight: Bool,
    options: CanonCR3Options
  ) {
    (self.number, self.x, self.y) = (number, x, y)
    (self.width, self.height, self.hasLeft, self.hasRight) = (width, height, hasLeft, hasRight)
    self.options = options
  }

  mutating func encode(_ planes: inout [CanonPlane], wholeBands: [[CanonPlane]]) {
    let table: CanonStepTable? =
      if case .table(let range, _, _) = options.steps, options.levels > 0 {
        CanonStepTable(range, width: (width + 7) / 8, height: (height + 1) / 2, seed: 5)
      } else { nil }
    var (planeHeaders, planeData): ([UInt8], [UInt8]) = ([], [])
    for plane in 0..<4 {
      var coded: CodedPlane
      if options.levels == 0 {
        coded = whole(planes[plane].part(x: x, y: y, width: width, height: height))
      } else {
        coded = inBands(wholeBands.isEmpty ? nil : wholeBands[plane], plane: plane, table)
      }
      planes[plane].replace(x: x, y: y, by: coded.decoded)
      let flags = plane << 4 | (options.isPredicted ? 8 : 0) | options.rounding << 1
      planeHeaders += big(options.isNew ? 0xFF12 : 0xFF02, 2) + big(8, 2)
      planeHeaders += big(coded.data.count, 4) + big(flags << 24, 4) + coded.headers
      planeData += coded.data
    }
    let steps = table?.bytes ?? []
    data = steps + planeData
    headers = big(options.isNew ? 0xFF11 : 0xFF01, 2) + big(table == nil ? 8 : 16, 2)
    headers += big(data.count, 4) + big(number, 2)
    headers += table == nil ? big(0, 2) : big(0x4000, 2) + big(steps.count, 4) + big(0, 4)
    headers += planeHeaders
  }

  private struct CodedPlane {
    var headers: [UInt8] = []
    var data: [UInt8] = []
    var decoded: CanonPlane
  }

  /// Without a wavelet.
  private func whole(_ plane: CanonPlane) -> CodedPlane {
    var coder = CanonLines()
    var coded = CodedPlane(decoded: plane)
    if options.rounding > 0 {
      coded.decoded = coder.rounded(plane, half: 1 << (options.rounding - 1))
    } else if options.isPredicted {
      coder.predicted(plane)
    } else {
      coder.plain(plane, stepChanges: nil)
    }
    append(coder.bytes, band: 0, hasLineSteps: false, to: &coded)
    return coded
  }

  private func inBands(
    _ wholeBands: [CanonPlane]?, plane: Int, _ table: CanonStepTable?
  ) -> CodedPlane {
    let shapes = CanonWavelet.shapes(
      width: width, height: height, levels: options.levels, hasLeft: hasLeft, hasRight: hasRight)
    var coded = CodedPlane(decoded: CanonPlane(width: 0, height: 0))
    var coefficients: [CanonPlane] = []
    for (number, shape) in shapes.enumerated() {
      let level = options.levels - 1 - max(number - 1, 0) / 3
      let changes: [Int]? =
        if case .lines = options.steps, number > 0 {
          (0..<shape.height).map { ($0 * 7 + plane) % 5 - 2 }
        } else { nil }
      let steps = CanonSteps(
        options.steps, table: table, level: level, shape: shape, changes: changes)
      var band: CanonPlane
      if let wholeBands {
        // Whole cells of the coarsest level come before this tile.
        let left = x >> (level + 1) - shape.left
        band = wholeBands[number].part(
          x: left, y: 0, width: min(shape.width, wholeBands[number].width - left),
          height: shape.height)
        steps.divide(&band)
      } else {
        band = Self.random(
          shape, seed: options.randomBands! &+ UInt64(plane * 16 + number + self.number * 64))
      }
      var coder = CanonLines()
      if number == 0 && options.isPredicted {
        coder.predicted(band)
      } else {
        coder.plain(band, stepChanges: changes)
      }
      append(coder.bytes, band: number, hasLineSteps: changes != nil, to: &coded)
      steps.multiply(&band)
      coefficients.append(band)
    }
    coded.decoded = CanonWavelet.inverse(
      coefficients, width: width, height: height, levels: options.levels, hasLeft: hasLeft,
      hasRight: hasRight)
    return coded
  }

  private func append(
    _ stream: [UInt8], band: Int, hasLineSteps: Bool, to coded: inout CodedPlane
  ) {
    coded.data += stream
    switch options.steps {
    case .table(_, let base, let eighths):
      coded.headers += newer(stream.count, band, base: base, eighths: eighths)
    case .constant where options.isNew && options.levels == 0:
      coded.headers += newer(stream.count, band, base: 0, eighths: 8)
    case .constant(let index), .lines(let index):
      let flags = band << 28 | (hasLineSteps ? 1 << 27 : 0) | index << 19
      coded.headers += big(0xFF03, 2) + big(8, 2) + big(stream.count, 4) + big(flags, 4)
    }
  }

  /// A band's header of newer cameras.
  private func newer(_ count: Int, _ band: Int, base: Int, eighths: Int) -> [UInt8] {
    big(0xFF13, 2) + big(16, 2) + big(count, 4)
      + big(band << 12, 2) + big(eighths, 2) + big(base, 4) + big(0, 4)
  }

  /// Many zeros, and few large values.
  private static func random(_ shape: CanonWavelet.Shape, seed: UInt64) -> CanonPlane {
    let noise = SeededNoise(seed: seed)
    var band = CanonPlane(width: shape.width, height: shape.height)
    for y in 0..<shape.height {
      for x in 0..<shape.width where (x / 16 + y / 4) % 3 != 0 {
        let bits = Int(truncatingIfNeeded: noise.bits(x, y) >> 1)
        let size = bits & 15
        let magnitude = size < 6 ? 0 : bits >> 8 & (1 << (size - 6) - 1)
        band[x, y] = bits & 16 == 0 ? magnitude : -magnitude
      }
    }
    return band
  }
}
