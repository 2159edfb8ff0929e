internal import Tweening

/// An animation that you write yourself, for movements that `StockAnimation` does not contain.
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
/// Its transform is applied after the transforms of stock animations. Opacities multiply. If both
/// set a parameter, this animation's value is used. Its state at the share 1 stays, so an item can
/// end away from its normal position.
public protocol ItemAnimation: Hashable, Sendable {
  /// The name that a routine's text form prints. A text with this name cannot be parsed.
  var name: String { get }

  /// Returns the item's state at a fraction of its movement: 0 at the start, 1 at the end. The
  /// fraction is outside 0…1 where the curve overshoots.
  func state(of item: Int, on stage: Stage, at share: Double) -> ItemState
}

extension ItemState {
  /// Returns this state with another one applied after it.
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
