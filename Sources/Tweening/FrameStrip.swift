/// Which frame of a strip is shown, the picture of an animation cut into equal frames.
public enum FrameStrip {
  /// ⌊p·(n − 1)⌋: frame 0 at the start, the last one at the end only. A share beyond 0…1, as curves that overshoot
  /// give, shows the frame at that end; NaN the first.
  ///
  /// - Parameters:
  ///   - share: p, how far the animation is.
  ///   - count: n, frames in the strip, at least 1.
  public static func frame(at share: Double, of count: Int) -> Int {
    precondition(count > 0, "a strip has frames")
    let place = (share * Double(count - 1)).rounded(.down)
    return place >= 0 ? Int(min(place, Double(count - 1))) : 0
  }
}
