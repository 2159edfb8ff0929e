internal import Kernels
internal import Pixels

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

extension OutputGeometry {
  /// The part of the source that is resampled along rows and columns: the window itself, or
  /// everything that a rotated window may show, at the same scale.
  var canvas: (window: Window, size: Size) {
    guard rotation != 0 else { return (window, storedOutput) }
    let (cosine, sine) = (abs(cos(rotation * .pi / 180)), abs(sin(rotation * .pi / 180)))
    let (width, height) = (Double(storedOutput.width), Double(storedOutput.height))
    // The cubic reaches 2 pixels further.
    let across = (width * cosine + height * sine) / 2 + 2
    let down = (width * sine + height * cosine) / 2 + 2
    func span(
      _ start: Double, _ length: Double, _ outputs: Int, _ reach: Double, _ limit: Int
    ) -> (start: Double, length: Double, count: Int) {
      let step = length / Double(outputs)
      // On the grid of the window's pixels, so that the canvas needs no resampling if these are
      // source pixels.
      func steps(_ position: Double) -> Double { (position - start) / step }
      let first = steps(max(0, start + length / 2 - reach * step)).rounded(.down)
      let last = steps(min(Double(limit), start + length / 2 + reach * step)).rounded(.up)
      let count = max(1, Int(last - first))
      return (start + first * step, Double(count) * step, count)
    }
    let columns = span(window.x, window.width, storedOutput.width, across, source.width)
    let rows = span(window.y, window.height, storedOutput.height, down, source.height)
    return (
      Window(x: columns.start, y: rows.start, width: columns.length, height: rows.length),
      Size(width: columns.count, height: rows.count)
    )
  }

  /// The rotation of the canvas; nil if there is none.
  var turn: RotateKernel? {
    guard rotation != 0 else { return nil }
    let (canvas, size) = canvas
    let scale = (
      x: Double(size.width) / canvas.width, y: Double(size.height) / canvas.height
    )
    return RotateKernel(
      degrees: rotation,
      centre: (
        (window.x + window.width / 2 - canvas.x) * scale.x,
        (window.y + window.height / 2 - canvas.y) * scale.y
      ),
      target: (Double(storedOutput.width) / 2, Double(storedOutput.height) / 2),
      bounds: (
        -canvas.x * scale.x, -canvas.y * scale.y, (Double(source.width) - canvas.x) * scale.x,
        (Double(source.height) - canvas.y) * scale.y
      ))
  }
}

extension Orientation {
  /// 1, or −1 if the stored picture is a mirror image of the upright one.
  var handedness: Double {
    switch self {
    case .topLeft, .bottomRight, .rightTop, .leftBottom: 1
    case .topRight, .bottomLeft, .leftTop, .rightBottom: -1
    }
  }
}
