/// A request that cannot be met as it was typed; nothing has been written.
struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A sentence about the request and what would be accepted, without a full stop.
  let message: String

  init(_ message: String) { self.message = message }

  /// The message.
  var description: String { message }
}
