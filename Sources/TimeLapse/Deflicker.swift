internal import Tweening

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// Brings the measured luminance of photos to a smooth course.
///
/// The luminance of photo i in EV, less the brightness it was set to, is what the scene and the flicker gave. Its smooth is
/// a running average of w photos run forwards, and one run backwards over what that gave: together weights that fall
/// evenly to both sides over 2w − 1 photos, so that nothing lags. The correction is smooth − measured. Steps of the
/// settings are not flicker: they are taken out first, and `HolyGrail` handles them.
///
/// Beyond both ends the course goes on along the straight line that fits its outermost w photos best, so that a ramp is
/// left alone up to the first and last photo.
public enum Deflicker {
  /// EV to add to each photo.
  ///
  /// - Parameters:
  ///   - luminance: Mean linear light of each photo, 1 for white; nil if it was not measured.
  ///   - brightness: The camera's setting for each photo in EV; all 0 if steps count as flicker.
  ///   - smooth: Photos that each running average has, at most a quarter of those measured: more would make the bend of
  ///     a short run straight. With 1 or less nothing is corrected.
  public static func correction(
    _ luminance: [Double?], brightness: [Double], smooth: Double
  ) -> [Double] {
    let window = Int(smooth.rounded())
    let measured = luminance.indices.map { i in
      luminance[i].flatMap { $0 >= darkest ? log2($0) - brightness[i] : nil }
    }
    let known = measured.indices.filter { measured[$0] != nil }
    guard window > 1, known.count > 2 else { return measured.map { _ in 0 } }
    let course = filled(measured, known)
    let smoothed = smoothed(course, window: min(window, max(2, known.count / 4)))
    return measured.indices.map { i in
      measured[i] == nil ? 0 : min(max(smoothed[i] - course[i], -largest), largest)
    }
  }

  /// One code value of a 14-bit sensor: a darker photo has no light to compare.
  private static let darkest = 1.0 / 16_384
  /// Flicker is weaker; stronger changes are lightning or a hand before the lens.
  private static let largest = 1.0

  /// Photos that were not measured lie on the line between their neighbours.
  private static func filled(_ values: [Double?], _ known: [Int]) -> [Double] {
    var next = 0
    return values.indices.map { i in
      if let value = values[i] { return value }
      while next < known.count && known[next] < i { next += 1 }
      guard next > 0 else { return values[known[0]]! }
      let left = known[next - 1]
      guard next < known.count else { return values[left]! }
      let right = known[next]
      let share = Double(i - left) / Double(right - left)
      return values[left]! + (values[right]! - values[left]!) * share
    }
  }

  private static func smoothed(_ course: [Double], window: Int) -> [Double] {
    let head = Line(course.prefix(window).enumerated().map { (Double($0), $1) })
    let tail = Line(course.suffix(window).reversed().enumerated().map { (Double($0), $1) })
    let before = (1...window).reversed().map { head.value(-Double($0)) }
    let after = (1...window).map { tail.value(-Double($0)) }
    let forwards = averaged(before + course + after, window: window)
    let backwards = averaged(forwards.reversed(), window: window)
    return Array(backwards.reversed()[window..<window + course.count])
  }

  private static func averaged(_ values: [Double], window: Int) -> [Double] {
    guard var average = try? RunningAverage<Double>(capacity: window) else { return values }
    return values.enumerated().map { index, value in
      do { try average.add(value, at: Double(index)) } catch {
        preconditionFailure("logarithms of light are finite")
      }
      return average.mean
    }
  }

  /// The line with the least squares through some points.
  private struct Line {
    private let mean: (x: Double, y: Double)
    private let slope: Double

    init(_ points: [(x: Double, y: Double)]) {
      let count = Double(points.count)
      let mean = (
        x: points.reduce(0) { $0 + $1.x } / count, y: points.reduce(0) { $0 + $1.y } / count
      )
      let spread = points.reduce(0) { $0 + ($1.x - mean.x) * ($1.x - mean.x) }
      let common = points.reduce(0) { $0 + ($1.x - mean.x) * ($1.y - mean.y) }
      self.mean = mean
      slope = spread > 0 ? common / spread : 0
    }

    func value(_ x: Double) -> Double { mean.y + slope * (x - mean.x) }
  }
}
