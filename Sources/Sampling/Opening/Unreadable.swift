internal import Platform

/// Why a picture cannot be read: a sentence without its name.
package struct Unreadable: Error, Sendable, Hashable {
  /// The sentence.
  package let reason: String

  init(_ reason: String) { self.reason = reason }

  /// Runs a step; a failure of the system becomes the reason.
  ///
  /// - Parameter who: What begins the sentence.
  static func unless<Value>(
    _ who: String = "", _ step: () throws(SystemError) -> Value
  ) throws(Unreadable) -> Value {
    do throws(SystemError) { return try step() } catch { throw Unreadable(who + error.reason) }
  }
}
