internal import BromideValues
internal import BromideCodecs

/// The pixels of a window, read again each time that they are needed, so that a large window takes no memory.
struct WindowVisit: Sendable {
  let sampler: PointSampler
  /// The window's pixels in the stored picture.
  let inside: Region
  /// The window, also beyond the picture.
  let whole: Region
  let window: SampleWindow
  /// The curve of many pixels; nil for few.
  let curve: CurveOctaves?

  /// Calls `body` for every pixel of the window, row after row.
  @inline(__always)
  func forEach(codes needsCodes: Bool, _ body: (PixelLight) -> Void) {
    sampler.forEachPixel(
      inside, of: whole, window, curve: curve, needsCodes: needsCodes, body)
  }
}

extension PointSampler {
  /// Whether the pixels of a window can be read again at no great cost: all but those of raws, which are developed, and
  /// those between pixels.
  func isVisited(_ window: SampleWindow) -> Bool {
    if case .raw = pixels { return false }
    return window.lookup == .nearest
  }

  /// Calls `body` for every pixel of a window, row after row.
  ///
  /// - Parameters:
  ///   - inside: The window's pixels in the stored picture, which is no raw.
  ///   - whole: The window, also beyond the picture.
  ///   - curve: The curve of R′G′B′ as a table; nil for the curve itself.
  ///   - needsCodes: Whether stored Y, Cb and Cr are read.
  @inline(__always)
  func forEachPixel(
    _ inside: Region, of whole: Region, _ window: SampleWindow, curve: CurveOctaves?,
    needsCodes: Bool, _ body: (PixelLight) -> Void
  ) {
    guard !inside.isEmpty else { return }
    let limit = clippedFrom
    let isOpaque = !hasVisibleAlpha
    @inline(__always)
    func visit(_ x: Int, _ y: Int, _ rgb: SIMD3<Double>) {
      let light: SIMD3<Double>
      if let curve {
        light = signal.shown(SIMD3(curve(rgb.x), curve(rgb.y), curve(rgb.z)))
      } else {
        light = signal.light(of: rgb)
      }
      body(
        PixelLight(
          light: light, codes: needsCodes ? frameReader?.codes(x: x, y: y) ?? SIMD3() : SIMD3(),
          alpha: isOpaque ? 1 : alpha(x: x, y: y), isClipped: rgb.max() >= limit))
    }
    if case .frame(let frame, let converter) = pixels {
      converter.withRows(of: frame, inside) { y, row in
        for x in columns(y, inside, whole, window) {
          let i = 3 * (x - inside.x)
          visit(x, y, SIMD3(Double(row[i]), Double(row[i + 1]), Double(row[i + 2])))
        }
      }
      return
    }
    for y in inside.y..<inside.endY {
      for x in columns(y, inside, whole, window) { visit(x, y, encoded(x: x, y: y)) }
    }
  }
}
