internal import NIOCore

/// Addresses of proxies. The server uses their headers about clients.
package struct TrustedProxies: Sendable, Hashable {
  private var addresses: Set<String> = []

  /// Creates an empty set.
  package init() {}

  /// Adds an address.
  ///
  /// - Parameter text: IPv4 or IPv6 in any format, without a port.
  /// - Returns: `false` if the text is not an address.
  package mutating func add(_ text: String) -> Bool {
    guard let address = try? SocketAddress(ipAddress: text, port: 0), let plain = address.plain
    else { return false }
    addresses.insert(plain)
    return true
  }

  /// Returns whether the set contains an address in the format of `SocketAddress.plain`.
  func contains(_ address: String) -> Bool { addresses.contains(address) }
}

extension SocketAddress {
  /// The IP address in a unique format, or `nil` for other addresses. IPv4 in IPv6 becomes IPv4.
  var plain: String? {
    guard let text = ipAddress?.lowercased() else { return nil }
    let carrier = "::ffff:"
    guard text.hasPrefix(carrier), text.contains(".") else { return text }
    return String(text.dropFirst(carrier.count))
  }
}
