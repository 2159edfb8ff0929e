internal import BromideCodecs
internal import BromideValues

extension DNGReader {
  /// Returns the meaning of sites or samples, and the planes of the colours.
  func filters(
    samples: Int, active: Region
  ) throws(DNGFault) -> (DNGPicture.Filters, planes: [Int]) {
    guard integer(Tag.photometric) == Self.mosaic else {
      guard samples == 1 || samples == 3 else {
        throw .unsupported("a linear DNG of \(samples) samples a pixel; known are 1 and 3")
      }
      guard samples == 3 || raw[Tag.pattern] == nil else {
        throw .damaged("a linear picture with one sample per pixel and the filters of a mosaic")
      }
      return (.linear(channels: samples), Array(0..<samples))
    }
    guard samples == 1 else {
      throw .unsupported("a DNG of a mosaic with \(samples) samples a site")
    }
    let layout = integer(Tag.layout) ?? 1
    guard layout == 1 else {
      throw .unsupported(
        "a DNG with sensor sites that are not a rectangular grid (CFALayout \(layout))")
    }
    let pattern = try FilterPattern(self)
    if let colors = pattern.threeColors {
      return (try pattern.filters(colors, in: active), pattern.planesOfThree)
    }
    let planes = pattern.planeColors
    guard planes.count == 4, pattern.size == Size(width: 2, height: 2),
      Set(pattern.codes) == Set(planes)
    else { throw pattern.unknown }
    guard file.numbers(main[50_721] ?? raw[50_721], most: 64)?.count == 12 else {
      throw .unsupported(
        "a DNG of four filter colours (\(pattern.name)) without a ColorMatrix1 of 12 numbers")
    }
    return (.four(pattern.codes.map { planes.firstIndex(of: $0)! }), [0, 1, 2, 3])
  }
}

/// The colour codes of a mosaic's sites (TIFF/EP: 0 red, 1 green, 2 blue, 3 cyan, 4 magenta, 5
/// yellow, 6 white).
private struct FilterPattern {
  let size: Size
  /// Row by row.
  let codes: [Int]
  /// CFAPlaneColor: the code of each colour plane.
  let planeColors: [Int]

  init(_ reader: DNGReader) throws(DNGFault) {
    func recorded(_ tag: UInt16) -> [Int]? {
      let field = reader.raw[tag]
      return field.flatMap { TIFFField.size(ofType: $0.type) } == 1
        ? reader.file.bytes(field, most: 4096)?.map(Int.init)
        : reader.file.integers(field, most: 4096)
    }
    guard let codes = recorded(DNGReader.Tag.pattern), !codes.isEmpty
    else { throw .damaged("a DNG of a mosaic without filters (CFAPattern)") }
    let planes = recorded(DNGReader.Tag.planeColor)
    let side = codes.count == 36 ? 6 : 2
    let dimension = reader.integers(DNGReader.Tag.repeatDim, most: 2) ?? [side, side]
    guard dimension.count == 2, dimension.allSatisfy({ (1...64).contains($0) }),
      dimension[0] * dimension[1] == codes.count
    else {
      throw .damaged(
        "\(codes.count) filters for a pattern of \(dimension.map(String.init).joined(separator: "×")) sites"
      )
    }
    size = Size(width: dimension[1], height: dimension[0])
    self.codes = codes
    planeColors = planes ?? [0, 1, 2]
  }

  /// The colours of the sites, if the only planes and colours are red, green and blue, otherwise
  /// `nil`.
  var threeColors: ((_ x: Int, _ y: Int) -> CFAColor)? {
    guard planeColors.count == 3, Set(planeColors) == [0, 1, 2], Set(codes) == [0, 1, 2] else {
      return nil
    }
    return { x, y in
      CFAColor(rawValue: codes[y % size.height * size.width + x % size.width])!
    }
  }

  /// The planes of red, green and blue.
  var planesOfThree: [Int] { (0..<3).map { planeColors.firstIndex(of: $0)! } }

  /// The rows as letters: `RG/GB`.
  var name: String {
    let letters = ["R", "G", "B", "C", "M", "Y", "W"]
    return (0..<size.height).map { y in
      codes[y * size.width..<(y + 1) * size.width].map {
        letters.indices.contains($0) ? letters[$0] : "?"
      }.joined()
    }.joined(separator: "/")
  }

  var unknown: DNGFault {
    .unsupported(
      "a DNG with the filter pattern \(name) (\(size.height)×\(size.width) sites); known are Bayer's,"
        + " X-Trans, Bayer's in blocks of 2×2 sites, and four colours in 2×2 sites")
  }

  func filters(
    _ color: (_ x: Int, _ y: Int) -> CFAColor, in active: Region
  ) throws(DNGFault) -> DNGPicture.Filters {
    func repeats(_ known: (_ x: Int, _ y: Int) -> CFAColor, every period: Int) -> Bool {
      (0..<size.height * period).allSatisfy { y in
        (0..<size.width * period).allSatisfy { x in color(x, y) == known(x, y) }
      }
    }
    for pattern in BayerPattern.allCases where repeats(pattern.color, every: 2) {
      return .mosaic(.bayer(pattern))
    }
    if let pattern = XTransPattern(color), repeats(pattern.color, every: XTransPattern.period) {
      guard min(active.width, active.height) >= XTransPattern.period else {
        throw .damaged("an X-Trans mosaic of \(active.width)×\(active.height) sites")
      }
      return .mosaic(.xtrans(pattern))
    }
    for (x, y) in [(0, 0), (1, 0), (0, 1), (1, 1)] {
      for pattern in BayerPattern.allCases
      where repeats({ pattern.color(x: ($0 + x) / 2, y: ($1 + y) / 2) }, every: 4) {
        guard active.width >= 8 + x, active.height >= 8 + y else {
          throw .damaged("a mosaic of \(active.width)×\(active.height) sites in blocks of 2×2")
        }
        // Omit an incomplete block at the edge. The pattern then begins with the next colour.
        return .quad(pattern.shifted(x: x, y: y), x: x, y: y)
      }
    }
    throw unknown
  }
}
