internal import BromideSystem

/// The reason why a picture cannot be read, as a sentence without the picture's name.
package struct Unreadable: Error, Sendable, Hashable {
  /// The sentence.
  package let reason: String

  init(_ reason: String) { self.reason = reason }

  /// Runs a step and converts a system error to the reason.
  ///
  /// - Parameter who: The prefix of the message.
  static func unless<Value>(
    _ who: String = "", _ step: () throws(SystemError) -> Value
  ) throws(Unreadable) -> Value {
    do throws(SystemError) { return try step() } catch { throw Unreadable(who + error.reason) }
  }
}
