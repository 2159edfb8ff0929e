package import Tweening

extension CurveTextError {
  /// The error in words. For an unknown name, it points to the command that shows all curves.
  package var advised: String {
    guard case .unknownName(_, let nearest) = reason else { return description }
    return description + (nearest == nil ? "; " : " ") + "bromide curves shows all names"
  }
}
