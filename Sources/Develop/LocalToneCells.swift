internal import Color
internal import Kernels
internal import Pixels

/// The cells of a photo for local tone, under its own balance, and the base that they give.
struct LocalToneCells: Sendable {
  private let cells: ToneCells
  private let meter: ToneMeter
  private let balance: Balance
  /// The base under the photo's own balance.
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

  /// The base under a balance.
  ///
  /// Another balance than the photo's own moves each cell by as many stops as it moves the cell's
  /// mean colour: exactly where a cell has one colour, and continuously as the balance changes.
  /// Nothing is measured again, so a tween of the balance costs a filter of the grid for each frame.
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
  /// The base of local tone under the picture's pixels; nil if no filter needs it.
  ///
  /// Cells are measured with the photo's own profile, whichever one the recipe asks for: all recipes share
  /// them.
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
