#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Glibc
#endif

/// The 64-bit hash FNV-1a (G. Fowler, L. C. Noll, K.-P. Vo). It tells things apart; it resists no attack.
package struct ContentHash: Sendable {
  private var value: UInt64 = 0xCBF2_9CE4_8422_2325

  package init() {}

  package mutating func add(_ bytes: [UInt8]) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }

  package var text: String {
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}

extension ContentHash {
  /// Size and hash of a file as text: equal for equal content under any name and on any day.
  ///
  /// Of the content it covers beginning, end and a sample between: enough to tell photos apart. An edit in place that it
  /// misses is found by the file's time.
  package static func file(_ path: String) throws(SystemError) -> String {
    var content = ContentHash()
    let size = try FileSystem.status(path).size
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw SystemError(operation: "open", path: path, code: errno) }
    defer { close(descriptor) }
    let last = max(size - edge, 0)
    content.add(try FileSystem.bytes(descriptor: descriptor, at: 0, count: min(edge, size)))
    for index in 1..<samples {
      let offset = last / samples * index
      content.add(try FileSystem.bytes(descriptor: descriptor, at: offset, count: sample))
    }
    content.add(try FileSystem.bytes(descriptor: descriptor, at: last, count: min(edge, size)))
    return "\(size)-\(content.text)"
  }

  private static let edge = 64 << 10
  private static let samples = 16
  private static let sample = 4 << 10
}
