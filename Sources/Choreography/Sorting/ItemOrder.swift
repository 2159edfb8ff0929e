/// An order that you write yourself, if `SortFunction.Kind` does not contain it.
///
/// ```swift
/// struct Checkers: ItemOrder {
///   let columns: Int
///   var name: String { "checkers" }
///   func waits(on stage: Stage) -> [Double] {
///     stage.points.indices.map { Double(($0 / columns + $0 % columns) % 2) }
///   }
/// }
/// let order = try SortFunction(.own(Checkers(columns: 8)), delay: 0.4)
/// ```
public protocol ItemOrder: Hashable, Sendable {
  /// The name that a routine's text form prints. A text with this name cannot be parsed.
  var name: String { get }

  /// Returns the waiting time of each item as a multiple of the delay.
  ///
  /// The result contains one number for each item of the stage, in their order. Numbers are 0 or
  /// more. Negative numbers, infinity and NaN are treated as 0.
  func waits(on stage: Stage) -> [Double]
}

/// An order of any type.
public struct AnyItemOrder: Hashable, Sendable {
  /// The order.
  public let order: any ItemOrder

  /// Wraps an order.
  public init(_ order: any ItemOrder) { self.order = order }

  /// Returns whether both have the same type and are equal.
  public static func == (a: AnyItemOrder, b: AnyItemOrder) -> Bool {
    AnyHashable(a.order) == AnyHashable(b.order)
  }

  /// Hashes the order.
  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(order)) }
}

extension SortFunction.Kind {
  /// Creates an order from your implementation.
  public static func own(_ order: some ItemOrder) -> SortFunction.Kind {
    .custom(AnyItemOrder(order))
  }
}
