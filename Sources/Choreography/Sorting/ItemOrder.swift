/// An order of your own: what `SortFunction.Kind` lacks.
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
  /// What it is called where a routine is printed; such a text does not read back.
  var name: String { get }

  /// How long each item waits, in delays: 0 or more, one number for each item of the stage, in their order. Negative
  /// and infinite numbers and NaN count as 0.
  func waits(on stage: Stage) -> [Double]
}

/// An order of any type.
public struct AnyItemOrder: Hashable, Sendable {
  /// The order.
  public let order: any ItemOrder

  /// Wraps an order.
  public init(_ order: any ItemOrder) { self.order = order }

  /// Whether both are of one type, and equal.
  public static func == (a: AnyItemOrder, b: AnyItemOrder) -> Bool {
    AnyHashable(a.order) == AnyHashable(b.order)
  }

  /// Hashes the order.
  public func hash(into hasher: inout Hasher) { hasher.combine(AnyHashable(order)) }
}

extension SortFunction.Kind {
  /// An order of your own.
  public static func own(_ order: some ItemOrder) -> SortFunction.Kind {
    .custom(AnyItemOrder(order))
  }
}
