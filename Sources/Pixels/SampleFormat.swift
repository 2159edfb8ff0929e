/// The form of one finished sample; its raw value is the number of bits.
public enum SampleFormat: Int, Sendable, Hashable, Codable, CaseIterable {
  /// Codes from 0 to 255.
  case uint8 = 8
  /// Codes from 0 to 65535.
  case uint16 = 16
  /// Linear light with white at 1, below 0 and above 1 too, as IEEE 754 binary32.
  case float32 = 32

  /// The formats of whole numbers.
  public static let codes: [SampleFormat] = [.uint8, .uint16]

  /// Bytes per stored sample.
  public var byteCount: Int { rawValue / 8 }

  /// The value of white, and the largest code.
  public var maximum: Int { self == .float32 ? 1 : (1 << rawValue) - 1 }

  /// The name on the command line: `8`, `16` or `float32`.
  public var name: String { self == .float32 ? "float32" : "\(rawValue)" }
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
