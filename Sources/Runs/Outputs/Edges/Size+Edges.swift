internal import BromideValues

// The lengths of borders and watermarks.

extension Size {
  /// Returns a part of the long edge in pixels, at least 1.
  ///
  /// - Parameter percent: The part, in percent.
  func edgePixels(percent: Double) -> Int {
    max(1, Int((Double(longEdge) * percent / 100).rounded()))
  }

  /// Returns this size with the same number of pixels added on each side.
  func surrounded(by pixels: Int) -> Size {
    Size(width: width + 2 * pixels, height: height + 2 * pixels)
  }
}

extension Double {
  /// The text of a percentage, such as `15%`.
  var percentText: String { (Int(exactly: self).map { "\($0)" } ?? "\(self)") + "%" }
}
