public import BromideValues

/// How often the code values of an RGB space occur in a picture.
public struct ColorHistogram: Sendable, Hashable {
  /// Counts of the codes 0…255 of red, green and blue; values are rounded to codes, and clipped.
  public private(set) var counts = [[Int]](
    repeating: [Int](repeating: 0, count: 256), count: 3)
  /// Pixels counted.
  public private(set) var count = 0
  /// Every so many pixels of every so many rows were counted.
  public let step: Int

  init(step: Int) { self.step = step }

  mutating func add(_ codes: SIMD3<Double>) {
    for c in 0..<3 { counts[c][Int(min(max(codes[c], 0), 255).rounded())] += 1 }
    count += 1
  }

  /// The share of pixels with a code, 0…1.
  ///
  /// - Parameter channel: 0 for red, 1 for green, 2 for blue.
  public func share(of code: Int, channel: Int) -> Double {
    Double(counts[channel][code]) / Double(max(count, 1))
  }

  /// The least code that at least a share of the pixels does not exceed.
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
  /// Pixels above which a histogram counts a regular part of them.
  static let mostCounted = 1 << 22

  /// Counts the codes of a rectangle's pixels: of each, or of a regular part of four million. Pixels that
  /// are wholly transparent do not count, unless all are.
  ///
  /// - Parameters:
  ///   - region: Pixels of the upright picture, inside it.
  ///   - space: The space whose codes are counted.
  ///   - scratch: Created by this sampler, for one thread.
  public func histogram(
    of region: Region, in space: RGBSpace, scratch: Scratch
  ) -> ColorHistogram {
    precondition(
      !region.size.isEmpty && region.intersection(Region(size)) == region, "pixels of the picture")
    let ratio = Double(region.size.area) / Double(Self.mostCounted)
    let step = max(1, Int(ratio.squareRoot().rounded(.up)))
    let readout = SampleReadout(.encoded(space), from: self.space)
    var (seen, all) = (ColorHistogram(step: step), ColorHistogram(step: step))
    let stored = orientation.storedRegion(region, in: storedSize)
    // Few rows at a time: a pixel takes 80 bytes here. Their number is a multiple of the step.
    let rows = step * max(1, 32 / step)
    for top in stride(from: stored.y, to: stored.endY, by: rows) {
      let strip = Region(
        x: stored.x, y: top, width: stored.width, height: min(rows, stored.endY - top))
      let pixels = pixels(strip, scratch: scratch)
      for y in stride(from: 0, to: strip.height, by: step) {
        for x in stride(from: 0, to: strip.width, by: step) {
          let pixel = pixels[y * strip.width + x]
          let codes = readout.value(
            light: pixel.light, codes: pixel.codes, compressesGamut: compressesGamut)
          if pixel.alpha > 0 { seen.add(codes) } else { all.add(codes) }
        }
      }
    }
    return seen.count > 0 ? seen : all
  }
}
