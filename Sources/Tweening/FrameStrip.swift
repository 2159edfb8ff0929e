/// A strip of pictures: the equally long frames of one animation.
public enum FrameStrip {
  /// Returns the frame to show, ⌊p·(n − 1)⌋: frame 0 at the start, and the last frame only exactly
  /// at the end.
  ///
  /// If `share` is outside 0…1, because a curve overshoots, the result is the first or last frame.
  /// For NaN it is the first.
  ///
  /// - Parameters:
  ///   - share: p, the fraction of the animation that has passed.
  ///   - count: n, the number of frames in the strip, at least 1.
  public static func frame(at share: Double, of count: Int) -> Int {
    precondition(count > 0, "a strip has frames")
    let place = (share * Double(count - 1)).rounded(.down)
    return place >= 0 ? Int(min(place, Double(count - 1))) : 0
  }
}
