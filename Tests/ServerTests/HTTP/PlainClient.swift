import BromideLibc

/// A TCP client that sends exactly the bytes that it is given, whole or in drops. One thread sends, one reads.
final class PlainClient: @unchecked Sendable {
  private let descriptor: Int32

  /// - Parameter source: The last byte of the address that it calls from, 127.0.0.`source`. Linux has all of them.
  init?(port: Int, source: UInt32 = 1) {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, kind, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    func with(
      _ port: Int, _ last: UInt32, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Bool {
      address.sin_port = in_port_t(port).bigEndian
      address.sin_addr.s_addr = in_addr_t(0x7F00_0000 | last).bigEndian
      return unsafe withUnsafePointer(to: &address) { place in
        unsafe place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe body($0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
        }
      }
    }
    let socket = descriptor
    let isBound = unsafe source == 1 || with(0, source) { unsafe bind(socket, $0, $1) }
    guard isBound, unsafe with(port, 1, { unsafe connect(socket, $0, $1) }) else {
      close(descriptor)
      return nil
    }
    // A guard against tests that hang. A loaded machine may need long for an answer.
    setTimeout(300)
  }

  deinit { close(descriptor) }

  /// Seconds that a read waits.
  func setTimeout(_ seconds: Int) {
    var time = timeval(tv_sec: seconds, tv_usec: 0)
    unsafe setsockopt(
      descriptor, SOL_SOCKET, SO_RCVTIMEO, &time, socklen_t(MemoryLayout<timeval>.size))
  }

  /// - Returns: Whether all was taken; the other side may have closed.
  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var done = 0
    while done < bytes.count {
      let count = unsafe bytes.withUnsafeBytes { bytes in
        #if canImport(Glibc)
          unsafe BromideLibc.send(
            descriptor, bytes.baseAddress! + done, bytes.count - done, Int32(MSG_NOSIGNAL))
        #else
          unsafe BromideLibc.send(descriptor, bytes.baseAddress! + done, bytes.count - done, 0)
        #endif
      }
      guard count > 0 else { return false }
      done += count
    }
    return true
  }

  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  /// Ends the sending side, and continues to listen.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Returns the data until the other side closes, or `nil` if this exceeds the read timeout.
  func readToEnd() -> [UInt8]? {
    var all: [UInt8] = []
    while true {
      guard let part = readSome() else { return nil }
      if part.isEmpty { return all }
      all += part
    }
  }

  /// Returns the available data, at least a byte. Returns an empty array at the end, or `nil` after
  /// the timeout.
  func readSome() -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe buffer.withUnsafeMutableBytes {
      unsafe recv(descriptor, $0.baseAddress, $0.count, 0)
    }
    if count < 0 { return errno == ECONNRESET ? [] : nil }
    return Array(buffer[..<count])
  }

  /// One answer: its status, its headers in lower case, its body by Content-Length.
  func answer() -> (status: Int, headers: [String: String], body: [UInt8])? {
    let mark = Array("\r\n\r\n".utf8)
    var end: Int?
    while end == nil {
      if let found = ahead.firstRange(of: mark) {
        end = found.upperBound
      } else {
        guard let part = readSome(), !part.isEmpty else { return nil }
        ahead += part
      }
    }
    let lines = String(decoding: ahead[..<end!], as: UTF8.self).split(separator: "\r\n")
    let status = lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      let sides = line.split(separator: ":", maxSplits: 1)
      headers[sides[0].lowercased()] =
        sides.count == 2 ? sides[1].trimmingPrefix(" ").description : ""
    }
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    while ahead.count < end! + length {
      guard let part = readSome(), !part.isEmpty else { return nil }
      ahead += part
    }
    defer { ahead.removeFirst(end! + length) }
    return (status, headers, Array(ahead[end!..<end! + length]))
  }

  private var ahead: [UInt8] = []

  /// Sends a text and returns the next answer.
  func answer(to text: String) -> (status: Int, headers: [String: String], body: [UInt8])? {
    send(text)
    return answer()
  }

  /// Requests a target and returns the next answer.
  func get(_ target: String) -> (status: Int, headers: [String: String], body: [UInt8])? {
    answer(to: "GET \(target) HTTP/1.1\r\nHost: x\r\n\r\n")
  }
}
