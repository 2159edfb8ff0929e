extension CameraProfile {
  /// Whether the camera recorded a white balance, so that `.camera` is more than a guess.
  public var recordsWhiteBalance: Bool { asShotMultipliers.map(Self.areUsable) ?? false }

  /// Resolves a white balance for this camera.
  ///
  /// - `.camera` is the recorded balance, or `.daylight` if there is no recorded balance
  ///   (`recordsWhiteBalance`).
  /// - `.auto` makes an estimated colour neutral. If the estimate is black in a channel, it is
  ///   `.camera`.
  /// - If multipliers do not match any light, temperature and tint are the values at the closest
  ///   end of the scale.
  ///
  /// - Parameters:
  ///   - whiteBalance: The white balance.
  ///   - auto: Camera values of a neutral surface as estimated from the picture, for `.auto`.
  /// - Throws: `ColorError.outOfRange` for temperatures outside 1500 … 40 000 K, tints outside
  ///   ±150, and multipliers that are not positive. Also for `.auto` without an estimate, for
  ///   lights that a channel does not respond to, and for a camera matrix without an inverse.
  public func resolve(
    _ whiteBalance: WhiteBalance, auto: SIMD3<Double>? = nil
  ) throws(ColorError) -> ResolvedWhiteBalance {
    switch whiteBalance {
    case .camera:
      guard let recorded = asShotMultipliers, recordsWhiteBalance else {
        return try resolve(.daylight)
      }
      return try resolved(multipliers: recorded)
    case .auto:
      guard let auto else {
        throw .outOfRange("automatic white balance needs an estimate from the picture")
      }
      guard Self.areUsable(auto) else { return try resolve(.camera) }
      return try resolved(multipliers: 1 / auto)
    case .daylight:
      return try resolved(white: .d65)
    case .temperature(let kelvin, let tint):
      return try resolved(temperature: kelvin, tint: tint)
    case .multipliers(let red, let green, let blue):
      let multipliers = SIMD3(red, green, blue)
      guard Self.areUsable(multipliers) else {
        throw .outOfRange("white balance multipliers are positive numbers, at most 1000 apart")
      }
      return try resolved(multipliers: multipliers)
    }
  }

  /// Returns the matrix from balanced camera RGB to linear RGB of `space`. Neutral stays (1, 1, 1).
  ///
  /// A ForwardMatrix leads to XYZ under D50. Without a ForwardMatrix, the result is the inverse of
  /// the ColorMatrix followed by the Bradford transform from the white (DNG specification 1.6,
  /// chapter 6). If the profile has only one calibration, it is mixed with camera scaling. Data
  /// that do not give a usable matrix are ignored.
  ///
  /// - Parameter adaptation: Whether to use camera scaling.
  public func matrix(
    for whiteBalance: ResolvedWhiteBalance, to space: RGBSpace,
    adaptation: CameraAdaptation = .blended
  ) -> Matrix3x3 {
    let neutral = whiteBalance.multipliers.y / whiteBalance.multipliers
    if let toRGB = forward(neutral: neutral, white: whiteBalance.white, to: space) { return toRGB }
    guard let toRGB = inverse(neutral: neutral, white: whiteBalance.white, to: space) else {
      return RGBSpace.srgb.matrix(to: space)
    }
    let share = Self.cameraScalingShare(temperature: whiteBalance.temperature)
    guard adaptation == .blended, share > 0, let scaling = cameraScaling() else { return toRGB }
    let fromD65 = space.fromXYZ * Matrix3x3.bradford(from: .d65, to: space.white)
    return (1 - share) * toRGB + share * (fromD65 * scaling)
  }

  /// FM · D · inverse(AB · CC) for balanced values, then D50 to the space's white.
  private func forward(
    neutral: SIMD3<Double>, white: Chromaticity, to space: RGBSpace
  ) -> Matrix3x3? {
    guard let matrices = matrices(white: white), let forward = matrices.forwardMatrix,
      let toReference = (Matrix3x3(diagonal: analogBalance) * matrices.cameraCalibration).inverse
    else { return nil }
    let referenceNeutral = toReference * neutral
    // The rows of FM sum to D50 only to the four digits they are written with.
    let sums = forward * SIMD3(1, 1, 1)
    guard referenceNeutral.min() > 0, sums.min() > 0 else { return nil }
    let normalized = Matrix3x3(diagonal: Chromaticity.d50.xyz / sums) * forward
    let toD50 =
      normalized * Matrix3x3(diagonal: 1 / referenceNeutral) * toReference
      * Matrix3x3(diagonal: neutral)
    return space.fromXYZ * Matrix3x3.bradford(from: .d50, to: space.white) * toD50
  }

  /// inverse(AB · CC · CM) for balanced values, then from the white of neutral there to the
  /// space's.
  private func inverse(
    neutral: SIMD3<Double>, white: Chromaticity, to space: RGBSpace
  ) -> Matrix3x3? {
    guard let toXYZ = xyzToCamera(white: white).inverse else { return nil }
    let balancedToXYZ = toXYZ * Matrix3x3(diagonal: neutral)
    // This equals `white` up to the precision of the iteration, with a different scale.
    let sceneWhite = balancedToXYZ * SIMD3(1, 1, 1)
    guard (Matrix3x3.bradfordCones * sceneWhite).min() > 0 else { return nil }
    let adaptation = Matrix3x3.bradford(fromWhite: sceneWhite, toWhite: space.white.xyz)
    return space.fromXYZ * adaptation * balancedToXYZ
  }

  private func resolved(white: Chromaticity) throws(ColorError) -> ResolvedWhiteBalance {
    let neutral = neutral(white: white)
    guard Self.areUsable(neutral) else {
      throw .outOfRange(
        "the camera's colour matrix does not give that light positive red, green and blue")
    }
    return Self.resolved(neutral: neutral, white: white)
  }

  private func resolved(
    temperature kelvin: Double, tint: Double
  ) throws(ColorError) -> ResolvedWhiteBalance {
    let neutral = neutral(white: try Chromaticity(temperature: kelvin, tint: tint))
    guard Self.areUsable(neutral) else {
      throw .outOfRange(
        acceptedTemperatures(tint: tint).map {
          "this camera's colour matrix has an answer for \(Int($0.lowerBound)) to \(Int($0.upperBound)) K at that tint"
        } ?? "this camera's colour matrix accepts no temperature at that tint")
    }
    // Temperature and tint as requested, without the rounding of a conversion there and back.
    return ResolvedWhiteBalance(
      multipliers: neutral.y / neutral, white: try Chromaticity(temperature: kelvin, tint: tint),
      temperature: kelvin, tint: tint)
  }

  /// Returns the temperatures around daylight at which all three channels respond, in steps of 50
  /// K, for a message.
  private func acceptedTemperatures(tint: Double) -> ClosedRange<Double>? {
    func isAccepted(_ kelvin: Double) -> Bool {
      guard let white = try? Chromaticity(temperature: kelvin, tint: tint) else { return false }
      return Self.areUsable(neutral(white: white))
    }
    let daylight = 6500.0
    guard isAccepted(daylight) else { return nil }
    var (low, high) = (daylight, daylight)
    while isAccepted(low - 50) { low -= 50 }
    while isAccepted(high + 50) { high += 50 }
    return low...high
  }

  private func resolved(multipliers: SIMD3<Double>) throws(ColorError) -> ResolvedWhiteBalance {
    let neutral = multipliers.y / multipliers
    return Self.resolved(neutral: neutral, white: try white(neutral: neutral))
  }

  private static func resolved(
    neutral: SIMD3<Double>, white: Chromaticity
  ) -> ResolvedWhiteBalance {
    let (temperature, tint) = white.nearestTemperatureAndTint
    return ResolvedWhiteBalance(
      multipliers: neutral.y / neutral, white: white, temperature: temperature, tint: tint)
  }

  /// Returns whether the values are positive and finite, and the smallest is large enough to exceed
  /// noise.
  private static func areUsable(_ values: SIMD3<Double>) -> Bool {
    guard values.x.isFinite, values.y.isFinite, values.z.isFinite else { return false }
    return values.min() > 0 && values.max() <= 1000 * values.min()
  }
}
