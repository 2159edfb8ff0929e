/// A request that cannot be met as it was typed; nothing has been written.
public struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
  public let message: String

  public init(_ message: String) { self.message = message }

  public var description: String { message }
}
