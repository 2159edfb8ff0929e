public import BromideDevelop
internal import BromideKernels
public import BromideRaw
internal import BromideSystem
public import BromideValues
public import SystemPackage

/// A decoded raw, ready to develop or sample.
///
/// The pixels stay in the decoder's memory until this value and `source` are released.
public struct LoadedPhoto: Sendable {
  /// The decoded photo with the data from its file.
  public let raw: RawPhoto
  /// The pixels with the levels and the white balance for developing.
  public let source: DevelopSource
  /// The white balance that Bromide found if a colour photo has none, or `nil` for other photos.
  public let balance: PhotoBalance?
  /// The photo with the levels for this photo, or `nil` if it uses its levels.
  public let levelsFrom: FilePath?
  /// The file name of the photo with the lens and sensor measurements, or `nil` if they come from
  /// this photo.
  public let opticsFrom: String?
  /// The file's status before it was opened, or `nil` if the file cannot change.
  var state: FileState?
  /// The sentence about a file without a header, or `nil` for other files.
  var headerlessGuess: String?
  /// The warning if the exposure cannot be measured.
  var exposureWarning = LateWarning()

  /// Adds levels to a decoded photo, and a white balance if it has none.
  ///
  /// - Parameters:
  ///   - optics: Lens and sensor measurements, or `nil` to measure the photo.
  ///   - lens: Finds the lens.
  ///   - orientation: The orientation that replaces the photo's orientation, or `nil` to keep it.
  ///   - exposure: Returns the lookup of an unknown exposure.
  ///   - preview: Returns the photo's preview with its path and the context to read it in, or `nil`
  ///     without a preview.
  package init(
    _ raw: RawPhoto, levels: LockedLevels?, optics: LockedOptics.Entry? = nil,
    lens: LensLookup? = nil, orientation: Orientation? = nil,
    exposure: (DevelopSource) -> ExposureLookup? = { _ in nil },
    preview: () -> (FilePath, RawPreview.Content, RunContext)? = { nil }
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
    var given = OpticsReading()
    given.noise = raw.embeddedOptics.noise.map { NoiseModel(a: $0.x, b: $0.y) }
    // Check the corrections, because a worker process may have sent them.
    if given.isSound { source.optics = given }
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

  /// Damage in the data, one finding per element. The array is empty for an intact photo.
  ///
  /// Always report a damaged photo.
  public var damage: [String] { raw.damage }

  /// The damage as a sentence, or `nil` for an intact photo.
  public var damageReason: String? {
    damage.isEmpty ? nil : PhotoError.reason(forDamage: damage)
  }

  /// A sentence about guessed colours, or `nil` if the colours are known.
  public var guessedColors: String? { raw.guessedColors }

  /// The warning if a development needed the exposure and it could not be measured, or `nil`.
  package var unknownExposureWarning: Warning? { exposureWarning.value }

  /// Returns the warnings about the photo.
  ///
  /// An unknown exposure is measured when a development needs it, so call this afterwards.
  ///
  /// - Parameter profile: The profile for developing the photo.
  public func warnings(for profile: ProfileChoice) -> [Warning] {
    let sentences =
      [headerlessGuess].compactMap(\.self) + raw.colorGuesses(profile)
      + raw.brokenProfile(profile)
    return sentences.map { Warning($0) } + [unknownExposureWarning].compactMap(\.self)
  }

  /// The error if pixels that stay in the file were lost, or `nil`.
  ///
  /// Pixels are lost if they became zero during use, or if the file was written to. If loading
  /// could leave pixels in the file, check this after you have used the pixels.
  public var lostPixels: String? {
    raw.lostPixels.map { state?.readingFailure ?? $0 } ?? state?.complaint
  }

  /// Frees the memory of pixels that stay in the file. The next access reads them again. Returns
  /// `false` if the pixels are not in the file.
  package func releasePixels() -> Bool { raw.releasePixels() }
}

extension RawPhoto {
  /// Whether the photo has colours, but no usable white balance.
  var lacksWhiteBalance: Bool {
    isInColor && !profile.recordsWhiteBalance
  }

  /// Whether the photo has three colours.
  var isInColor: Bool {
    guard !profile.isMonochrome else { return false }
    return switch image {
    case .mosaic, .xtrans: true
    case .linear(let linear): linear.channels == 3
    }
  }
}
