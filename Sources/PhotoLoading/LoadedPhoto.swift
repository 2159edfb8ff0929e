internal import Color
public import Develop
internal import Kernels
package import Pixels
internal import Platform
public import RawDecoding
public import SystemPackage

/// A decoded raw photo, ready to be developed or sampled.
///
/// Its pixels stay where the decoder left them; they live as long as this value or `source`.
public struct LoadedPhoto: Sendable {
  /// The decoded photo as its file states it.
  public let raw: RawPhoto
  /// The pixels with the levels and the white balance that they are developed with.
  public let source: DevelopSource
  /// The white balance that was found for a photo in colour that records none; nil for all others.
  public let balance: PhotoBalance?
  /// The photo whose levels are used in place of this one's; nil if it uses its own.
  public let levelsFrom: FilePath?
  /// The file name of the photo whose reading of lens and sensor stands in place of a measurement; nil if none does.
  public let opticsFrom: String?
  /// The file before it was opened; nil if it cannot change.
  var state: FileState?

  /// Gives a decoded photo its levels, and a white balance if it records none.
  ///
  /// - Parameters:
  ///   - optics: What is known of its lens and sensor; nil to measure it.
  ///   - lens: Looks its lens up.
  ///   - orientation: Replaces the photo's own; nil keeps it.
  ///   - exposure: Looks for the exposure that neither file nor table states.
  ///   - preview: Reads the photo's preview, with the path of its file; nil if it has none.
  package init(
    _ raw: RawPhoto, levels: LockedLevels?, optics: LockedOptics.Entry? = nil,
    lens: LensLookup? = nil, orientation: Orientation? = nil,
    exposure: (DevelopSource) -> ExposureLookup? = { _ in nil },
    preview: () -> (FilePath, RawPreview.Content)? = { nil }
  ) throws(LevelsOfAnotherCamera) {
    let image = try levels?.image(of: raw) ?? raw.image
    self.raw = raw
    var source = DevelopSource(
      image: image, profile: raw.profile, defaultCrop: raw.defaultCrop,
      orientation: orientation ?? raw.orientation, pixelAspect: raw.pixelAspect)
    source.userCrop = raw.userCrop
    source.headroom = Double(raw.headroom)
    source.embedded = raw.embeddedOptics
    source.lens = lens
    var stated = OpticsReading()
    stated.noise = raw.embeddedOptics.noise.map { NoiseModel(a: $0.x, b: $0.y) }
    // Another process may have read it.
    if stated.isSound { source.optics = stated }
    if let optics, image.filters != nil { source.lockedOptics = optics.reading }
    opticsFrom = image.filters == nil ? nil : optics?.photo
    source.isPartial = raw.share != nil
    if raw.lacksWhiteBalance {
      let balance = PhotoBalance(
        of: source, isFinished: raw.matrixSource == .none, preview: preview)
      if let found = balance.multipliers { source.profile.asShotMultipliers = found }
      self.balance = balance
    } else {
      balance = nil
    }
    source.unknownExposure = exposure(source)
    self.source = source
    if image.filters != nil { levelsFrom = levels?.source } else { levelsFrom = nil }
  }

  /// Damage found in the data, one finding an element; empty for a sound photo. A photo with
  /// damage is never an ordinary success.
  public var damage: [String] { raw.damage }

  /// The damage as a sentence; nil for a sound photo.
  public var damageReason: String? {
    damage.isEmpty ? nil : PhotoError.reason(forDamage: damage)
  }

  /// A sentence about colours that are guessed; nil if they are not.
  public var guessedColors: String? { raw.guessedColors }

  /// Why pixels that were left in the file are lost: they turned to zero while they were in use, or the file was written
  /// to; nil if neither happened. Ask once the pixels have been used, if loading was allowed to leave them in the file.
  public var lostPixels: String? {
    raw.lostPixels.map { state?.readingFailure ?? $0 } ?? state?.complaint
  }
}

extension RawPhoto {
  /// Whether it is in colour and records no usable white balance.
  var lacksWhiteBalance: Bool {
    isInColor && !profile.recordsWhiteBalance
  }

  /// Whether it has three colours.
  var isInColor: Bool {
    guard !profile.isMonochrome else { return false }
    return switch image {
    case .mosaic, .xtrans: true
    case .linear(let linear): linear.channels == 3
    }
  }
}
