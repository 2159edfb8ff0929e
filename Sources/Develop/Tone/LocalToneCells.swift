internal import BromideKernels
internal import BromideValues

/// The cells of a photo for local tone under the photo's balance, and the base computed from them.
struct LocalToneCells: Sendable {
  private let cells: ToneCells
  private let meter: ToneMeter
  private let balance: Balance
  /// The base under the photo's balance.
  private let grid: ToneGrid

  /// A white balance as the map that it makes from camera values to the working space.
  struct Balance: Sendable, Equatable {
    let gains: SIMD3<Double>
    let matrix: Matrix3x3

    /// The meter of this balance.
    var meter: ToneMeter {
      ToneMeter(
        matrix: matrix * Matrix3x3(diagonal: gains), weights: FilterContext.luminance,
        grey: ToneCurve.meteredGrey)
    }
  }

  /// Measures an image.
  init(_ image: SensorImage, _ balance: Balance) {
    meter = balance.meter
    self.balance = balance
    cells = meter.cells(of: image, instructionSet: .best)
    grid = ToneGrid(cells)
  }

  /// Returns the base under a balance.
  ///
  /// Another balance moves each cell by the shift of the cell's mean colour. This is exact for a
  /// cell with one colour, and it is continuous as the balance changes. Bromide measures the photo
  /// once, so a tween of the balance costs one filter of the grid per frame.
  func grid(for other: Balance) -> ToneGrid {
    guard other != balance else { return grid }
    let otherMeter = other.meter
    var moved = cells
    for index in moved.stops.indices {
      let camera = SIMD3<Double>(moved.camera[index])
      let change = otherMeter.stops(camera) - meter.stops(camera)
      moved.stops[index] = max(moved.stops[index] + Float(change), Float(ToneMeter.floor))
    }
    return ToneGrid(moved)
  }
}

extension DevelopPlan {
  /// Returns the base of local tone for the picture's pixels, or `nil` if filters do not need it.
  ///
  /// Cells are always measured with the photo's profile, because all recipes use the same cells.
  static func toneBase(
    of source: DevelopSource, recipe: DevelopRecipe, balance: ResolvedWhiteBalance,
    geometry: OutputGeometry
  ) throws(DevelopError) -> ToneBase? {
    guard recipe.measuresPhoto else { return nil }
    let asShot = try toneBalance(of: source, asShot(of: source))
    let cells = source.measures.toneCells.value { LocalToneCells(source.image, asShot) }
    let grid = cells.grid(
      for: try toneBalance(of: source.applying(recipe.profile), balance))
    return grid.base(for: geometry, scale: isHalved(source.image, recipe: recipe) ? 2 : 1)
  }

  /// The balance that the camera recorded.
  private static func asShot(
    of source: DevelopSource
  ) throws(DevelopError) -> ResolvedWhiteBalance {
    try whiteBalance(of: source, recipe: DevelopRecipe(), crop: Region(source.image.size)).balance
  }

  private static func toneBalance(
    of source: DevelopSource, _ balance: ResolvedWhiteBalance
  ) throws(DevelopError) -> LocalToneCells.Balance {
    LocalToneCells.Balance(
      gains: balance.gains,
      matrix: try matrices(of: source, recipe: DevelopRecipe(), balance: balance).working)
  }
}
