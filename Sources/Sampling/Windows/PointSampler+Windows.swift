public import BromideValues

extension PointSampler {
  /// Samples the colour of a window around a point.
  ///
  /// Pixels of the window outside the picture are ignored.
  ///
  /// - Parameters:
  ///   - point: A point in the upright picture.
  ///   - keepsPixels: Whether to keep pixels for `Sample.spread`.
  ///   - scratch: Created by this sampler, for one thread.
  /// - Throws: `.outside` outside 0…1.
  public func sample(
    at point: NormalizedPoint, window: SampleWindow = SampleWindow(), keepsPixels: Bool = false,
    scratch: Scratch
  ) throws(SamplingError) -> Sample {
    guard point.isInside else { throw .outside(point) }
    return sample(
      window.region(around: point, orientation, in: storedSize), at: point, window: window,
      keepsPixels: keepsPixels, scratch: scratch)
  }

  /// Samples the colour of a rectangle of pixels.
  ///
  /// - Parameters:
  ///   - region: Pixels of the upright picture, inside it.
  ///   - statistic: How to combine its pixels.
  ///   - keepsPixels: Whether to keep pixels for `Sample.spread`.
  ///   - scratch: Created by this sampler, for one thread.
  public func sample(
    of region: Region, statistic: SampleWindow.Statistic = .mean, keepsPixels: Bool = false,
    scratch: Scratch
  ) -> Sample {
    precondition(
      !region.size.isEmpty && region.intersection(Region(size)) == region, "pixels of the picture")
    let middle = NormalizedPoint(
      x: (Double(region.x) + Double(region.width) / 2) / Double(size.width),
      y: (Double(region.y) + Double(region.height) / 2) / Double(size.height))
    let window = SampleWindow(
      side: .pixels(region.width), height: .pixels(region.height), statistic: statistic)
    return sample(
      orientation.storedRegion(region, in: storedSize), at: middle, window: window,
      keepsPixels: keepsPixels, scratch: scratch)
  }

  /// - Parameter window0: The window's pixels in the stored picture. They can be outside its edges.
  private func sample(
    _ window0: Region, at point: NormalizedPoint, window: SampleWindow, keepsPixels: Bool,
    scratch: Scratch
  ) -> Sample {
    let inside = window0.intersection(Region(storedSize))
    let curve =
      isVisited(window) ? scratch.octaves(of: signal, area: inside.size.area) : nil
    let visit =
      keepsPixels && isVisited(window) && inside.size.area >= Self.worthVisit
      ? WindowVisit(
        sampler: self, inside: inside, whole: window0, window: window, curve: curve) : nil
    var sample: Sample
    if !keepsPixels || visit != nil, let sum = sum(inside, of: window0, window, curve, scratch) {
      sample = Sample(
        sum, space: space, compressesGamut: compressesGamut, point: point,
        pixel: point.pixel(in: self.size), visit: visit)
    } else if !keepsPixels || visit != nil,
      let selection = selection(inside, of: window0, window, scratch)
    {
      sample = Sample(
        selection, space: space, compressesGamut: compressesGamut, point: point,
        pixel: point.pixel(in: self.size), visit: visit)
    } else {
      let pixels =
        window.lookup == .nearest
        ? nearest(window0, inside, window, scratch)
        : interpolated(point, window, scratch)
      sample = Sample(
        pixels, statistic: window.statistic, space: space,
        compressesGamut: compressesGamut, point: point, pixel: point.pixel(in: self.size),
        keepsPixels: keepsPixels)
    }
    if case .raw(let raw) = pixels {
      sample.camera =
        raw.sensor.mean(of: inside) { x, y in
          window.includes(x: x, y: y, of: window0)
        }.camera
    }
    return sample
  }

  private func nearest(
    _ whole: Region, _ inside: Region, _ window: SampleWindow, _ scratch: Scratch
  ) -> [PixelLight] {
    let all = pixels(inside, scratch: scratch)
    guard window.shape == .round else { return all }
    return all.indices.filter { i in
      window.includes(
        x: inside.x + i % inside.width, y: inside.y + i / inside.width, of: whole)
    }.map { all[$0] }
  }

  /// Interpolates one value per pixel of the window, centred on the exact point, each from the four
  /// pixels around it. It works in the upright picture, so that a rotation does not round.
  private func interpolated(
    _ place: NormalizedPoint, _ window: SampleWindow, _ scratch: Scratch
  ) -> [PixelLight] {
    let (size, stored) = (size, storedSize)
    let whole = window.region(around: place, in: size)
    let center = place.pixelPosition(in: size)
    let left = center.x - Double(whole.width - 1) / 2
    let top = center.y - Double(whole.height - 1) / 2
    let (x0, y0) = (Int(left.rounded(.down)), Int(top.rounded(.down)))
    let (fx, fy) = (left - Double(x0), top - Double(y0))
    let needed = Region(x: x0, y: y0, width: whole.width + 1, height: whole.height + 1)
      .intersection(Region(size))
    let part = orientation.storedRegion(needed, in: stored)
    let all = pixels(part, scratch: scratch)
    // Outside the edge, the outermost pixel repeats.
    func pixel(_ x: Int, _ y: Int) -> PixelLight {
      let (i, j) = orientation.storedPosition(
        x: min(max(x, needed.x), needed.endX - 1), y: min(max(y, needed.y), needed.endY - 1),
        in: stored)
      return all[(j - part.y) * part.width + i - part.x]
    }
    var result: [PixelLight] = []
    for j in 0..<whole.height {
      for i in 0..<whole.width {
        let (x, y) = (x0 + i, y0 + j)
        let isInside =
          (-0.5...Double(size.width) - 0.5).contains(left + Double(i))
          && (-0.5...Double(size.height) - 0.5).contains(top + Double(j))
        guard isInside, window.includes(x: whole.x + i, y: whole.y + j, of: whole) else { continue }
        result.append(
          PixelLight(mixing: [
            (pixel(x, y), (1 - fx) * (1 - fy)), (pixel(x + 1, y), fx * (1 - fy)),
            (pixel(x, y + 1), (1 - fx) * fy), (pixel(x + 1, y + 1), fx * fy),
          ]))
      }
    }
    return result
  }
}

extension PixelLight {
  /// A mixture of neighbours. Transparent neighbours do not contribute a colour.
  fileprivate init(mixing neighbours: [(pixel: PixelLight, share: Double)]) {
    alpha = neighbours.reduce(0) { $0 + $1.share * $1.pixel.alpha }
    isClipped = neighbours.contains { $0.share > 0 && $0.pixel.isClipped }
    let isSeen = alpha > 0
    (light, codes) = (SIMD3(), SIMD3())
    for (pixel, share) in neighbours {
      let weight = isSeen ? share * pixel.alpha / alpha : share
      light += weight * pixel.light
      codes += weight * pixel.codes
    }
  }
}
