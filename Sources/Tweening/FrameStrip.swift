/// A strip of pictures, the equal frames of one animation.
public enum FrameStrip {
  /// The frame to show, ⌊p·(n − 1)⌋: frame 0 at the start, and the last one only at the very end.
  ///
  /// A share beyond 0…1, from a curve that overshoots, shows the frame at that end; NaN shows the
  /// first.
  ///
  /// - Parameters:
  ///   - share: p, the share of the animation that has passed.
  ///   - count: n, the number of frames in the strip, at least 1.
  public static func frame(at share: Double, of count: Int) -> Int {
    precondition(count > 0, "a strip has frames")
    let place = (share * Double(count - 1)).rounded(.down)
    return place >= 0 ? Int(min(place, Double(count - 1))) : 0
  }
}
