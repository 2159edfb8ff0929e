internal import NIOCore

/// Addresses of proxies whose words about their clients count.
package struct TrustedProxies: Sendable, Hashable {
  private var addresses: Set<String> = []

  /// No proxies.
  package init() {}

  /// Adds an address.
  ///
  /// - Parameter text: IPv4 or IPv6 in any of its forms, without a port.
  /// - Returns: False if it is none.
  package mutating func add(_ text: String) -> Bool {
    guard let address = try? SocketAddress(ipAddress: text, port: 0), let plain = address.plain
    else { return false }
    addresses.insert(plain)
    return true
  }

  /// Whether an address, as `SocketAddress.plain` writes it, is one of them.
  func contains(_ address: String) -> Bool { addresses.contains(address) }
}

extension SocketAddress {
  /// The IP address in one form, also if IPv6 carries IPv4; nil for other addresses.
  var plain: String? {
    guard let text = ipAddress?.lowercased() else { return nil }
    let carrier = "::ffff:"
    guard text.hasPrefix(carrier), text.contains(".") else { return text }
    return String(text.dropFirst(carrier.count))
  }
}
