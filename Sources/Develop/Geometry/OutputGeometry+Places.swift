internal import BromideLibc
internal import BromideValues

extension OutputGeometry {
  /// The position of the stored output's pixel (0, 0) on the demosaic's output, and the vectors to
  /// the next pixel in its row and to the pixel below. Positions are pixel centres.
  var places: (origin: SIMD2<Double>, across: SIMD2<Double>, down: SIMD2<Double>) {
    let half = SIMD2(Double(storedOutput.width), Double(storedOutput.height)) / 2
    let step = SIMD2(window.width, window.height) / (2 * half)
    let (cosine, sine) =
      rotation == 0 ? (1, 0) : (cos(rotation * .pi / 180), sin(rotation * .pi / 180))
    // Turned about the window's middle.
    let (across, down) = (step * SIMD2(cosine, -sine), step * SIMD2(sine, cosine))
    let middle =
      SIMD2(Double(source.x), Double(source.y))
      + SIMD2(window.x + window.width / 2, window.y + window.height / 2)
    return (middle + (0.5 - half.x) * across + (0.5 - half.y) * down, across, down)
  }
}
