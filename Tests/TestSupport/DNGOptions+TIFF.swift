internal import BromideValues

extension DNGOptions {
  /// Adds the fields that belong in the first directory regardless of its picture.
  func fillFirst(_ root: inout TIFFDirectory) {
    profile.fill(&root, order: storage.byteOrder)
    for (tag, digest) in digests { root[tag] = .bytes(digest) }
    root[274] = .shorts([orientation.rawValue])
    root[50_706] = .bytes(version)
    root[50_707] = .bytes([1, usesForwardMatrix ? 2 : 1, 0, 0])
    for (index, calibration) in color.calibrations.prefix(2).enumerated()
    where layout != .monochrome {
      root[50_721 + index] = Self.value(calibration.colorMatrix)
      root[50_723 + index] = calibration.cameraCalibration.map(Self.value)
      root[50_778 + index] = .shorts([calibration.illuminant])
      root[50_964 + index] = calibration.forwardMatrix.map(Self.value)
    }
    if layout != .monochrome {
      root[50_727] = color.analogBalance.map { .rationals(Self.ratios($0)) }
      root[50_728] = color.asShotNeutral.map { .rationals(Self.ratios($0)) }
    }
    root[50_730] = color.baselineExposure.map {
      .signedRationals([DNGRational($0, denominator: 100)])
    }
  }

  private var usesForwardMatrix: Bool {
    color.calibrations.contains { $0.forwardMatrix != nil }
  }

  /// Adds the fields that describe the raw picture.
  func fillRaw(_ raw: inout TIFFDirectory, size: Size) {
    let samples = layout.samplesPerPixel
    raw[254] = .longs([0])
    raw[256] = .longs([size.width])
    raw[257] = .longs([size.height])
    raw[258] = .shorts([Int](repeating: storage.bitsPerSample, count: samples))
    raw[259] = .shorts([storage.compression == .none ? 1 : 7])
    raw[277] = .shorts([samples])
    raw[284] = .shorts([1])
    fillFilters(&raw)
    raw[50_713] = .shorts([blackPatternSize.height, blackPatternSize.width])
    precondition(black.count == blackPatternSize.area * samples, "a black level for every site")
    raw[50_714] =
      black.allSatisfy { $0 == $0.rounded() }
      ? .longs(black.map { Int($0) }) : .rationals(black.map { DNGRational($0, denominator: 256) })
    raw[50_717] = .longs([Int](repeating: white, count: samples))
    raw[50_712] = linearization.map { .shorts($0) }
    if let activeArea {
      raw[50_829] = .longs([activeArea.y, activeArea.x, activeArea.endY, activeArea.endX])
    }
    if !maskedAreas.isEmpty {
      raw[50_830] = .longs(maskedAreas.flatMap { [$0.y, $0.x, $0.endY, $0.endX] })
    }
    if let crop = defaultCrop {
      raw[50_719] = .longs([crop.x, crop.y])
      raw[50_720] = .longs([crop.width, crop.height])
    }
    for (tag, list) in zip([51_008, 51_009, 51_022], opcodeLists) {
      raw[tag] = list.map { .undefined($0) }
    }
    if !noiseProfile.isEmpty { raw[51_041] = .doubles(noiseProfile) }
    if let defaultScale {
      raw[50_718] = .rationals([DNGRational(defaultScale.x), DNGRational(defaultScale.y)])
    }
  }

  private func fillFilters(_ raw: inout TIFFDirectory) {
    switch layout {
    case .bayer, .xTrans:
      let pattern = layout.repeatSize
      // CFAPattern starts at the active area's origin, like `layout`.
      var filters: [UInt8] = []
      for y in 0..<pattern.height {
        for x in 0..<pattern.width { filters.append(UInt8(layout.color(x: x, y: y)!.rawValue)) }
      }
      raw[262] = .shorts([32_803])
      raw[33_421] = .shorts([pattern.height, pattern.width])
      raw[33_422] = .bytes(filters)
      raw[50_710] = .bytes([0, 1, 2])
      raw[50_711] = .shorts([1])
    case .monochrome, .linear:
      raw[262] = .shorts([34_892])
    }
  }

  static func value(_ matrix: Matrix3x3) -> TIFFValue {
    .signedRationals(matrix.rows.flatMap { ratios($0) })
  }

  private static func ratios(_ vector: SIMD3<Double>) -> [DNGRational] {
    (0..<3).map { DNGRational(vector[$0], denominator: 1_000_000) }
  }
}
