internal import BromideLibc
internal import BromideValues

/// A picture in sRGB reduced to 400 px along its long edge, in linear light, for comparing it with
/// another of the same scene.
struct SmallPicture {
  let width: Int
  let height: Int
  private let lab: [Lab]

  /// - Parameter orientation: Makes the stored picture upright.
  init(_ picture: ImageBuffer<UInt8>, orientation: Orientation) {
    let full = orientation.upright(picture.size)
    let scale = 400 / Double(full.longEdge)
    width = Int((Double(full.width) * scale).rounded())
    height = Int((Double(full.height) * scale).rounded())
    let columns = Self.boxes(full.width, width)
    let rows = Self.boxes(full.height, height)
    var light = [SIMD3<Double>](repeating: SIMD3(), count: width * height)
    for y in 0..<full.height {
      var row = [SIMD3<Double>](repeating: SIMD3(), count: width)
      for x in 0..<full.width {
        let at = orientation.storedPosition(x: x, y: y, in: picture.size)
        let color = SIMD3(
          Self.light[Int(picture[at.x, at.y, 0])], Self.light[Int(picture[at.x, at.y, 1])],
          Self.light[Int(picture[at.x, at.y, 2])])
        for share in columns[x] { row[share.cell] += share.weight * color }
      }
      for share in rows[y] {
        for x in 0..<width { light[share.cell * width + x] += share.weight * row[x] }
      }
    }
    let toXYZ = RGBSpace.srgb.toXYZ
    lab = light.map { Lab(xyz: toXYZ * $0, white: .d65) }
  }

  /// Mean CIEDE2000 and mean absolute difference of L*, after a shift of up to 12 px and without 14
  /// px at the borders.
  func distance(from other: SmallPicture) -> (color: Double, lightness: Double) {
    let (w, h) = (min(width, other.width), min(height, other.height))
    var shift = PhaseCorrelation.shift(
      of: lightness(w, h), against: other.lightness(w, h), width: w, height: h)
    if abs(shift.x) >= 12 || abs(shift.y) >= 12 { shift = (0, 0) }
    let border = 14
    var (color, light, count) = (0.0, 0.0, 0.0)
    for y in border + max(0, -shift.y)..<h - border - max(0, shift.y) {
      for x in border + max(0, -shift.x)..<w - border - max(0, shift.x) {
        let own = lab[(y + shift.y) * width + x + shift.x]
        let theirs = other.lab[y * other.width + x]
        color += own.deltaE2000(theirs)
        light += abs(own.l - theirs.l)
        count += 1
      }
    }
    return (color / count, light / count)
  }

  private func lightness(_ w: Int, _ h: Int) -> [Double] {
    (0..<w * h).map { lab[$0 / w * width + $0 % w].l }
  }

  /// Returns the boxes that contain each pixel, and the fraction of the pixel in each.
  private static func boxes(_ count: Int, _ boxes: Int) -> [[(cell: Int, weight: Double)]] {
    let step = Double(count) / Double(boxes)
    return (0..<count).map { i in
      let first = Int(Double(i) / step)
      return (first..<min(first + Int(1 / step) + 2, boxes)).compactMap { cell in
        let low = max(Double(i), Double(cell) * step)
        let high = min(Double(i + 1), Double(cell + 1) * step)
        return high > low ? (cell, (high - low) / step) : nil
      }
    }
  }

  private static let light = (0..<256).map { TransferFunction.srgb.decode(Double($0) / 255) }
}

/// How far one picture is shifted against another, by the peak of their normalised cross power
/// spectrum.
enum PhaseCorrelation {
  /// Returns the shift of the content in `one` to the right and down relative to `two`, in integer
  /// pixels.
  static func shift(
    of one: [Double], against two: [Double], width: Int, height: Int
  ) -> (x: Int, y: Int) {
    let (a, b) = (windowed(one, width, height), windowed(two, width, height))
    // One transform serves both real pictures: the first is the real part, the second the imaginary
    // one.
    let both = transform(a, b, width, height, sign: -1)
    var (real, imaginary) = (both.real, both.imaginary)
    for y in 0..<height {
      for x in 0..<width {
        let i = y * width + x
        let j = (height - y) % height * width + (width - x) % width
        let (pr, pi) = (both.real[i], both.imaginary[i])
        let (qr, qi) = (both.real[j], -both.imaginary[j])
        // The spectra of both, and the first times the conjugate of the second.
        let (ar, ai) = ((pr + qr) / 2, (pi + qi) / 2)
        let (br, bi) = ((pi - qi) / 2, (qr - pr) / 2)
        let (cr, ci) = (ar * br + ai * bi, ai * br - ar * bi)
        let size = (cr * cr + ci * ci).squareRoot() + 1e-9
        real[i] = cr / size
        imaginary[i] = ci / size
      }
    }
    let peak = transform(real, imaginary, width, height, sign: 1).real
    let best = peak.indices.max { peak[$0] < peak[$1] } ?? 0
    let (x, y) = (best % width, best / width)
    return (x > width / 2 ? x - width : x, y > height / 2 ? y - height : y)
  }

  /// Without its mean, and fading towards the borders.
  private static func windowed(_ values: [Double], _ width: Int, _ height: Int) -> [Double] {
    let mean = values.reduce(0, +) / Double(values.count)
    func window(_ i: Int, _ count: Int) -> Double {
      0.5 - 0.5 * cos(2 * .pi * Double(i) / Double(count - 1))
    }
    return values.indices.map {
      (values[$0] - mean) * window($0 % width, width) * window($0 / width, height)
    }
  }

  /// The two-dimensional discrete Fourier transform, row by row and column by column, without
  /// scaling.
  private static func transform(
    _ real: [Double], _ imaginary: [Double], _ width: Int, _ height: Int, sign: Double
  ) -> (real: [Double], imaginary: [Double]) {
    var (r, i) = (real, imaginary)
    for y in 0..<height { line(&r, &i, start: y * width, step: 1, count: width, sign: sign) }
    for x in 0..<width { line(&r, &i, start: x, step: width, count: height, sign: sign) }
    return (r, i)
  }

  private static func line(
    _ real: inout [Double], _ imaginary: inout [Double], start: Int, step: Int, count: Int,
    sign: Double
  ) {
    let turns = (0..<count).map { k in
      let angle = sign * 2 * .pi * Double(k) / Double(count)
      return (cosine: cos(angle), sine: sin(angle))
    }
    var result = [(Double, Double)](repeating: (0, 0), count: count)
    for k in 0..<count {
      var (r, i, turn) = (0.0, 0.0, 0)
      for n in 0..<count {
        let (a, b) = (real[start + n * step], imaginary[start + n * step])
        r += a * turns[turn].cosine - b * turns[turn].sine
        i += a * turns[turn].sine + b * turns[turn].cosine
        turn += k
        if turn >= count { turn -= count }
      }
      result[k] = (r, i)
    }
    for k in 0..<count { (real[start + k * step], imaginary[start + k * step]) = result[k] }
  }
}
