/// The reason why a part of a camera profile, or an output profile, cannot be used.
public struct ProfileError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A clause, such as `2 numbers where its dimensions query for 8100`.
  public let reason: String

  /// An error for a reason.
  public init(_ reason: String) { self.reason = reason }

  /// The reason.
  public var description: String { reason }
}
