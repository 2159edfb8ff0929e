/// The type of an output sample. The raw value is the number of bits.
public enum SampleFormat: Int, Sendable, Hashable, Codable, CaseIterable {
  /// Integers from 0 to 255.
  case uint8 = 8
  /// Integers from 0 to 65535.
  case uint16 = 16
  /// Linear light with white at 1, as IEEE 754 binary32. Values below 0 and above 1 are possible.
  case float32 = 32

  /// The integer formats.
  public static let codes: [SampleFormat] = [.uint8, .uint16]

  /// Bytes per stored sample.
  public var byteCount: Int { rawValue / 8 }

  /// The value of white. For integer formats, it is also the largest code.
  public var maximum: Int { self == .float32 ? 1 : (1 << rawValue) - 1 }

  /// The name on the command line: `8`, `16` or `float32`.
  public var name: String { self == .float32 ? "float32" : "\(rawValue)" }
}

/// The format of an output pixel: the number of channels and the type of their samples.
public struct PixelFormat: Sendable, Hashable, Codable {
  /// The number of channels: 1 is grey, 2 grey and alpha, 3 RGB, 4 RGBA. Alpha is straight.
  public var channels: Int
  /// The sample type of every channel.
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

  /// The number of channels without alpha: 1 or 3.
  public var colorChannels: Int { hasAlpha ? channels - 1 : channels }
}
