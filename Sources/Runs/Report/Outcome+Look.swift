package import BromideDevelop
package import BromidePhotos
internal import BromideValues

extension Outcome {
  /// Records the fitted look of a photo and its source.
  ///
  /// - Parameters:
  ///   - recipe: The recipe of the photo.
  ///   - look: The look of the camera's picture, or `nil` unless it was requested.
  package mutating func note(_ recipe: DevelopRecipe, _ look: CameraLook?) {
    guard case .fitted(let curve)? = recipe.rendering else {
      guard let look else { return }
      self.look = look.look.name
      lookFrom = look.photo.isEmpty ? nil : look.photo
      lookReason = look.obstacle
      return
    }
    self.look = recipe.look.name
    lookFrom = curve.origin.photo
    lookOffset = curve.offset.map { ($0 * 100).rounded() / 100 }
  }
}
