public import BromideValues
internal import CBromideCodecs

extension ICCProfile {
  /// Returns the space of an RGB or grey profile, or `nil` if the profile has another colour model,
  /// is damaged, or consists of tables or L*a*b* instead of three primaries and one curve.
  ///
  /// Primaries are relative to D50, as in the profile. The curve is a known one, or a pure power,
  /// and differs from the profile's curve by at most 0.2 %. The corresponding C functions are
  /// `cmsOpenProfileFromMem`, `cmsReadTag` and `cmsEvalToneCurveFloat`.
  public static func space(of bytes: [UInt8]) -> RGBSpace? {
    guard let count = cmsUInt32Number(exactly: bytes.count),
      let profile = unsafe cmsOpenProfileFromMem(bytes, count)
    else { return nil }
    defer { unsafe _ = cmsCloseProfile(profile) }
    switch unsafe cmsGetColorSpace(profile) {
    case cmsSigGrayData:
      // A curve to L* is not a curve of light.
      guard unsafe cmsGetPCS(profile) == cmsSigXYZData else { return nil }
      return unsafe transfer(profile, [cmsSigGrayTRCTag]).map {
        RGBSpace(
          name: "ICC grey", red: RGBSpace.srgb.red, green: RGBSpace.srgb.green,
          blue: RGBSpace.srgb.blue, white: .d65, transfer: $0, cicp: nil)
      }
    case cmsSigRgbData:
      guard unsafe cmsIsTag(profile, cmsSigAToB0Tag) == 0,
        let transfer = unsafe transfer(
          profile, [cmsSigRedTRCTag, cmsSigGreenTRCTag, cmsSigBlueTRCTag])
      else { return nil }
      return unsafe space(profile, transfer)
    default: return nil
    }
  }

  @unsafe private static func space(
    _ profile: cmsHPROFILE, _ transfer: TransferFunction
  ) -> RGBSpace? {
    var columns: [SIMD3<Double>] = []
    for tag in [cmsSigRedColorantTag, cmsSigGreenColorantTag, cmsSigBlueColorantTag] {
      guard let value = unsafe cmsReadTag(profile, tag) else { return nil }
      let xyz = unsafe value.assumingMemoryBound(to: cmsCIEXYZ.self).pointee
      columns.append(SIMD3(xyz.X, xyz.Y, xyz.Z))
    }
    let matrix = Matrix3x3(columns[0], columns[1], columns[2]).transposed
    // Use a known space if its primaries match. The tolerance allows the coarse rounding of some
    // makers.
    for known in RGBSpace.all where known.transfer == transfer {
      let expected = Matrix3x3.bradford(from: known.white, to: .d50) * known.toXYZ
      let gap = matrix + -1 * expected
      if gap.rows.allSatisfy({ $0.max() < 0.001 && $0.min() > -0.001 }) { return known }
    }
    guard matrix.inverse != nil, columns.allSatisfy({ $0.sum() > 0 }) else { return nil }
    return RGBSpace(
      name: "ICC profile", red: Chromaticity(xyz: columns[0]),
      green: Chromaticity(xyz: columns[1]), blue: Chromaticity(xyz: columns[2]), white: .d50,
      transfer: transfer, cicp: nil)
  }

  /// Returns the single curve that all tags share.
  @unsafe private static func transfer(
    _ profile: cmsHPROFILE, _ tags: [cmsTagSignature]
  ) -> TransferFunction? {
    var found: TransferFunction?
    for tag in tags {
      guard let value = unsafe cmsReadTag(profile, tag) else { return nil }
      let curve = OpaquePointer(value)
      guard let match = unsafe match(curve), found == nil || found == match else { return nil }
      found = match
    }
    return found
  }

  @unsafe private static func match(_ curve: OpaquePointer) -> TransferFunction? {
    let steps = 256
    let own = (0...steps).map {
      Double(unsafe cmsEvalToneCurveFloat(curve, Float($0) / Float(steps)))
    }
    var candidates = ColorTransfer.all.map(\.function).filter { $0.log == nil }
    let gamma = unsafe cmsEstimateGamma(curve, 0.01)
    if gamma > 0.1, gamma < 10 {
      candidates.append(
        TransferFunction(slope: 0, cut: 0, scale: 1, exponent: 1 / gamma, offset: 0))
    }
    func gap(_ transfer: TransferFunction) -> Double {
      own.indices.reduce(0) {
        max($0, abs(own[$1] - transfer.decode(Double($1) / Double(steps))))
      }
    }
    let best = candidates.min { gap($0) < gap($1) }
    return best.flatMap { gap($0) < 0.002 ? $0 : nil }
  }
}
