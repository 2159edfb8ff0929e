internal import BromidePhotos
package import BromideRaw
internal import BromideSystem

extension FileInfo {
  /// The fields that `measureExposure` may change.
  package static let measuredFields: [InfoField] = [.baselineExposure, .exposureFrom, .remarks]

  /// Whether only the preview can tell the exposure.
  package var isExposureOpen: Bool {
    if status == .ok, case .text("preview")? = self[.exposureFrom]?.json { true } else { false }
  }

  /// Decodes a raw whose exposure only its preview can tell, and compares both: adds the EV, or the reason why there is none.
  ///
  /// The number is the one that `convert` finds. Other files, and files that cannot be decoded, stay as they are.
  /// - Parameters:
  ///   - headerless: The format that the user named for files without a header; nil if none.
  ///   - crew: Runs the decoder on free threads as well; nil for the calling thread alone.
  package mutating func measureExposure(headerless: HeaderlessRaw? = nil, crew: Unpacking.Crew?) {
    guard isExposureOpen else { return }
    var settings = LoadSettings()
    settings.headerless = headerless
    guard let photo = try? OpenedPhoto(path: path, settings: settings),
      let loaded = try? photo.load(crew: crew)
    else { return }
    do throws(ExposureUnknown) {
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
