internal import PhotoLoading
internal import Pixels
package import RawDecoding

extension FileInfo {
  /// Decodes a raw's pixels and counts their values; says so if it is none.
  ///
  /// - Parameters:
  ///   - headerless: The format that the user named for files without a header; nil if none.
  ///   - crew: Runs the decoder on free threads as well; nil for the calling thread alone.
  package mutating func addHistogram(
    headerless: HeaderlessRaw? = nil, crew: Unpacking.Crew?
  ) {
    guard status < .failed else { return }
    guard self[.rawSize] != nil else {
      note(.failed, "no histogram: not a raw photo")
      return
    }
    do throws(PhotoError) {
      var settings = LoadSettings()
      settings.damaged = .keep
      settings.headerless = headerless
      let photo = try OpenedPhoto(path: path, settings: settings)
        .load(crew: crew, leavesSamplesInFile: true)
      let histogram = SensorHistogram(photo)
      if let reason = photo.damageReason ?? photo.lostPixels { note(.damaged, reason) }
      self[.histogram] = histogram.value
      counted = histogram
      // Decoding measures what some headers do not state.
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
