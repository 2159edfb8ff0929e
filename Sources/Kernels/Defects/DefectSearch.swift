public import BromideValues
internal import CBromideKernels

/// Finds hot and dead sites of a mosaic.
///
/// Let m be the median of the eight neighbours with the same colour, hi and lo the second greatest
/// and second least of them, and n the noise deviation at m. A site x is hot if x − hi > max(6n, hi
/// − lo). It is dead if lo − x > max(6n, hi − lo) and x < 0.35·m.
///
/// A star, a lamp or a glint is equally small and bright, but also lights neighbours of other
/// colours, unlike a defect. So each of the four edge neighbours is compared with the median of its
/// colour outward and sideways, and S is the median of these four differences. Hot requires S <
/// max(0.09(x − m), 2n), and dead −S < max(0.08(m − x), 2n).
///
/// In texture finer than the sensor's grid, light can fall on a single site, but nearby sites vary
/// as much. So at least three of the four differences must be within ±max(|x − m|/10, 2.75n), where
/// n is the deviation at the brightest of those medians. (With only noise, 3 in 1000 sites fail.)
///
/// Glints in grass and water pass all of this, and a defect among them would not be visible. So a
/// hot site must also pass one of two tests. For calm surroundings: x − hi > 3(hi − lo). For sites
/// next to an edge, where only the bright side matters: in the 24 sites of its colour within 4 rows
/// and columns, x exceeds the second greatest by more than twice that value's distance from their
/// median. The tests for dead sites are mirrored.
///
/// m replaces the sample. All tests use samples as recorded.
///
/// Before all this, a hot site must exceed its four nearest neighbours by at least a lower bound of
/// 6n at the brightest of them (`DefectBounds`). A dead one must be below half of the darkest. Few
/// samples pass this test. The four outermost rows and columns are not searched.
@safe
public struct DefectSearch: Sendable {
  private let mosaic: Mosaic
  private let noise: NoiseModel
  private let instructionSet: InstructionSet
  private let black: [Double]
  private let scale: [Double]
  private let bounds: DefectBounds

  /// - Parameters:
  ///   - noise: The noise of the mosaic's samples.
  ///   - instructionSet: The variant to run. It must be available.
  public init(_ mosaic: Mosaic, noise: NoiseModel, instructionSet: InstructionSet) {
    precondition(instructionSet <= .best, "this processor has no \(instructionSet)")
    self.mosaic = mosaic
    self.noise = noise
    self.instructionSet = instructionSet
    let levels = mosaic.levels
    let pattern = levels.blackPatternSize
    // Means over a pattern for each site of 2×2.
    black = (0..<4).map { site in
      var sum = 0.0
      for y in 0..<pattern.height {
        for x in 0..<pattern.width {
          sum += Double(levels.black(x: site % 2 + 2 * x, y: site / 2 + 2 * y))
        }
      }
      return sum / Double(pattern.area)
    }
    scale = black.map { 1 / max(Double(levels.white) - $0, 1) }
    // Use the range of the site with the highest black level.
    bounds = DefectBounds(noise, scale: scale.max() ?? 1)
  }

  /// Returns the defects of a row, from left to right.
  public func defects(row y: Int) -> [SensorDefect] {
    precondition((0..<mosaic.size.height).contains(y), "a row of the mosaic")
    guard instructionSet != .reference else { return byFormula(row: y) }
    let samples = mosaic.samples
    var search = unsafe bromide_defect_search()
    unsafe search.samples = samples.base
    unsafe search.stride = samples.stride
    unsafe search.width = mosaic.size.width
    unsafe search.height = mosaic.size.height
    unsafe search.black = (black[0], black[1], black[2], black[3])
    unsafe search.scale = (scale[0], scale[1], scale[2], scale[3])
    unsafe search.a = noise.a
    unsafe search.b = noise.b
    let floors = black.map(DefectBounds.code)
    unsafe search.floor = (floors[0], floors[1], floors[2], floors[3])
    unsafe search.least = bounds.least
    unsafe search.slope = bounds.slope
    unsafe search.offset = bounds.offset
    unsafe search.bright_slope = bounds.brightSlope
    return unsafe withUnsafeTemporaryAllocation(
      of: bromide_repair.self, capacity: mosaic.size.width
    ) { found in
      let count = unsafe bromide_find_defects(
        instructionSet.code, &search, y, found.baseAddress!)
      return (0..<count).map { i in
        let repair = unsafe found[i]
        return SensorDefect(
          x: Int(repair.x), y: y, replacement: repair.value, isDead: repair.is_dead != 0)
      }
    }
  }
}

// MARK: - Formulas

extension DefectSearch {
  private func light(_ x: Int, _ y: Int) -> Double {
    let site = 2 * (y & 1) + (x & 1)
    return (Double(mosaic.samples[x, y]) - black[site]) * scale[site]
  }

  private static let edge = Int(BROMIDE_DEFECTS_EDGE)

  /// Returns the defects of a row, site by site: the reference for the fast forms.
  private func byFormula(row y: Int) -> [SensorDefect] {
    guard y >= Self.edge, y < mosaic.size.height - Self.edge else { return [] }
    return (Self.edge..<max(Self.edge, mosaic.size.width - Self.edge)).compactMap { x in
      standsOut(x, y) ? defect(x, y) : nil
    }
  }

  private func standsOut(_ x: Int, _ y: Int) -> Bool {
    let floor = Int(DefectBounds.code(black[2 * (y & 1) + (x & 1)]))
    func above(_ x: Int, _ y: Int) -> Int { max(Int(mosaic.samples[x, y]) - floor, 0) }
    let nearest = [above(x - 2, y), above(x + 2, y), above(x, y - 2), above(x, y + 2)]
    return bounds.standsOut(above(x, y), fewest: nearest.min()!, most: nearest.max()!)
  }

  private func defect(_ x: Int, _ y: Int) -> SensorDefect? {
    let around = [(-2, -2), (0, -2), (2, -2), (-2, 0), (2, 0), (-2, 2), (0, 2), (2, 2)]
    let same = around.map { Int(mosaic.samples[x + $0.0, y + $0.1]) }.sorted()
    let site = 2 * (y & 1) + (x & 1)
    let here = light(x, y)
    let m = (Double(same[3] + same[4]) / 2 - black[site]) * scale[site]
    let n = noise.variance(m).squareRoot()
    let spread = same[6] - same[1]
    let (above, below) = (Int(mosaic.samples[x, y]) - same[6], same[1] - Int(mosaic.samples[x, y]))
    let isHot = above > spread && Double(above) * scale[site] > 6 * n
    let isDead = below > spread && Double(below) * scale[site] > 6 * n && here < 0.35 * m
    guard isHot || isDead else { return nil }
    var brightest = 0.0
    let adjacent = [(1, 0), (-1, 0), (0, 1), (0, -1)].map { dx, dy in
      let own = [
        light(x + 3 * dx, y + 3 * dy), light(x + dx + 2 * dy, y + dy + 2 * dx),
        light(x + dx - 2 * dy, y + dy - 2 * dx),
      ].sorted()[1]
      brightest = max(brightest, own)
      return light(x + dx, y + dy) - own
    }.sorted()
    let calm = max(0.1 * abs(here - m), 2.75 * noise.variance(brightest).squareRoot())
    guard adjacent.map(abs).sorted()[2] <= calm else { return nil }
    let s = (adjacent[1] + adjacent[2]) / 2
    guard isHot ? s < max(0.09 * (here - m), 2 * n) : -s < max(0.08 * (m - here), 2 * n) else {
      return nil
    }
    let wide = stride(from: -4, through: 4, by: 2).flatMap { dy in
      stride(from: -4, through: 4, by: 2).map { dx in (dx, dy) }
    }.filter { $0 != (0, 0) }.map { Int(mosaic.samples[x + $0.0, y + $0.1]) }.sorted()
    let code = Int(mosaic.samples[x, y])
    let isClear =
      isHot
      ? code - wide[22] > 2 * (wide[22] - wide[12]) : wide[1] - code > 2 * (wide[11] - wide[1])
    guard isClear || (isHot ? above : below) > 3 * spread else { return nil }
    return SensorDefect(
      x: x, y: y, replacement: UInt16((same[3] + same[4] + 1) / 2), isDead: isDead)
  }
}
