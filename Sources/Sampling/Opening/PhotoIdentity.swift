internal import BromideDevelop
internal import BromideKernels
internal import BromidePhotos
internal import BromideRaw
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// The settings that the picture of a photo depends on. If two identities are equal, the pictures
/// are equal.
///
/// The fingerprint of a picture, the manifest of a render and the cache of a server all contain it.
/// A test changes each property of `PhotoSettings`, so a new setting cannot be missing here.
package struct PhotoIdentity: Encodable {
  private let recipe: DevelopRecipe
  /// Missing unless looks are fitted to camera pictures.
  private let looks: LookIdentity?
  private let balancePlace: BalancePlace?
  /// Missing unless photos can have an unknown exposure.
  private let exposure: String?
  // Missing unless a sidecar sets them.
  private let sensorCrop: SensorCrop?
  private let orientation: Orientation?
  private let rating: Int?
  private var sidecarMetadata: PhotoDescription?
  private let interpolation: LibRawInterpolation?
  private let damaged: DamagePolicy
  private var lockedLevels: LockedLevels?
  // Missing unless it is set.
  private let lockedOptics: LockedOptics?
  /// Missing unless lensfun's database can correct the lens.
  private let lenses: String?
  /// Missing unless the user or a sidecar names the lens.
  private let lens: LensNaming?
  /// Missing without cameras of the user.
  private let cameras: String?
  private let instructionSet: InstructionSet?

  /// The identity of the pictures that settings give.
  package init(_ settings: PhotoSettings) {
    let looks = LookIdentity(settings)
    var recipe = settings.recipe.digestible
    recipe.look = looks.shared
    // The sensor crop can also rotate the picture.
    if settings.sensorCrop != nil {
      recipe.optics.rotationFit = settings.recipe.optics.rotationFit
    }
    self.recipe = recipe
    self.looks = looks.rest
    balancePlace = settings.balancePlace
    exposure = settings.exposureIdentity
    sensorCrop = settings.sensorCrop
    orientation = settings.loading.orientation
    rating = settings.rating
    sidecarMetadata = settings.sidecarMetadata
    interpolation = settings.loading.interpolation
    damaged = settings.loading.damaged
    lockedLevels = settings.loading.lockedLevels
    // Pictures depend on the locked levels, not on the place of the photo with these levels.
    lockedLevels?.source = ""
    lockedOptics = settings.loading.lockedOptics
    lenses = recipe.optics.lens.usesDatabase ? LensDatabase.shared.identity : nil
    lens = settings.loading.lens
    cameras = settings.context.cameras?.digest
    instructionSet = settings.loading.instructionSet
  }

  /// The identity as text.
  package var text: String { String(decoding: json { $0 }, as: UTF8.self) }

  /// Returns the JSON of an object with the members of this identity, in UTF-8.
  ///
  /// - Parameter object: Returns the object for an identity without the sidecar's metadata, which
  ///   this adds, because `Codable` takes a millisecond for it.
  package func json(_ object: (PhotoIdentity) -> some Encodable) -> [UInt8] {
    var rest = self
    rest.sidecarMetadata = nil
    let text = JSONText.encode(object(rest))
    guard let sidecarMetadata else { return Array(text.utf8) }
    return JSONText.adding("sidecarMetadata", sidecarMetadata.json, to: text)
  }
}
