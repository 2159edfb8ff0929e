package import BromidePhotos
package import BromideRaw
internal import BromideSystem

extension FileInfo {
  /// The fields that `measureExposure` can change.
  package static let measuredFields: [InfoField] = [.baselineExposure, .exposureFrom, .remarks]

  /// Whether only the preview can show the exposure.
  package var isExposureOpen: Bool {
    if status == .ok, case .text("preview")? = self[.exposureFrom]?.json { true } else { false }
  }

  /// Compares a raw with its preview if only the preview can show the exposure. Adds the EV, or the
  /// reason why it is missing.
  ///
  /// The number equals the result of `convert`. Other files, and files that cannot be decoded, stay
  /// unchanged.
  /// - Parameters:
  ///   - headerless: The user's format for files without a header, or `nil`.
  ///   - context: The means with which the file is opened.
  ///   - crew: Free threads for the decoder, or `nil` to use only the calling thread.
  package mutating func measureExposure(
    headerless: HeaderlessRaw? = nil, context: RunContext, crew: Unpacking.Crew?
  ) {
    guard isExposureOpen else { return }
    var settings = LoadSettings(context)
    settings.headerless = headerless
    guard let photo = try? OpenedPhoto(path: path, settings: settings) else { return }
    do throws(ExposureUnknown) {
      // A preview that is too small saves the photo's decoding.
      try photo.checkPreviewExposure()
      guard let loaded = try? photo.load(crew: crew) else { return }
      self[.baselineExposure] = InfoValue(
        try photo.previewExposure(of: loaded), " EV", decimals: 2)
    } catch {
      self[.exposureFrom] = InfoValue("none")
      addRemark("its exposure is not known, and \(error.reason)")
    }
  }

  private mutating func addRemark(_ remark: String) {
    var remarks: [String] = []
    if case .array(let known)? = self[.remarks]?.json {
      remarks = known.compactMap { if case .text(let text) = $0 { text } else { nil } }
    }
    remarks.append(remark)
    self[.remarks] = InfoValue(
      .array(remarks.map { .text($0) }), remarks.joined(separator: "; "))
  }
}
