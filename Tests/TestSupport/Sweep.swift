import Foundation

/// Whether to run sweeps that take minutes completely. `scripts/nightly` sets the variable.
/// Otherwise they run on a sample.
public let isExhaustive = ProcessInfo.processInfo.environment["BROMIDE_EXHAUSTIVE"] != nil

/// The part of an exhaustive sweep that debug builds, which are slow, run: its first elements. Release builds run all.
public func sweep<Elements: Collection>(_ elements: Elements, debug count: Int) -> [Elements
  .Element]
{
  #if DEBUG
    Array(elements.prefix(count))
  #else
    Array(elements)
  #endif
}
