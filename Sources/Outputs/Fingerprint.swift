internal import Develop
internal import JPEGCoding
internal import Kernels
internal import Lenses
internal import PNGCoding
internal import PhotoLoading
package import PictureFiles
internal import Pixels
package import Platform
internal import RawDecoding
internal import Sampling
internal import Sidecars
package import SystemPackage
internal import TIFFCoding

/// The text that a picture carries about its origin: the input and the settings that it was made from.
///
/// It depends on the input's content and the settings only, so that equal inputs give equal bytes
/// under any name and on any day. Of the content it states size, a hash of beginning, end and a sample between, which is enough to
/// tell photos apart and quick, and the sum of the whole. An edit in place that the sample misses is found by the file's
/// time, and by those who read the whole.
package enum Fingerprint {
  /// Stands in place of `drawing`, or of `frame` in a sequence, in the text of a picture that lacks some of its photos or
  /// shows damaged ones, so that it is never current.
  package static let draft = "draft"

  /// The text for an input and settings, without the sum of the input: see `text(_:whole:)`.
  package static func text(input: FilePath, settings: PictureSettings) throws(SystemError) -> String
  {
    let content = try ContentHash.file(input)
    var settings = settings
    settings.photo = settings.photo.settled(for: input)
    return "v1 input \(content) settings \(digest(of: settings)) with "
      + BromideVersion.number + coding(settings.encoding)
  }

  /// The text for a drawing, made from nothing but what was asked for.
  package static func text(
    drawing request: String, encoding: PictureEncoding, isWhole: Bool
  ) -> String {
    var hash = ContentHash()
    hash.add([UInt8](request.utf8))
    return "v1 \(isWhole ? "drawing" : draft) \(hash.text) with " + BromideVersion.number
      + coding(encoding)
  }

  /// A format and its options in the words of a frame's hash.
  package static func words(_ encoding: PictureEncoding) -> String {
    switch encoding {
    case .png(let compression): compression.rawValue
    case .jpeg(let options):
      "\(JPEGVersion.text) \(options.quality) \(options.effectiveSubsampling.rawValue)"
    case .tiff(let compression): "tiff \(compression.rawValue)"
    }
  }

  /// The library whose version decides a format's bytes, behind a comma; empty if Bromide's own code does.
  private static func coding(_ encoding: PictureEncoding) -> String {
    encoding.format.library.map { ", \($0)" } ?? ""
  }

  package static func digest(of settings: PictureSettings) -> String {
    var hash = ContentHash()
    hash.add([UInt8](settingsText(settings).utf8))
    return hash.text
  }

  /// The settings that a picture depends on, as text.
  package static func settingsText(_ settings: PictureSettings) -> String {
    JSONText.encode(SettingsText(settings))
  }

  /// The settings as the digest covers them.
  private struct SettingsText: Encodable {
    let recipe: DevelopRecipe
    /// Absent unless looks come from cameras' pictures.
    let looks: LookIdentity?
    let balancePlace: BalancePlace?
    // Absent unless photos may have an exposure that neither file nor table state.
    let exposure: String?
    // Absent from the text unless a sidecar states them.
    let sensorCrop: SensorCrop?
    let orientation: Orientation?
    let rating: Int?
    let interpolation: LibRawInterpolation?
    // Of these, the one of the picture's format is there.
    let compression: PNGCompression?
    let jpeg: JPEGOptions?
    let tiff: TIFFCompression?
    let metadata: MetadataChoice
    let copyright: String?
    let artist: String?
    let damaged: DamagePolicy
    let lockedLevels: LockedLevels?
    // Absent from the text unless there is one.
    let lockedOptics: LockedOptics?
    /// Absent unless lensfun's database may correct the lens.
    let lenses: String?
    let instructionSet: InstructionSet?
    // The unpacker changes no pixel, so a picture is current whichever was used.
    let unpacker = Unpacker.auto

    init(_ settings: PictureSettings) {
      let photo = settings.photo
      let looks = LookIdentity(photo)
      var recipe = photo.recipe.digestible
      recipe.look = looks.shared
      // It may turn the picture, too.
      if photo.sensorCrop != nil {
        recipe.optics.rotationFit = photo.recipe.optics.rotationFit
      }
      self.recipe = recipe
      self.looks = looks.rest
      balancePlace = photo.balancePlace
      exposure = photo.exposureIdentity
      sensorCrop = photo.sensorCrop
      orientation = photo.loading.orientation
      rating = photo.rating
      interpolation = photo.loading.interpolation
      compression =
        if case .png(let compression) = settings.encoding { compression } else { nil }
      // What `auto` stands for, so that a picture is current whichever was said.
      jpeg =
        if case .jpeg(let options) = settings.encoding {
          JPEGOptions(
            quality: options.quality, subsampling: options.effectiveSubsampling,
            headroom: options.headroom)
        } else { nil }
      tiff = if case .tiff(let compression) = settings.encoding { compression } else { nil }
      metadata = settings.metadata
      copyright = settings.copyright
      artist = settings.artist
      damaged = photo.loading.damaged
      lockedLevels = photo.loading.lockedLevels
      lockedOptics = photo.loading.lockedOptics
      lenses = photo.recipe.optics.lens.usesDatabase ? LensDatabase.shared.identity : nil
      instructionSet = photo.loading.instructionSet
    }
  }
}
