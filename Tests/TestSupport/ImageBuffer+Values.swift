public import BromideValues

extension ImageBuffer {
  /// A picture of given samples, which are requested row by row and pixel by pixel.
  public init(
    size: Size, channels: Int = 1, _ value: (_ x: Int, _ y: Int, _ channel: Int) throws -> Sample
  ) rethrows {
    self.init(size: size, channels: channels)
    for (x, y) in size.places {
      for channel in 0..<channels { self[x, y, channel] = try value(x, y, channel) }
    }
  }

  /// All samples, row by row.
  public var values: [Sample] { unsafe withUnsafeSamples { unsafe Array($0) } }
}
