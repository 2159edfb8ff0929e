/// An error in the arguments. No files have been written.
package struct UsageError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A sentence with the problem and the accepted values, without a full stop.
  let message: String

  init(_ message: String) { self.message = message }

  /// The message.
  package var description: String { message }
}
