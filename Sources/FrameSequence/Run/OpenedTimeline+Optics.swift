internal import Develop
internal import Outputs
public import PhotoLoading
public import Sampling
internal import SystemPackage
internal import TimeLapse
internal import Timelines

extension OpenedTimeline {
  /// Where the corrections of photos get what they know of lens and sensor from.
  public enum OpticsSource: Sendable {
    /// From each photo.
    case own
    /// From the first photo of each camera, lens, focal length and sensitivity in a source.
    case lock(OpticsFitting)
    /// From a file.
    case file(LockedOptics)
  }

  /// Corrects lateral colour, hot pixels, noise and blur of the photos and sequences, before any frame is made.
  ///
  /// Tiles and sheets show photos too small for it.
  /// - Returns: What was found for a lock.
  /// - Throws: `RenderError.request` if there is no raw photo to correct.
  public mutating func correct(
    by source: OpticsSource
  ) throws(RenderError) -> [LockedOptics.Entry] {
    var all: [LockedOptics.Entry] = []
    var hasPhotos = false
    optics = timeline.sources.indices.map { index in
      let paths: [FilePath]
      switch timeline.sources[index].content {
      case .photo(let path): paths = StillPhoto.isStill(path) ? [] : [path]
      case .sequence: paths = raws(index)
      case .tiles, .sheet, .clip, .text, .color: paths = []
      }
      guard !paths.isEmpty else { return nil }
      hasPhotos = true
      switch source {
      case .own: return SourceOptics(readings: nil)
      case .file(let readings): return SourceOptics(readings: readings)
      case .lock(let fitting):
        var found: [LockedOptics.Entry] = []
        for case let entry? in fitting.entries(of: paths) where !found.contains(entry) {
          found.append(entry)
        }
        for entry in found where !all.contains(entry) { all.append(entry) }
        // Where nothing could be found, photos say themselves why when they are opened.
        return SourceOptics(readings: found.isEmpty ? nil : LockedOptics(found))
      }
    }
    guard hasPhotos else {
      throw .request(
        "--optics has nothing to work on: there is no raw photo and no sequence of any")
    }
    return all
  }

  /// A form with the corrections of a source.
  func correcting(_ form: FrameForm, _ index: Int) -> FrameForm {
    guard index < optics.count, let optics = optics[index] else { return form }
    var form = form
    form.settings.photo.recipe.optics = .onSensor
    form.settings.photo.loading.lockedOptics = optics.readings
    return form
  }
}

/// How the photos of a source are corrected.
struct SourceOptics: Sendable {
  /// What is known of their lenses and sensors; nil to measure each.
  let readings: LockedOptics?
}
