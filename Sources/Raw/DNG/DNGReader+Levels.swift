internal import BromideCodecs
internal import BromideValues

extension DNGReader {
  func levels(
    _ storage: DNGPicture.Storage, samples: Int, active: Region
  ) throws(DNGFault) -> DNGLevels {
    // Lossy JPEG is decoded to linear values.
    if storage.compression == 34_892 {
      return DNGLevels(
        black: [Double](repeating: 0, count: samples),
        white: [Double](repeating: 65_535, count: samples))
    }
    var levels = DNGLevels(white: try white(storage, samples: samples))
    let dimension = integers(Tag.blackRepeat, most: 2) ?? [1, 1]
    guard dimension.count == 2, dimension.allSatisfy({ (1...64).contains($0) }) else {
      throw .damaged(
        "a black pattern of \(dimension.map(String.init).joined(separator: "×")) sites")
    }
    levels.repeatSize = Size(width: dimension[1], height: dimension[0])
    let count = levels.repeatSize.area * samples
    levels.black = [Double](repeating: 0, count: count)
    if raw[Tag.black] != nil {
      guard let black = numbers(Tag.black, most: 1 << 14), black.allSatisfy(\.isFinite),
        black.count >= count || black.count == 1
      else { throw .damaged("BlackLevel does not contain the \(count) numbers that it needs") }
      levels.black =
        black.count < count
        ? [Double](repeating: black[0], count: count) : Array(black.prefix(count))
    }
    levels.columns = try deltas(Tag.blackColumns, "BlackLevelDeltaH", count: active.width)
    levels.rows = try deltas(Tag.blackRows, "BlackLevelDeltaV", count: active.height)
    // LibRaw's numbers have single precision.
    levels.black = levels.black.map { Double(Float($0)) }
    return levels
  }

  /// Returns the additional levels of each column or row. Empty if they are all 0.
  private func deltas(_ tag: UInt16, _ name: String, count: Int) throws(DNGFault) -> [Double] {
    guard let field = raw[tag] else { return [] }
    guard field.count == count, let deltas = numbers(tag, most: 1 << 20),
      deltas.allSatisfy(\.isFinite)
    else { throw .damaged("\(name) holds \(field.count) numbers where \(count) are needed") }
    return deltas.allSatisfy { $0 == 0 } ? [] : deltas
  }

  /// Returns WhiteLevel for each sample of a pixel. If it is missing, the white level is 1 for
  /// floating-point numbers. For other numbers, it is the largest value of the bits or the
  /// linearization table.
  private func white(
    _ storage: DNGPicture.Storage, samples: Int
  ) throws(DNGFault) -> [Double] {
    let largest: Double
    if storage.isFloat {
      largest = 1
    } else if let last = storage.table.last {
      largest = Double(last)
    } else {
      largest = Double(1 << min(storage.bits, 16) - 1)
    }
    guard raw[Tag.white] != nil else { return [Double](repeating: largest, count: samples) }
    guard let white = numbers(Tag.white, most: 64), let first = white.first,
      white.allSatisfy({ $0.isFinite && $0 > 0 })
    else { throw .damaged("WhiteLevel does not contain positive numbers") }
    return white.count >= samples
      ? Array(white.prefix(samples)) : [Double](repeating: first, count: samples)
  }

  /// Returns the colours in the first directory, or in the raw picture's directory.
  func colors(planes: Int) -> DNGColors {
    typealias Tag = DNGColors.Tag
    var colors = DNGColors()
    func numbers(_ tag: UInt16, _ name: String, count: Int) -> [Double] {
      guard let field = main[tag] ?? raw[tag] else { return [] }
      let values = file.numbers(field, most: 64) ?? []
      guard values.count != count || !values.allSatisfy(\.isFinite) else { return values }
      let expected = count == 1 ? "a number" : "\(count) numbers"
      let text =
        field.count == count
        ? "\(name) does not contain \(expected): skipped"
        : "\(name) contains \(field.count) numbers instead of \(count): skipped"
      colors.faults.append(DNGColors.Fault(tag: tag, text: text))
      return []
    }
    for (index, tags) in Tag.calibrations.enumerated() {
      let number = index + 1
      colors.calibrations[index].color = numbers(
        tags.color, "ColorMatrix\(number)", count: planes * 3)
      colors.calibrations[index].camera = numbers(
        tags.camera, "CameraCalibration\(number)", count: planes * planes)
      colors.calibrations[index].forward = numbers(
        tags.forward, "ForwardMatrix\(number)", count: 3 * planes)
    }
    colors.neutral = numbers(Tag.neutral, "AsShotNeutral", count: planes)
    colors.analogBalance = numbers(Tag.analogBalance, "AnalogBalance", count: planes)
    colors.baselineExposure = numbers(Tag.baselineExposure, "BaselineExposure", count: 1).first
    return colors
  }
}
