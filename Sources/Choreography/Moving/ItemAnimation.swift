internal import Tweening

/// An animation of your own: what `StockAnimation` lacks.
///
/// ```swift
/// struct Swing: ItemAnimation {
///   var name: String { "swing" }
///   func state(of item: Int, on stage: Stage, at share: Double) -> ItemState {
///     let side = item % 2 == 0 ? 1.0 : -1
///     return ItemState(transform: PlaneTransform(rotation: Angle(degrees: side * 30 * (1 - share))))
///   }
/// }
/// ```
///
/// Its transform is applied after those of the stock animations, opacities multiply, and a parameter that both set is its own.
/// What it leaves of an item at the share 1 stays: an item need not end in its own place.
public protocol ItemAnimation: Hashable, Sendable {
  /// What it is called where a routine is printed; such a text does not read back.
  var name: String { get }

  /// The item's state at a share of its way: 0 at the start, 1 at the end; beyond both where the curve overshoots.
  func state(of item: Int, on stage: Stage, at share: Double) -> ItemState
}

extension ItemState {
  /// This state, then another one applied to what it shows.
  func followed(by next: ItemState) -> ItemState {
    var state = self
    if next.transform != .identity {
      state.transform =
        transform == .identity
        ? next.transform : PlaneTransform(transform.matrix.followed(by: next.transform.matrix))
    }
    state.opacity = min(max(opacity * next.opacity, 0), 1)
    let names = Set(next.parameters.map(\.name))
    state.parameters = parameters.filter { !names.contains($0.name) } + next.parameters
    return state
  }
}
