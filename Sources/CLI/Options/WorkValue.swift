internal import ArgumentParser
package import BromideSystem

/// Reads the values of flags for resources, for all commands and for the server.
package enum WorkValue {
  /// Reads a number of threads or requests.
  package static let jobs = NumberValue.whole(1...1024)
  /// Reads the time limit of a worker.
  package static let seconds = NumberValue.decimal(0.01...1e6, noun: "seconds")

  /// Reads an amount of memory.
  package static func memory(_ text: String) throws -> MemoryLimit {
    guard let limit = MemoryLimit(text) else {
      throw ValidationError("expected \(MemoryLimit.accepted)")
    }
    return limit
  }
}
