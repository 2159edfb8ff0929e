internal import Color
package import Develop
package import PhotoLoading

extension Outcome {
  /// Says which fitted look a photo has, and where it comes from.
  ///
  /// - Parameters:
  ///   - recipe: How the photo is developed.
  ///   - look: The look of its camera's picture; nil if none was asked for.
  package mutating func tell(_ recipe: DevelopRecipe, _ look: CameraLook?) {
    guard case .fitted(let curve)? = recipe.rendering else {
      guard let look else { return }
      self.look = look.look.name
      lookFrom = look.photo
      lookReason = look.obstacle
      return
    }
    self.look = recipe.look.name
    lookFrom = curve.origin.photo
    lookOffset = curve.offset.map { ($0 * 100).rounded() / 100 }
  }
}
