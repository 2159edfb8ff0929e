internal import BromideCodecs
internal import BromideValues

/// The pixels of a window, reread each time they are needed, so that a large window needs no
/// memory.
struct WindowVisit: Sendable {
  let sampler: PointSampler
  /// The window's pixels in the stored picture.
  let inside: Region
  /// The window, including pixels outside the picture.
  let whole: Region
  let window: SampleWindow
  /// The curve for many pixels, or `nil` for few.
  let curve: CurveOctaves?

  /// Calls `body` for every pixel of the window, row after row.
  @inline(__always)
  func forEach(codes needsCodes: Bool, _ body: (PixelLight) -> Void) {
    sampler.forEachPixel(
      inside, of: whole, window, curve: curve, needsCodes: needsCodes, body)
  }
}

extension PointSampler {
  /// Returns whether the pixels of a window are cheap to reread. This is false for raws, which are
  /// developed, and for interpolated pixels.
  func isVisited(_ window: SampleWindow) -> Bool {
    if case .raw = pixels { return false }
    return window.lookup == .nearest
  }

  /// Calls `body` for every pixel of a window, in row order.
  ///
  /// - Parameters:
  ///   - inside: The window's pixels in the stored picture, which is not a raw.
  ///   - whole: The window, including pixels outside the picture.
  ///   - curve: The curve of R′G′B′ as a table, or `nil` to use the curve itself.
  ///   - needsCodes: Whether to read stored Y, Cb and Cr.
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
        light = signal.shown(curve(rgb))
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
        let columns = columns(y, inside, whole, window)
        let part = columns.lowerBound - inside.x..<columns.upperBound - inside.x
        unsafe row.withValues(part) { values in
          for i in 0..<part.count {
            let rgb = unsafe SIMD3(
              Double(values[3 * i]), Double(values[3 * i + 1]), Double(values[3 * i + 2]))
            visit(columns.lowerBound + i, y, rgb)
          }
        }
      }
      return
    }
    for y in inside.y..<inside.endY {
      for x in columns(y, inside, whole, window) { visit(x, y, encoded(x: x, y: y)) }
    }
  }
}
