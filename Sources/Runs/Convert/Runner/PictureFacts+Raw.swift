internal import BromideCodecs
internal import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideSampling
internal import BromideValues

extension PictureFacts {
  /// Records how a raw was decoded and developed.
  mutating func note(_ photo: LoadedPhoto, _ developer: Developer, _ settings: PhotoSettings) {
    let raw = photo.raw
    decoder = raw.decoder
    unpacker = raw.unpacker == .libraw ? "libraw" : "bromide"
    let choice = settings.recipe.profile
    matrix = choice.bringsMatrices ? "profile" : raw.matrixSource.name
    profile = choice.name(in: raw.profile) ?? "none"
    demosaic = developer.demosaic?.rawValue
    let exposure = photo.source.exposure(for: settings.recipe)
    baselineExposure = exposure.stops
    exposureFrom = exposure.source.rawValue
    exposurePhotos = exposure.photos > 0 ? exposure.photos : nil
    multipliers = (0..<3).map { developer.multipliers[$0] }
    temperature = developer.whiteBalance.temperature
    tint = developer.whiteBalance.tint
    if settings.usesRecordedBalance, let balance = photo.balance {
      whiteBalanceFrom = balance.source.rawValue
      whiteBalanceConfidence = balance.confidence
      whiteBalanceReason = balance.reason
    } else if let confidence = developer.balanceConfidence {
      whiteBalanceFrom = PhotoBalance.Source.auto.rawValue
      whiteBalanceConfidence = confidence
    }
  }

  /// Records the corrections.
  ///
  /// Lensfun decides for a lens without a name. Its name stays out of the metadata, because lenses
  /// that lensfun does not know can have the same numbers.
  mutating func note(_ report: OpticsReport?) {
    optics = report
    if lensFrom == PhotoMetadata.LensSource.specification.rawValue, report?.lens != nil {
      lensFrom = "lensfun"
    }
  }
}
