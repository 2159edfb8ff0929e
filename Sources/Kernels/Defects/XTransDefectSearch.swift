public import BromideValues
internal import CBromideKernels

/// Finds hot and dead sites of an X-Trans mosaic, with the rules of ``DefectSearch`` but different
/// neighbours.
///
/// Neighbours of the same colour are the twelve nearest, up to 4 sites away. Among equally near
/// sites, the upper and then the left come first. hi and lo are their greatest and least. They are
/// not on a lattice, so eight could all miss a fine line through the site. With eight, waves near
/// the sensor's limit give 2500 false hot sites in a million. With twelve and the medians at edges,
/// there are 26.
///
/// The four edge neighbours can have the site's colour. Each is compared with the median of three
/// sites of its colour that are at least 2 away from the site: the nearest outward and the nearest
/// on either side. The first search uses the four nearest sites. The four outermost rows and
/// columns are not searched.
@safe
public struct XTransDefectSearch: Sendable {
  private let mosaic: XTransMosaic
  private let noise: NoiseModel
  private let instructionSet: InstructionSet
  private let bounds: DefectBounds
  /// Levels for the site at column x of row y are at index 6·(y mod 6) + x mod 6.
  private let black: [Double]
  private let scale: [Double]
  /// The search parameters for the C code.
  private let search: PixelMemory

  /// - Parameters:
  ///   - noise: The noise of the mosaic's samples.
  ///   - instructionSet: The variant to run. It must be available.
  public init(_ mosaic: XTransMosaic, noise: NoiseModel, instructionSet: InstructionSet) {
    precondition(instructionSet <= .best, "this processor has no \(instructionSet)")
    self.mosaic = mosaic
    self.noise = noise
    self.instructionSet = instructionSet
    let levels = mosaic.levels
    black = (0..<36).map { Double(levels.black(x: $0 % 6, y: $0 / 6)) }
    scale = black.map { 1 / max(Double(levels.white) - $0, 1) }
    bounds = DefectBounds(noise, scale: scale.max() ?? 1)
    search = unsafe PixelMemory(byteCount: MemoryLayout<bromide_xtrans_defect_search>.stride)
    unsafe fillSearch()
  }

  @unsafe private func fillSearch() {
    let pointer = unsafe search.bytes.bindMemory(to: bromide_xtrans_defect_search.self)
      .baseAddress!
    unsafe pointer.initialize(to: bromide_xtrans_defect_search())
    unsafe pointer.pointee.samples = mosaic.samples.base
    unsafe pointer.pointee.stride = mosaic.samples.stride
    unsafe pointer.pointee.width = mosaic.size.width
    unsafe pointer.pointee.height = mosaic.size.height
    unsafe pointer.pointee.a = noise.a
    unsafe pointer.pointee.b = noise.b
    unsafe pointer.pointee.least = bounds.least
    unsafe pointer.pointee.slope = bounds.slope
    unsafe pointer.pointee.offset = bounds.offset
    unsafe pointer.pointee.bright_slope = bounds.brightSlope
    unsafe withUnsafeMutableBytes(of: &pointer.pointee.black) { bytes in
      unsafe black.withUnsafeBytes { unsafe bytes.copyMemory(from: $0) }
    }
    unsafe withUnsafeMutableBytes(of: &pointer.pointee.scale) { bytes in
      unsafe scale.withUnsafeBytes { unsafe bytes.copyMemory(from: $0) }
    }
    unsafe withUnsafeMutableBytes(of: &pointer.pointee.floor) { bytes in
      unsafe black.map(DefectBounds.code).withUnsafeBytes { unsafe bytes.copyMemory(from: $0) }
    }
    let colours = (0..<36).map { UInt8(mosaic.pattern.color(x: $0 % 6, y: $0 / 6).rawValue) }
    unsafe colours.withUnsafeBufferPointer {
      unsafe bromide_xtrans_find_neighbours(pointer, $0.baseAddress)
    }
  }

  /// Returns the defects of a row, from left to right.
  public func defects(row y: Int) -> [SensorDefect] {
    precondition((0..<mosaic.size.height).contains(y), "a row of the mosaic")
    guard instructionSet != .reference else { return byFormula(row: y) }
    let search = unsafe search.bytes.assumingMemoryBound(to: bromide_xtrans_defect_search.self)
    return unsafe withUnsafeTemporaryAllocation(
      of: bromide_repair.self, capacity: mosaic.size.width
    ) { found in
      let count = unsafe bromide_find_xtrans_defects(
        instructionSet.code, search.baseAddress!, y, found.baseAddress!)
      return (0..<count).map { i in
        let repair = unsafe found[i]
        return SensorDefect(
          x: Int(repair.x), y: y, replacement: repair.value, isDead: repair.is_dead != 0)
      }
    }
  }
}

// MARK: - Formulas

extension XTransDefectSearch {
  private typealias Place = (x: Int, y: Int)

  private func site(_ x: Int, _ y: Int) -> Int { y % 6 * 6 + x % 6 }

  private func light(_ x: Int, _ y: Int) -> Double {
    (Double(mosaic.samples[x, y]) - black[site(x, y)]) * scale[site(x, y)]
  }

  private static let edge = Int(BROMIDE_XTRANS_DEFECTS_EDGE)

  /// Returns the defects of a row, site by site: the reference for the fast forms.
  private func byFormula(row y: Int) -> [SensorDefect] {
    guard y >= Self.edge, y < mosaic.size.height - Self.edge else { return [] }
    return (Self.edge..<max(Self.edge, mosaic.size.width - Self.edge)).compactMap {
      defect($0, y)
    }
  }

  /// Returns the nearest sites with the colour of `middle`. Unless `middle` is the site, they must
  /// be at least 2 away from the site.
  ///
  /// - Parameter lies: Returns whether to include a position relative to the middle.
  private func nearest(
    _ count: Int, to middle: Place, of place: Place, where lies: (Place) -> Bool = { _ in true }
  ) -> [Place] {
    func square(_ a: Place, _ b: Place) -> Int {
      (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)
    }
    let color = mosaic.pattern.color(x: middle.x, y: middle.y)
    let least = square(middle, place) == 0 ? 1 : 4
    let all = (-6...6).flatMap { dy in (-6...6).map { (x: middle.x + $0, y: middle.y + dy) } }
    // A stable order: rows from the top, each from the left.
    return all.filter {
      square($0, place) >= least && square($0, middle) > 0
        && mosaic.pattern.color(x: $0.x, y: $0.y) == color
        && lies((x: $0.x - middle.x, y: $0.y - middle.y))
    }
    .enumerated().sorted {
      (square($0.element, middle), $0.offset) < (square($1.element, middle), $1.offset)
    }
    .prefix(count).map(\.element)
  }

  private func defect(_ x: Int, _ y: Int) -> SensorDefect? {
    let around = nearest(12, to: (x, y), of: (x, y))
    let floor = Int(DefectBounds.code(black[site(x, y)]))
    func above(_ place: Place) -> Int { max(Int(mosaic.samples[place.x, place.y]) - floor, 0) }
    let four = around.prefix(4).map(above)
    guard bounds.standsOut(above((x, y)), fewest: four.min()!, most: four.max()!) else {
      return nil
    }
    let same = around.map { light($0.x, $0.y) }.sorted()
    let here = light(x, y)
    let m = (same[5] + same[6]) / 2
    let n = noise.variance(m).squareRoot()
    let bound = max(6 * n, same[11] - same[0])
    let isHot = here - same[11] > bound
    guard isHot || (same[0] - here > bound && here < 0.35 * m) else { return nil }
    var brightest = 0.0
    let adjacent = [(1, 0), (-1, 0), (0, 1), (0, -1)].map { dx, dy in
      func own(_ lies: (Place) -> Bool) -> Double {
        let place = nearest(1, to: (x + dx, y + dy), of: (x, y), where: lies)[0]
        return light(place.x, place.y)
      }
      func outward(_ o: Place) -> Int { o.x * dx + o.y * dy }
      func sideward(_ o: Place) -> Int { o.y * dx - o.x * dy }
      let lights = [
        own { outward($0) > abs(sideward($0)) },
        own { sideward($0) > 0 && sideward($0) >= abs(outward($0)) },
        own { sideward($0) < 0 && -sideward($0) >= abs(outward($0)) },
      ].sorted()
      brightest = max(brightest, lights[1])
      return light(x + dx, y + dy) - lights[1]
    }.sorted()
    let calm = max(0.1 * abs(here - m), 2.75 * noise.variance(brightest).squareRoot())
    guard adjacent.map(abs).sorted()[2] <= calm else { return nil }
    let s = (adjacent[1] + adjacent[2]) / 2
    guard isHot ? s < max(0.09 * (here - m), 2 * n) : -s < max(0.08 * (m - here), 2 * n) else {
      return nil
    }
    let code = (m / scale[site(x, y)] + black[site(x, y)] + 0.5).rounded(.down)
    return SensorDefect(
      x: x, y: y, replacement: DefectBounds.code(code), isDead: !isHot)
  }
}
