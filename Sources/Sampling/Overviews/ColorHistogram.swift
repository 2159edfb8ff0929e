internal import BromideCodecs
public import BromideValues

/// How often code values occur in a picture.
public struct ColorHistogram: Sendable, Hashable {
  /// Counts of the codes 0…255 of red, green and blue, or of Y, Cb and Cr. Values are rounded to
  /// codes, and clipped. Deeper Y, Cb and Cr are counted by their upper 8 bits.
  public let counts: [[Int]]
  /// Pixels counted.
  public let count: Int
  /// The interval of counted pixels and rows.
  public let step: Int

  init(_ counter: CodeCounter, step: Int) {
    self.step = step
    counts = (0..<3).map { Array(counter.counts[256 * $0..<256 * ($0 + 1)]) }
    count = counter.count
  }

  /// The share of pixels with a code, 0…1.
  ///
  /// - Parameter channel: 0 for red, 1 for green, 2 for blue.
  public func share(of code: Int, channel: Int) -> Double {
    Double(counts[channel][code]) / Double(max(count, 1))
  }

  /// Returns the smallest code that at least this fraction of the pixels does not exceed.
  public func quantile(_ share: Double, channel: Int) -> Int {
    var sum = 0
    for (code, count) in counts[channel].enumerated() {
      sum += count
      if sum > 0, Double(sum) >= share * Double(self.count) { return code }
    }
    return 255
  }
}

extension PointSampler {
  /// If there are more pixels, a histogram counts a regular subset.
  static let mostCounted = 1 << 22

  /// Counts the codes of a rectangle's pixels: all pixels, or a regular subset with four million.
  /// Completely transparent pixels are ignored, unless all are transparent.
  ///
  /// - Parameters:
  ///   - region: Pixels of the upright picture, inside it.
  ///   - space: The codes to count: `encoded`, `rgb`, or a frame's `ycbcr`.
  ///   - scratch: Created by this sampler, for one thread.
  /// - Returns: The counts, or `nil` if the picture does not have these codes.
  public func histogram(
    of region: Region, in space: SampleSpace, scratch: Scratch
  ) -> ColorHistogram? {
    precondition(
      !region.size.isEmpty && region.intersection(Region(size)) == region, "pixels of the picture")
    let ratio = Double(region.size.area) / Double(Self.mostCounted)
    let step = max(1, Int(ratio.squareRoot().rounded(.up)))
    let stored = orientation.storedRegion(region, in: storedSize)
    if case .raw(let raw) = pixels {
      guard case .encoded = space else { return nil }
      return developedHistogram(raw, stored, step, space, scratch)
    }
    let own: Bool
    switch space {
    case .rgb: own = true
    // The way to light and back would end at the same codes.
    case .encoded(let target): own = target == self.space && !signal.couplesChannels
    case .ycbcr:
      guard let frameReader, case .frame(let frame, _) = pixels else { return nil }
      return codeHistogram(frameReader, frame, stored, step)
    default: return nil
    }
    let readout = SampleReadout(space, from: self.space).tabled()
    let curve = own ? nil : scratch.octaves(of: signal, area: stored.size.area / step / step)
    var (seen, all) = (CodeCounter(), CodeCounter())
    @inline(__always)
    func codes(of rgb: SIMD3<Double>) -> SIMD3<Double> {
      if own { return 255 * rgb }
      guard let curve else { return readout.value(light: signal.light(of: rgb)) }
      return readout.value(light: signal.shown(curve(rgb)))
    }
    for y in stride(from: stored.y, to: stored.endY, by: step) {
      if case .frame(let frame, let converter) = pixels, !hasVisibleAlpha {
        let line = Region(x: stored.x, y: y, width: stored.width, height: 1)
        converter.withRows(of: frame, line) { _, row in
          seen.add(row, stored.width, step: step, codes(of:))
        }
        continue
      }
      for x in stride(from: stored.x, to: stored.endX, by: step) {
        let codes = codes(of: encoded(x: x, y: y))
        if !hasVisibleAlpha || alpha(x: x, y: y) > 0 { seen.add(codes) } else { all.add(codes) }
      }
    }
    return ColorHistogram(seen.count > 0 ? seen : all, step: step)
  }

  /// Counts Y, Cb and Cr as stored.
  private func codeHistogram(
    _ reader: YCbCrPixelReader, _ frame: YCbCrFrame, _ stored: Region, _ step: Int
  ) -> ColorHistogram {
    var counter = CodeCounter()
    let unit = Double(1 << (frame.layout.depth - 8))
    for y in stride(from: stored.y, to: stored.endY, by: step) {
      for x in stride(from: stored.x, to: stored.endX, by: step) {
        let codes = reader.codes(x: x, y: y)
        // Integers stay, and deeper ones lose their lower bits.
        counter.add(unit == 1 ? codes : (codes / unit).rounded(.down))
      }
    }
    return ColorHistogram(counter, step: step)
  }

  /// Counts the codes of a raw, some rows at once.
  private func developedHistogram(
    _ raw: RawPixels, _ stored: Region, _ step: Int, _ space: SampleSpace, _ scratch: Scratch
  ) -> ColorHistogram {
    let readout = SampleReadout(space, from: self.space).tabled()
    var counter = CodeCounter()
    // Use few rows at once, because a pixel takes 80 bytes here. Their number is a multiple of the
    // step.
    let rows = step * max(1, 32 / step)
    for top in stride(from: stored.y, to: stored.endY, by: rows) {
      let strip = Region(
        x: stored.x, y: top, width: stored.width, height: min(rows, stored.endY - top))
      let pixels = pixels(strip, scratch: scratch)
      for y in stride(from: 0, to: strip.height, by: step) {
        for x in stride(from: 0, to: strip.width, by: step) {
          counter.add(
            readout.value(
              light: pixels[y * strip.width + x].light, compressesGamut: compressesGamut))
        }
      }
    }
    return ColorHistogram(counter, step: step)
  }
}

/// Counts codes of three channels.
struct CodeCounter {
  /// The 256 counts for the first channel, then for the second and the third.
  private(set) var counts = [Int](repeating: 0, count: 768)
  private(set) var count = 0

  /// Counts a pixel's codes, rounded and clipped.
  @inline(__always)
  mutating func add(_ codes: SIMD3<Double>) {
    unsafe counts.withUnsafeMutableBufferPointer { unsafe Self.add(codes, to: $0) }
    count &+= 1
  }

  @inline(__always)
  @unsafe private static func add(
    _ codes: SIMD3<Double>, to counts: UnsafeMutableBufferPointer<Int>
  ) {
    let limited = codes.clamped(
      lowerBound: SIMD3(repeating: 0), upperBound: SIMD3(repeating: 255)
    )
    unsafe counts[Int(limited.x + 0.5)] &+= 1
    unsafe counts[256 + Int(limited.y + 0.5)] &+= 1
    unsafe counts[512 + Int(limited.z + 0.5)] &+= 1
  }

  /// Counts every `step`-th pixel of a row.
  @inline(__always)
  mutating func add(
    _ row: RGBRow, _ width: Int, step: Int, _ codes: (SIMD3<Double>) -> SIMD3<Double>
  ) {
    unsafe row.withValues(0..<width) { values in
      unsafe counts.withUnsafeMutableBufferPointer { counts in
        for i in stride(from: 0, to: 3 * width, by: 3 * step) {
          let rgb = unsafe SIMD3(
            Double(values[i]), Double(values[i + 1]), Double(values[i + 2]))
          unsafe Self.add(codes(rgb), to: counts)
        }
      }
    }
    count &+= (width + step - 1) / step
  }
}
