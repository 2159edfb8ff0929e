internal import Synchronization

/// The matrices of a profile under one white, after the DNG specification 1.6, chapter 6.
extension CameraProfile {
  /// The matrices that are interpolated between two calibrations.
  struct Interpolated {
    var colorMatrix: Matrix3x3
    var cameraCalibration: Matrix3x3
    var forwardMatrix: Matrix3x3?
  }

  /// Returns the matrices for a white, or `nil` without calibrations.
  ///
  /// A single calibration is returned unchanged. Two are interpolated by inverse correlated colour
  /// temperature. Outside their temperatures, the closest one is used.
  func matrices(white: Chromaticity) -> Interpolated? {
    guard let first = calibrations.first else { return nil }
    let one = Interpolated(
      colorMatrix: first.colorMatrix, cameraCalibration: first.cameraCalibration,
      forwardMatrix: first.forwardMatrix)
    guard calibrations.count > 1 else { return one }
    let second = calibrations[1]
    let weight = secondShare(white: white)
    guard first.temperature != second.temperature else { return one }

    func blend(_ a: Matrix3x3, _ b: Matrix3x3) -> Matrix3x3 { (1 - weight) * a + weight * b }
    var forward = first.forwardMatrix ?? second.forwardMatrix
    if let a = first.forwardMatrix, let b = second.forwardMatrix { forward = blend(a, b) }
    return Interpolated(
      colorMatrix: blend(first.colorMatrix, second.colorMatrix),
      cameraCalibration: blend(first.cameraCalibration, second.cameraCalibration),
      forwardMatrix: forward)
  }

  /// Returns the weight of the second calibration under a white, 0…1. With one calibration, it is
  /// 0.
  func secondShare(white: Chromaticity) -> Double {
    guard calibrations.count > 1 else { return 0 }
    let start = 1 / calibrations[0].temperature
    let end = 1 / calibrations[1].temperature
    guard start != end else { return 0 }
    let here = 1 / white.nearestTemperatureAndTint.temperature
    return min(1, max(0, (here - start) / (end - start)))
  }

  /// Returns XYZ to camera for a white: AB · CC · CM. Without calibrations, it is the matrix of
  /// linear sRGB.
  func xyzToCamera(white: Chromaticity) -> Matrix3x3 {
    guard let matrices = matrices(white: white) else { return RGBSpace.srgb.fromXYZ }
    return Matrix3x3(diagonal: analogBalance) * matrices.cameraCalibration * matrices.colorMatrix
  }

  /// Returns the camera values of a white with luminance 1.
  package func neutral(white: Chromaticity) -> SIMD3<Double> {
    xyzToCamera(white: white) * white.xyz
  }

  /// Returns the white with camera values in the ratios of `neutral`.
  ///
  /// The matrix depends on the white, so the specification iterates from D50 until the white no
  /// longer changes. Real cameras need at most 9 rounds. If the iteration cycles, the white is the
  /// mean of the last two.
  package func white(neutral: SIMD3<Double>) throws(ColorError) -> Chromaticity {
    var white = Chromaticity.d50
    for round in 1...40 {
      guard let toXYZ = xyzToCamera(white: white).inverse else {
        throw .outOfRange("the camera's colour matrix has no inverse")
      }
      var next = Self.chromaticity(toXYZ * neutral)
      let change = abs(next.x - white.x) + abs(next.y - white.y)
      if change < 1e-13 { return next }
      if round > 20 { next = Chromaticity(x: (next.x + white.x) / 2, y: (next.y + white.y) / 2) }
      white = next
    }
    return white
  }

  /// Returns the chromaticity, moved into the triangle of positive X, Y, Z. It can be outside for
  /// multipliers that do not match any light.
  private static func chromaticity(_ xyz: SIMD3<Double>) -> Chromaticity {
    let scale = max(abs(xyz.x), abs(xyz.y), abs(xyz.z))
    guard scale > 0, scale.isFinite else { return .d50 }
    let floor = SIMD3(repeating: 1e-3 * scale)
    return Chromaticity(xyz: pointwiseMax(xyz, floor))
  }
}

extension CameraProfile.Calibration {
  /// The illuminant's correlated colour temperature in kelvin.
  ///
  /// It is cached: finding it for tungsten light takes 40 µs, and a white balance needs it some
  /// twenty times.
  fileprivate var temperature: Double {
    if let known = Self.temperatures.withLock({ $0[illuminant] }) { return known }
    let found = illuminant.nearestTemperatureAndTint.temperature
    Self.temperatures.withLock { known in
      // Real cameras have two or three. The limit is for files with invented ones.
      if known.count >= 64 { known.removeAll() }
      known[illuminant] = found
    }
    return found
  }

  private static let temperatures = Mutex<[Chromaticity: Double]>([:])
}
