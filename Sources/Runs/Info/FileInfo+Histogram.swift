package import BromidePhotos
package import BromideRaw
internal import BromideValues

extension FileInfo {
  /// Decodes a raw's pixels and counts their values. For other files, this adds a message.
  ///
  /// - Parameters:
  ///   - headerless: The user's format for files without a header, or `nil`.
  ///   - context: The means with which the file is opened.
  ///   - crew: Helps to decode with free threads, or `nil` to use only the calling thread.
  package mutating func addHistogram(
    headerless: HeaderlessRaw? = nil, context: RunContext, crew: Unpacking.Crew?
  ) {
    guard status < .failed else { return }
    guard self[.rawSize] != nil else {
      note(.failed, "no histogram: not a raw photo")
      return
    }
    do throws(PhotoError) {
      var settings = LoadSettings(context)
      settings.damaged = .keep
      settings.headerless = headerless
      let photo = try OpenedPhoto(path: path, settings: settings)
        .load(crew: crew, leavesSamplesInFile: true)
      let histogram = SensorHistogram(photo)
      if let reason = photo.damageReason ?? photo.lostPixels { note(.damaged, reason) }
      self[.histogram] = histogram.value
      counted = histogram
      // If the header has no levels, decoding measures them.
      if case .mosaic(let mosaic) = photo.raw.image {
        let black = mosaic.levels.black.map(Double.init)
        self[.black] = InfoValue(black, decimals: black.allSatisfy { $0 == $0.rounded() } ? 0 : 2)
        self[.white] = InfoValue(Double(mosaic.levels.white))
      }
    } catch {
      note(.failed, error.reason)
    }
  }
}
