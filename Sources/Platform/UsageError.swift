/// A request that cannot be met as it was typed; nothing has been written.
public struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong and what would be accepted, without a full stop.
  public let message: String

  /// - Parameter message: What is wrong and what would be accepted, without a full stop.
  public init(_ message: String) { self.message = message }

  /// The message.
  public var description: String { message }
}
