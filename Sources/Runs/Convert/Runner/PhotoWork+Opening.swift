internal import BromidePhotos
internal import BromideSampling

extension PhotoWork {
  /// The photo that was opened early, or the result of opening it now.
  var opening: Result<PhotoFile, PhotoError> {
    early
      ?? Result { () throws(PhotoError) in
        try PhotoFile(path: job.input, settings: job.settings.photo.loading)
      }
  }

  /// Opens the photo early if the name of its lens may come from another program, because the name
  /// is a part of the fingerprint.
  func nameLens() {
    guard job.settings.photo.asksForLens else { return }
    early = opening
    guard case .success(.raw(let raw))? = early,
      let named = job.settings.photo.namingLens(of: raw)
    else { return }
    job.settings.photo = named.settings
    early = .success(.raw(named.photo))
  }
}
