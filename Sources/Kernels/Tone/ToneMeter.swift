internal import BromideLibc
public import BromideValues
internal import CBromideKernels

/// Mean brightness and colour of the cells of a grid over a sensor image.
///
/// Cells divide the image's 2×2 sites (3×3 for X-Trans) evenly, or its pixels if it has no mosaic.
public struct ToneCells: Sendable {
  /// Columns of cells. Columns and `rows` are at most 256.
  public let columns: Int
  /// Rows of cells.
  public let rows: Int
  /// Size of a cell in pixels of the sensor image.
  public let cellSize: SIMD2<Double>
  /// Mean of each cell in stops, row after row.
  public var stops: [Float]
  /// Mean camera red, green and blue of each cell, 1 at saturation, before any balance.
  public var camera: [SIMD3<Float>]
}

/// Measures the brightness of a sensor image in cells, from its samples without a demosaic.
///
/// A place is a 2×2 cell of the mosaic (3×3 for X-Trans) with the mean of each colour, or a pixel
/// of a picture without a mosaic. Its brightness is log2(max(luminance / grey, 2^floor)).
/// Components below 0 are treated as 0. A cell is the mean of at least 40 places, if it has them,
/// on some of its rows.
public struct ToneMeter: Sendable {
  /// The darkest brightness in stops from metered grey. Darker light is treated as equally dark.
  ///
  /// At this level, light is about as weak as a good sensor's noise, and means of logarithms would
  /// depend on the noise. `shadows` already has its full effect four stops below grey.
  public static let floor = -10.0

  /// Converts camera values to the working space, including the gains of the balance.
  let matrix: Matrix3x3
  /// The luminance of red, green and blue, divided by grey's luminance.
  let weights: SIMD3<Double>

  /// - Parameters:
  ///   - matrix: Converts unbalanced camera values, 1 at saturation, to linear RGB.
  ///   - weights: The luminance of linear red, green and blue.
  ///   - grey: The luminance of metered grey.
  public init(matrix: Matrix3x3, weights: SIMD3<Double>, grey: Double) {
    self.matrix = matrix
    self.weights = weights / grey
  }

  /// Returns the brightness of camera values, in stops from grey and at least `floor`.
  public func stops(_ camera: SIMD3<Double>) -> Double {
    Self.stops(luminance(matrix * camera, weights))
  }

  /// Returns log2 of a luminance in units of grey, at least `floor`.
  static func stops(_ light: Double) -> Double { log2(max(light, exp2(floor))) }

  /// Measures an image. All instruction sets except the reference give the same bits.
  public func cells(of image: SensorImage, instructionSet: InstructionSet) -> ToneCells {
    let layout = ToneLayout(image)
    // X-Trans sites are read one by one: 1.6 million of 24.
    if case .xtrans = image { return reference(image, layout) }
    if instructionSet == .reference { return reference(image, layout) }
    var sums = ToneSums(layout)
    let meter = bromide_tone_meter(self, image)
    for row in 0..<layout.rows {
      sums.clear()
      let places = layout.placeRows(of: row)
      for y in places {
        add(y, of: image, meter, set: instructionSet, layout, to: sums)
      }
      sums.finish(rows: places.count)
    }
    return sums.cells
  }

  /// Adds a row of places.
  private func add(
    _ y: Int, of image: SensorImage, _ meter: bromide_tone_meter, set: InstructionSet,
    _ layout: ToneLayout, to sums: borrowing ToneSums
  ) {
    var meter = meter
    switch image {
    case .mosaic(let mosaic):
      let (samples, red) = (mosaic.samples, mosaic.pattern.redY)
      let pair = unsafe samples.base + 2 * y * samples.stride
      unsafe bromide_tone_quads_row(
        set.code, &meter, pair + red * samples.stride, pair + (1 - red) * samples.stride,
        Int32(mosaic.pattern.redX), layout.placesAcross, sums.base, sums.plane)
    case .xtrans: preconditionFailure("the reference reads X-Trans")
    case .linear(let linear):
      unsafe bromide_tone_pixels_row(
        set.code, &meter, linear.samples.base + y * linear.samples.stride,
        Int32(linear.channels), layout.step, layout.placesAcross, sums.base, sums.plane)
    }
  }
}

extension bromide_tone_meter {
  /// The C form for one image.
  fileprivate init(_ meter: ToneMeter, _ image: SensorImage) {
    let levels = image.toneLevels
    let rows = meter.matrix.rows
    self.init(
      black: (levels[0].black, levels[1].black, levels[2].black, levels[3].black),
      scale: (levels[0].scale, levels[1].scale, levels[2].scale, levels[3].scale),
      matrix: (
        Float(rows[0].x), Float(rows[0].y), Float(rows[0].z), Float(rows[1].x), Float(rows[1].y),
        Float(rows[1].z), Float(rows[2].x), Float(rows[2].y), Float(rows[2].z)
      ),
      weights: meter.weights.floats, least: Float(exp2(ToneMeter.floor)))
  }
}

/// Sums for one row of cells, column by column, and the means of earlier cells.
private struct ToneSums: ~Copyable {
  private(set) var cells: ToneCells
  private let layout: ToneLayout
  private let memory: PixelMemory
  /// Distance from one plane of sums to the next: stops, red, green, blue.
  let plane: Int
  private var next = 0

  init(_ layout: ToneLayout) {
    self.layout = layout
    plane = (layout.placesAcross + 15) / 16 * 16
    memory = PixelMemory(byteCount: 4 * plane * MemoryLayout<Float>.stride)
    cells = layout.cells
  }

  var base: UnsafeMutablePointer<Float> {
    unsafe memory.bytes.assumingMemoryBound(to: Float.self).baseAddress!
  }

  func clear() { unsafe base.initialize(repeating: 0, count: 4 * plane) }

  /// Finishes a row of cells after adding places on `rows` rows.
  mutating func finish(rows: Int) {
    var first = 0
    for column in 0..<layout.columns {
      let end = layout.ends[column]
      var (stops, red, green, blue) = (Float(0), Float(0), Float(0), Float(0))
      for x in first..<end {
        unsafe stops += base[x]
        unsafe red += base[plane + x]
        unsafe green += base[2 * plane + x]
        unsafe blue += base[3 * plane + x]
      }
      let count = Float((end - first) * rows)
      cells.stops[next] = stops / count
      cells.camera[next] = SIMD3(red, green, blue) / count
      next += 1
      first = end
    }
  }
}
