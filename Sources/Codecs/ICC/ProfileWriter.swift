internal import BromideValues
internal import CBromideCodecs

/// A profile that is being created in lcms2, with a separate context. Use it from one thread.
@safe
final class ProfileWriter {
  enum Text {
    case description
    case copyright
  }

  private let context: cmsContext
  private let profile: cmsHPROFILE

  /// Creates an empty profile. The corresponding C functions are `cmsCreateContext` and
  /// `cmsCreateProfilePlaceholder`.
  init() throws(ICCProfileError) {
    guard let context = unsafe cmsCreateContext(nil, nil) else {
      throw .littleCMS(function: "cmsCreateContext", purpose: "memory")
    }
    guard let profile = unsafe cmsCreateProfilePlaceholder(context) else {
      unsafe cmsDeleteContext(context)
      throw .littleCMS(function: "cmsCreateProfilePlaceholder", purpose: "memory")
    }
    unsafe self.context = context
    unsafe self.profile = profile
  }

  deinit {
    unsafe _ = cmsCloseProfile(profile)
    unsafe cmsDeleteContext(context)
  }

  func writeHeader(isGrey: Bool, isInput: Bool = false) throws(ICCProfileError) {
    // A linear profile has no parametric curve, so it can have version 2, which all programs read.
    unsafe cmsSetProfileVersion(profile, isInput ? 2.4 : 4.3)
    unsafe cmsSetDeviceClass(profile, isInput ? cmsSigInputClass : cmsSigDisplayClass)
    unsafe cmsSetColorSpace(profile, isGrey ? cmsSigGrayData : cmsSigRgbData)
    unsafe cmsSetPCS(profile, cmsSigXYZData)
    unsafe cmsSetHeaderRenderingIntent(profile, cmsUInt32Number(INTENT_PERCEPTUAL))
  }

  /// Writes a text. The corresponding C function is `cmsMLUsetASCII`.
  func writeText(_ text: String, as kind: Text) throws(ICCProfileError) {
    let purpose = "text \"\(text)\""
    guard let unicode = unsafe cmsMLUalloc(context, 1) else {
      throw .littleCMS(function: "cmsMLUalloc", purpose: purpose)
    }
    defer { unsafe cmsMLUfree(unicode) }
    guard unsafe cmsMLUsetASCII(unicode, "en", "US", text) != 0 else {
      throw .littleCMS(function: "cmsMLUsetASCII", purpose: purpose)
    }
    try unsafe write(
      kind == .description ? cmsSigProfileDescriptionTag : cmsSigCopyrightTag,
      UnsafeRawPointer(unicode), purpose)
  }

  /// Writes the media white (D50, as version 4 requires for displays) and the adaptation from the
  /// space's white.
  func writeWhite(adaptation: Matrix3x3) throws(ICCProfileError) {
    let white = Chromaticity.d50.xyz
    var d50 = cmsCIEXYZ(X: white.x, Y: white.y, Z: white.z)
    try unsafe write(cmsSigMediaWhitePointTag, &d50, "white point")
    var rows = adaptation.rows.map { cmsCIEXYZ(X: $0.x, Y: $0.y, Z: $0.z) }
    try unsafe write(cmsSigChromaticAdaptationTag, &rows, "chromatic adaptation")
  }

  /// Writes the space's primaries relative to D50, rounded to 1/65536 as in the file. Green is the
  /// white minus red and blue, so that grey is exactly grey.
  func writeColorants(of space: RGBSpace) throws(ICCProfileError) {
    let matrix = Matrix3x3.bradford(from: space.white, to: .d50) * space.toXYZ
    func fixed(_ value: SIMD3<Double>) -> SIMD3<Double> {
      (value * 65_536).rounded(.toNearestOrAwayFromZero) / 65_536
    }
    let columns = matrix.transposed.rows
    let (red, blue) = (fixed(columns[0]), fixed(columns[2]))
    let green = fixed(Chromaticity.d50.xyz) - red - blue
    let tags = [
      (cmsSigRedColorantTag, red), (cmsSigGreenColorantTag, green), (cmsSigBlueColorantTag, blue),
    ]
    for (tag, xyz) in tags {
      var colorant = cmsCIEXYZ(X: xyz.x, Y: xyz.y, Z: xyz.z)
      try unsafe write(tag, &colorant, "primaries of \(space.name)")
    }
  }

  /// Writes the decoding curve: one tag for grey, and for RGB three tags that share their bytes.
  ///
  /// The corresponding C function is `cmsBuildParametricToneCurve`, type 1, X^g, or type 4 (the
  /// file's type 3), (a·X + b)^g for X ≥ d and c·X below.
  func writeCurve(_ transfer: TransferFunction, isGrey: Bool) throws(ICCProfileError) {
    let gamma = 1 / transfer.exponent
    let hasLinearPiece = !transfer.isLinear && transfer.slope > 0
    let parameters =
      hasLinearPiece
      ? [
        gamma, 1 / transfer.scale, transfer.offset / transfer.scale, 1 / transfer.slope,
        transfer.encodedCut,
      ] : [gamma]
    guard
      let curve = unsafe cmsBuildParametricToneCurve(
        context, hasLinearPiece ? 4 : 1, parameters)
    else {
      throw .littleCMS(function: "cmsBuildParametricToneCurve", purpose: "curve")
    }
    defer { unsafe cmsFreeToneCurve(curve) }
    guard !isGrey else {
      return try unsafe write(cmsSigGrayTRCTag, UnsafeRawPointer(curve), "curve")
    }
    try unsafe write(cmsSigRedTRCTag, UnsafeRawPointer(curve), "curve")
    for tag in [cmsSigGreenTRCTag, cmsSigBlueTRCTag] {
      guard unsafe cmsLinkTag(profile, tag, cmsSigRedTRCTag) != 0 else {
        throw .littleCMS(function: "cmsLinkTag", purpose: "curve")
      }
    }
  }

  /// Writes a tag. The corresponding C function is `cmsWriteTag`.
  private func write(
    _ tag: cmsTagSignature, _ data: UnsafeRawPointer, _ purpose: String
  ) throws(ICCProfileError) {
    guard unsafe cmsWriteTag(profile, tag, data) != 0 else {
      throw .littleCMS(function: "cmsWriteTag", purpose: purpose)
    }
  }

  /// Returns the profile's bytes. The corresponding C function is `cmsSaveProfileToMem`.
  func save() throws(ICCProfileError) -> [UInt8] {
    var count: cmsUInt32Number = 0
    guard unsafe cmsSaveProfileToMem(profile, nil, &count) != 0, count >= 128 else {
      throw .littleCMS(function: "cmsSaveProfileToMem", purpose: "size")
    }
    var bytes = [UInt8](repeating: 0, count: Int(count))
    guard unsafe cmsSaveProfileToMem(profile, &bytes, &count) != 0 else {
      throw .littleCMS(function: "cmsSaveProfileToMem", purpose: "bytes")
    }
    return bytes
  }

  /// Returns a saved profile with its identifier in bytes 84 … 99 (ICC.1:2010, 7.2.18: the MD5 of
  /// the profile without its variable fields).
  ///
  /// The corresponding C function is `cmsMD5computeID`.
  static func withIdentifier(_ bytes: [UInt8]) throws(ICCProfileError) -> [UInt8] {
    guard
      let profile = unsafe cmsOpenProfileFromMem(bytes, cmsUInt32Number(bytes.count))
    else {
      throw .littleCMS(function: "cmsOpenProfileFromMem", purpose: "identifier")
    }
    defer { unsafe _ = cmsCloseProfile(profile) }
    guard unsafe cmsMD5computeID(profile) != 0 else {
      throw .littleCMS(function: "cmsMD5computeID", purpose: "identifier")
    }
    var identifier = [UInt8](repeating: 0, count: 16)
    unsafe cmsGetHeaderProfileID(profile, &identifier)
    var identified = bytes
    identified.replaceSubrange(84..<100, with: identifier)
    return identified
  }
}
