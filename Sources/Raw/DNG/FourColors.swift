internal import BromideValues
internal import CBromideRawUnpack

/// A mosaic of four colours in 2×2 sites, for example cyan, yellow, magenta and green.
///
/// Bilinear interpolation gives each pixel all four colours. The least-squares inverse of DNG's 4×3
/// matrix converts them to XYZ (DNG 1.7.1, chapter 6, "Camera to XYZ (D50) Transform", for more
/// than three planes). The result is stored as the values of a camera with the primaries of
/// ProPhoto RGB.
struct FourColors {
  /// The calibration from XYZ to the values of that camera.
  let calibration: CameraProfile.Calibration
  /// The camera's multipliers for the photo's white, or `nil` if the neutral is missing.
  let multipliers: SIMD3<Double>?
  /// The colour plane of each site in the 2×2 pattern.
  private let sites: [Int]
  /// The conversion from the four colours to that camera, for each plane.
  private let columns: [SIMD3<Double>]

  /// Returns `nil` if the matrix has no inverse.
  init?(_ dng: DNGPicture, sites: [Int]) {
    self.sites = sites
    let calibrations = dng.colors.calibrations.filter { $0.color.count == 12 }
    guard let recorded = calibrations.last else { return nil }
    var rows = (0..<4).map {
      SIMD3(recorded.color[3 * $0], recorded.color[3 * $0 + 1], recorded.color[3 * $0 + 2])
    }
    if recorded.camera.count == 16 {
      let plain = rows
      rows = (0..<4).map { row in
        (0..<4).reduce(SIMD3<Double>()) { $0 + recorded.camera[4 * row + $1] * plain[$1] }
      }
    }
    if dng.colors.analogBalance.count == 4 {
      rows = zip(rows, dng.colors.analogBalance).map { $0 * $1 }
    }
    // (MᵀM)⁻¹Mᵀ
    let square = (0..<3).map { i in rows.reduce(SIMD3<Double>()) { $0 + $1[i] * $1 } }
    guard let inverse = Matrix3x3(square[0], square[1], square[2]).inverse else { return nil }
    let space = RGBSpace.prophoto
    let toCamera = space.fromXYZ * inverse
    var columns = rows.map { toCamera * $0 }
    var white = SIMD3<Double>(1, 1, 1)
    let neutral = dng.colors.neutral
    if neutral.count == 4, neutral.allSatisfy({ $0 > 0 }) {
      white = zip(columns, neutral).reduce(SIMD3<Double>()) { $0 + $1.1 * $1.0 }
    }
    guard white.min() > 0 else { return nil }
    // The brightest channel of white saturates with the sensor.
    columns = columns.map { $0 / white.max() }
    self.columns = columns
    calibration = CameraProfile.Calibration(illuminant: .d50, colorMatrix: space.fromXYZ)
    multipliers = neutral.count == 4 ? SIMD3(repeating: white.y) / white : nil
  }

  /// Writes three channels per pixel. 65535 is the sensor's saturation.
  @unsafe func demosaic(
    _ plane: bromide_raw_plane_samples, levels: SensorLevels, into out: UnsafeMutablePointer<UInt16>
  ) {
    let (width, height) = unsafe (Int(plane.width), Int(plane.height))
    guard width > 1, height > 1 else { return }
    let black = levels.black[0]
    let scale = 65_535 / (levels.white - black)
    let columns = self.columns.map { SIMD3<Float>($0) }
    /// Returns the two closest positions with a parity. Both are inside the picture.
    func neighbours(_ place: Int, _ parity: Int, _ length: Int) -> (Int, Int) {
      if place & 1 == parity { return (place, place) }
      return (place > 0 ? place - 1 : 1, place < length - 1 ? place + 1 : length - 2)
    }
    for y in 0..<height {
      let rows = [neighbours(y, 0, height), neighbours(y, 1, height)]
      for x in 0..<width {
        let sides = [neighbours(x, 0, width), neighbours(x, 1, width)]
        var pixel = SIMD3<Float>()
        for site in 0..<4 {
          let (above, below) = rows[site / 2]
          let (left, right) = sides[site % 2]
          let stride = unsafe plane.stride
          let sum =
            unsafe Float(plane.samples[above * stride + left])
            + Float(plane.samples[above * stride + right])
            + Float(plane.samples[below * stride + left])
            + Float(plane.samples[below * stride + right])
          pixel += columns[sites[site]] * (sum / 4 - black)
        }
        let value = (pixel * scale).rounded(.toNearestOrAwayFromZero)
          .clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: 65_535))
        for channel in 0..<3 {
          unsafe out[(y * width + x) * 3 + channel] = UInt16(value[channel])
        }
      }
    }
  }
}
