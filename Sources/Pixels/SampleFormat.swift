/// The bits of one finished sample.
public enum SampleFormat: Int, Sendable, Hashable, Codable, CaseIterable {
  case uint8 = 8
  case uint16 = 16

  /// Bytes of a stored sample.
  public var byteCount: Int { rawValue / 8 }

  /// The largest code value.
  public var maximum: Int { (1 << rawValue) - 1 }
}

/// What one finished pixel is made of: how many channels, and how wide each.
public struct PixelFormat: Sendable, Hashable, Codable {
  /// 1 grey, 2 grey and alpha, 3 RGB, 4 RGBA (alpha straight).
  public var channels: Int
  /// The width of every channel.
  public var sample: SampleFormat

  /// - Parameter channels: 1 to 4.
  public init(channels: Int, sample: SampleFormat) {
    precondition((1...4).contains(channels), "a pixel has 1 to 4 channels")
    self.channels = channels
    self.sample = sample
  }

  /// Bytes of an interleaved pixel, without gaps.
  public var bytesPerPixel: Int { channels * sample.byteCount }

  /// Whether the last channel is alpha.
  public var hasAlpha: Bool { channels % 2 == 0 }

  /// The channels without alpha: 1 or 3.
  public var colorChannels: Int { hasAlpha ? channels - 1 : channels }
}
