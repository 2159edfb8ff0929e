internal import BromideSystem

/// SHA-256 of samples, to compare with digests from other programs.
public enum SampleDigest {
  /// Returns 64 hexadecimal digits of samples as little-endian numbers of 16 bits.
  public static func sha256(_ samples: [UInt16]) -> String {
    SecureHash.hexDigits(of: samples.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] })
  }
}
