/// A request that cannot be met as it was typed; nothing has been written.
package struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A sentence about the request and what would be accepted, without a full stop.
  let message: String

  init(_ message: String) { self.message = message }

  /// The message.
  package var description: String { message }
}
