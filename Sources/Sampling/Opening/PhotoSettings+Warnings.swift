internal import BromideDevelop
public import BromidePhotos
internal import BromideValues
public import SystemPackage

extension PhotoSettings {
  /// Returns the warnings about a photo that was developed with these settings.
  ///
  /// If looks are fitted before the photos are developed, the look is not a photo's warning.
  ///
  /// - Parameters:
  ///   - look: The look from `cameraLook(of:_:)`, or `nil` if it was not requested.
  ///   - includesBalance: Whether to include the replacement of a missing white balance.
  public func warnings(
    about photo: LoadedPhoto, _ path: FilePath, look: CameraLook?, includesBalance: Bool = true
  ) -> [Warning] {
    var warnings = tableWarnings + photo.warnings(for: recipe.profile)
    if includesBalance, usesRecordedBalance, let balance = photo.balanceWarning {
      warnings.append(balance)
    }
    switch cameraLooks {
    case .each?, .listed?: warnings += [look?.warning(about: path)].compactMap(\.self)
    case .fitted?, nil: break
    }
    return warnings
  }

  /// Returns the warnings about a finished picture that was developed with these settings.
  public func warnings(about still: StillPhoto.Loaded) -> [Warning] {
    tableWarnings + still.warnings
  }

  /// The warnings about the recipe's look table.
  public var tableWarnings: [Warning] { recipe.tableLook?.table.warnings ?? [] }
}
