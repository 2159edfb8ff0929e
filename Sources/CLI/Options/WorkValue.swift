internal import ArgumentParser
package import BromideSystem

/// Reads the values of flags for resources, for all commands and for the server.
package enum WorkValue {
  /// Reads a number of threads or requests.
  package static func jobs(_ text: String) throws -> Int {
    guard let count = Int(text), (1...1024).contains(count) else {
      throw ValidationError("expected whole numbers from 1 to 1024")
    }
    return count
  }

  /// Reads an amount of memory.
  package static func memory(_ text: String) throws -> MemoryLimit {
    guard let limit = MemoryLimit(text) else {
      throw ValidationError("expected \(MemoryLimit.accepted)")
    }
    return limit
  }

  /// Reads the time limit of a worker.
  package static func seconds(_ text: String) throws -> Double {
    guard let seconds = Double(text), (0.01...1e6).contains(seconds) else {
      throw ValidationError("expected seconds from 0.01 to 1000000")
    }
    return seconds
  }
}
