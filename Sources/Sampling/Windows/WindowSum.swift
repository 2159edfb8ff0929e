internal import BromideCodecs
internal import BromideValues

/// The sums of a window's pixels. They give its mean without storing any pixel.
struct WindowSum: Sendable {
  /// Linear light, weighted by alpha.
  var light = SIMD3<Double>()
  /// Stored Y, Cb and Cr, weighted by alpha.
  var codes = SIMD3<Double>()
  /// The sum of the weights.
  var weight = 0.0
  /// The weight of clipped pixels.
  var clipped = 0.0
  /// Pixels that are not wholly transparent.
  var count = 0
  /// All pixels.
  var area = 0
  /// The mean opacity, or `nil` if it follows from the weights.
  var alpha: Double?

  fileprivate mutating func add(_ pixel: PixelLight, _ weight: Double) {
    area &+= 1
    guard weight > 0 else { return }
    light += weight * pixel.light
    codes += weight * pixel.codes
    self.weight += weight
    if pixel.isClipped { clipped += weight }
    count &+= 1
  }
}

extension PointSampler {
  /// Sums a window of a picture. Returns `nil` for raws, because their pixels are developed, and
  /// for small windows.
  ///
  /// - Parameters:
  ///   - inside: The window's pixels in the stored picture.
  ///   - whole: The window, including pixels outside the picture.
  ///   - curve: The curve for many pixels, or `nil` for few.
  func sum(
    _ inside: Region, of whole: Region, _ window: SampleWindow, _ curve: CurveOctaves?,
    _ scratch: Scratch
  ) -> WindowSum? {
    guard window.statistic == .mean, isVisited(window), inside.size.area >= Self.worthVisit
    else { return nil }
    guard !hasVisibleAlpha, inside.size.area >= Self.worthRows else {
      guard !hasVisibleAlpha, let curve, case .frame(let frame, let converter) = pixels,
        converter.coding.matrix.isLinear
      else { return visited(inside, of: whole, window, curve) }
      return sum(frame, converter, inside, whole, window) { [signal, clippedFrom] in
        $2.add($0, $1, curve, signal, limit: clippedFrom)
      }
    }
    switch pixels {
    case .raw: return nil
    case .float: return visited(inside, of: whole, window, curve)
    // A table serves single channels.
    case .eight where signal.couplesChannels: return visited(inside, of: whole, window, curve)
    case .sixteen where signal.couplesChannels: return visited(inside, of: whole, window, curve)
    // The mean of codes is the code of the mean if a matrix leads there.
    case .frame(_, let converter) where !converter.coding.matrix.isLinear:
      return visited(inside, of: whole, window, curve)
    case .frame(let frame, let converter):
      let (decode, limit) = (scratch.decoder(of: signal), Float(clippedFrom))
      return sum(frame, converter, inside, whole, window) {
        decode.sum($0, $1, limit: limit, into: &$2)
      }
    case .eight(let image):
      let light = (0...255).map { space.transfer.decode((Double($0) - black) / extent) }
      return sum(image, light, inside, whole, window)
    case .sixteen(let image):
      // A table of all codes takes the time of the same number of pixels.
      guard inside.size.area >= 1 << 16 else { return visited(inside, of: whole, window, curve) }
      let light = (0...65535).map { space.transfer.decode((Double($0) - black) / extent) }
      return sum(image, light, inside, whole, window)
    }
  }

  /// Sums the pixels one after the other, with their alpha.
  private func visited(
    _ inside: Region, of whole: Region, _ window: SampleWindow, _ curve: CurveOctaves?
  ) -> WindowSum {
    var (seen, all) = (WindowSum(), WindowSum())
    let isOpaque = !hasVisibleAlpha
    forEachPixel(inside, of: whole, window, curve: curve, needsCodes: frameReader != nil) { pixel in
      all.add(pixel, 1)
      if !isOpaque { seen.add(pixel, pixel.alpha) }
    }
    if isOpaque || seen.weight > 0 { return isOpaque ? all : seen }
    // Where all is transparent, the stored colours are all there is.
    all.alpha = 0
    return all
  }

  var hasVisibleAlpha: Bool { hasAlpha && alphaUse == .weight }

  /// The columns of a row that a window includes, which are neighbours.
  func columns(
    _ y: Int, _ inside: Region, _ whole: Region, _ window: SampleWindow
  ) -> Range<Int> {
    var (first, end) = (inside.x, inside.endX)
    guard window.shape == .round else { return first..<end }
    while first < end, !window.includes(x: first, y: y, of: whole) { first += 1 }
    while end > first, !window.includes(x: end - 1, y: y, of: whole) { end -= 1 }
    return first..<end
  }

  /// Sums a frame's rows.
  ///
  /// - Parameter add: Adds a range of a row's pixels.
  @inline(__always)
  private func sum(
    _ frame: YCbCrFrame, _ converter: YCbCrConverter, _ inside: Region, _ whole: Region,
    _ window: SampleWindow, _ add: (RGBRow, Range<Int>, inout DecodingTable.RowSums) -> Void
  ) -> WindowSum {
    var (sum, rows) = (WindowSum(), DecodingTable.RowSums())
    converter.withRows(of: frame, inside) { y, row in
      let columns = columns(y, inside, whole, window)
      sum.area += columns.count
      add(row, columns.lowerBound - inside.x..<columns.upperBound - inside.x, &rows)
    }
    sum.light = rows.light
    (sum.count, sum.weight, sum.clipped) = (sum.area, Double(sum.area), Double(rows.clipped))
    // The matrix is linear: the mean of codes is the code of the mean.
    sum.codes = sum.weight * converter.coding.encode(rows.codes / sum.weight)
    return sum
  }

  private func sum<Code: BinaryInteger & BitwiseCopyable & Sendable>(
    _ image: ImageBuffer<Code>, _ table: [Double], _ inside: Region, _ whole: Region,
    _ window: SampleWindow
  ) -> WindowSum {
    var (sum, clipped) = (WindowSum(), 0)
    let left = part?.columns.lowerBound ?? 0
    let (step, isGrey) = (image.channels, image.channels < 3)
    let limit = Int((black + clippedFrom * extent).rounded(.up))
    unsafe image.withUnsafeSamples { samples in
      unsafe table.withUnsafeBufferPointer { table in
        for y in inside.y..<inside.endY {
          let columns = columns(y, inside, whole, window)
          sum.area += columns.count
          var light = SIMD3<Double>()
          let row = (part?.row(y) ?? y) * image.stride
          for x in columns {
            let i = row + (x - left) * step
            let r = unsafe Int(samples[i])
            let (g, b) = isGrey ? (r, r) : unsafe (Int(samples[i + 1]), Int(samples[i + 2]))
            light += unsafe SIMD3(table[r], table[g], table[b])
            clipped &+= max(r, max(g, b)) >= limit ? 1 : 0
          }
          sum.light += light
        }
      }
    }
    (sum.count, sum.weight, sum.clipped) = (sum.area, Double(sum.area), Double(clipped))
    return sum
  }
}
