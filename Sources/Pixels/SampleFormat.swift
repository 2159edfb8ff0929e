/// Bits of one finished sample.
public enum SampleFormat: Int, Sendable, Hashable, Codable, CaseIterable {
  case uint8 = 8
  case uint16 = 16

  /// Bytes per stored sample.
  public var byteCount: Int { rawValue / 8 }

  /// Largest code value.
  public var maximum: Int { (1 << rawValue) - 1 }
}

/// The format of a finished pixel: the number of channels and the width of each.
public struct PixelFormat: Sendable, Hashable, Codable {
  /// Number of channels: 1 is grey, 2 grey and alpha, 3 RGB, 4 RGBA. Alpha is straight.
  public var channels: Int
  /// Width of every channel.
  public var sample: SampleFormat

  /// - Parameter channels: Number of channels, 1 to 4.
  public init(channels: Int, sample: SampleFormat) {
    precondition((1...4).contains(channels), "a pixel has 1 to 4 channels")
    self.channels = channels
    self.sample = sample
  }

  /// Bytes per interleaved pixel, without gaps.
  public var bytesPerPixel: Int { channels * sample.byteCount }

  /// Whether the last channel is alpha.
  public var hasAlpha: Bool { channels % 2 == 0 }

  /// Number of channels without alpha: 1 or 3.
  public var colorChannels: Int { hasAlpha ? channels - 1 : channels }
}
