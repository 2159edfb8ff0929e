internal import BromideKernels
internal import BromideLibc
internal import BromideValues

/// A placed picture, drawn row by row of the frame.
struct DrawnRows: RowPicture {
  /// Parameters for all rows.
  let shown: ComposedPicture
  private let frame: Size
  private let origin: SIMD2<Double>
  /// Steps in the picture from a pixel of the frame to its right and lower neighbours.
  let across: SIMD2<Double>
  private let down: SIMD2<Double>
  /// Distance outside the picture, in its pixels, where the centre of a frame pixel still covers
  /// part of the picture.
  private let margin: Double
  private let rows: Range<Int>

  /// Creates the rows, or returns `nil` if the picture is not visible.
  init?(_ placed: PlacedPicture, size frame: Size) {
    let (place, picture) = (placed.placement, placed.picture)
    guard place.opacity > 0, place.scale > 0, place.scale.isFinite else { return nil }
    // Use exact values for multiples of 90°, so that the pixel grids stay aligned.
    let quarters = place.angle / (.pi / 2)
    let isRight = abs(quarters - quarters.rounded()) < 1e-12
    let sine = isRight ? sin(place.angle).rounded() : sin(place.angle)
    let cosine = isRight ? cos(place.angle).rounded() : cos(place.angle)
    let scale = place.scale
    across = SIMD2(cosine, -sine) / scale
    down = SIMD2(sine, cosine) / scale
    margin = 0.5 / scale
    origin = place.origin
    self.frame = frame
    // The frame's rows between the highest and the lowest corner.
    let (width, height) = (Double(picture.size.width) * scale, Double(picture.size.height) * scale)
    let heights = [0, sine * width, cosine * height, sine * width + cosine * height]
    let top = origin.y + heights.min()! - 1
    let bottom = origin.y + heights.max()! + 1
    guard bottom > 0, top < Double(frame.height) else { return nil }
    rows = Int(max(top, 0))..<Int(min(bottom, Double(frame.height)).rounded(.up))

    // Interpolate between the level just larger than the visible size and the next smaller level.
    let depth = min(max(-log2(scale), 0), Double(picture.levels.count - 1))
    let first = min(Int(depth), picture.levels.count - 1)
    let second = min(first + 1, picture.levels.count - 1)
    var shown = ComposedPicture(picture.levels[first])
    shown.levels.1 = picture.levels[second]
    shown.ratios = (
      Float(sign: .plus, exponent: -first, significand: 1),
      Float(sign: .plus, exponent: -second, significand: 1)
    )
    shown.share = Float(depth - Double(first))
    shown.size = picture.size
    shown.scale = Float(scale)
    shown.opacity = Float(min(place.opacity, 1))
    shown.step = SIMD2<Float>(across)
    self.shown = shown
  }

  /// Returns the visible columns and the position in the picture at the centre of the first column.
  func row(_ y: Int) -> (columns: Range<Int>, place: SIMD2<Float>)? {
    guard rows.contains(y) else { return nil }
    let offset = SIMD2(0.5, Double(y) + 0.5) - origin
    let start = across * offset.x + down * offset.y
    var (first, last) = (0.0, Double(frame.width))
    for (place, step, length) in [
      (start.x, across.x, shown.size.width), (start.y, across.y, shown.size.height),
    ] {
      let (low, high) = (-margin - place, Double(length) + margin - place)
      if abs(step) < 1e-12 {
        guard low < 0, high > 0 else { return nil }
        continue
      }
      let ends = step > 0 ? (low / step, high / step) : (high / step, low / step)
      first = max(first, ends.0.rounded(.down))
      last = min(last, ends.1.rounded(.up) + 1)
    }
    guard first < last else { return nil }
    let columns = Int(first)..<Int(last)
    return (columns, SIMD2<Float>(start + across * first))
  }
}
