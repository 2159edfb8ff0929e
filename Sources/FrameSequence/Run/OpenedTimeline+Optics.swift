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
    case lock
    /// From a file.
    case file(LockedOptics)
  }

  /// Corrects lateral colour, hot pixels, noise and blur of the photos and sequences, before any frame is made.
  ///
  /// Tiles and sheets show photos too small for it.
  /// - Parameters:
  ///   - asked: For all photos and sequences; nil for what the timeline states of its sequences.
  ///   - fitting: Finds what photos tell, for a lock.
  /// - Returns: What was found for a lock.
  /// - Throws: `RenderError.request` if there is no raw photo to correct, or an optics file cannot be read.
  public mutating func correct(
    by asked: OpticsSource?, _ fitting: OpticsFitting
  ) throws(RenderError) -> [LockedOptics.Entry] {
    var all: [LockedOptics.Entry] = []
    var corrected: [SourceOptics?] = []
    var hasWork = true
    for index in timeline.sources.indices {
      let stated = asked == nil ? try stated(index) : nil
      guard let source = asked ?? stated else {
        corrected.append(nil)
        continue
      }
      let paths = correctable(index)
      if asked == nil, paths.isEmpty { hasWork = false }
      corrected.append(paths.isEmpty ? nil : correction(of: paths, by: source, fitting, &all))
    }
    if asked != nil { hasWork = corrected.contains { $0 != nil } }
    guard hasWork else {
      throw .request(
        "\(asked == nil ? "optics" : "--optics") has nothing to work on: there is no raw photo and no sequence of any"
      )
    }
    optics = corrected
    return all
  }

  /// What the timeline states of a sequence.
  private func stated(_ index: Int) throws(RenderError) -> OpticsSource? {
    switch timeline.sources[index].lapse.optics {
    case nil: return nil
    case .own?: return .own
    case .lock?: return .lock
    case .file(let path)?:
      do throws(OpticsFileError) { return .file(try OpticsFile.read(path)) } catch {
        throw .request(error.description)
      }
    }
  }

  /// The raws of a source that corrections are for.
  private func correctable(_ index: Int) -> [FilePath] {
    switch timeline.sources[index].content {
    case .photo(let path): StillPhoto.isStill(path) ? [] : [path]
    case .sequence: raws(index)
    case .tiles, .sheet, .clip, .text, .color: []
    }
  }

  private func correction(
    of paths: [FilePath], by source: OpticsSource, _ fitting: OpticsFitting,
    _ all: inout [LockedOptics.Entry]
  ) -> SourceOptics {
    switch source {
    case .own: return SourceOptics(readings: nil)
    case .file(let readings): return SourceOptics(readings: readings)
    case .lock:
      var found: [LockedOptics.Entry] = []
      for case let entry? in fitting.entries(of: paths) where !found.contains(entry) {
        found.append(entry)
      }
      for entry in found where !all.contains(entry) { all.append(entry) }
      // Where nothing could be found, photos say themselves why when they are opened.
      return SourceOptics(readings: found.isEmpty ? nil : LockedOptics(found))
    }
  }

  /// A form with the corrections of a source.
  func correcting(_ form: FrameForm, _ index: Int) -> FrameForm {
    guard index < optics.count, let optics = optics[index] else { return form }
    var form = form
    let sharpening = form.settings.photo.recipe.optics.outputSharpening
    form.settings.photo.recipe.optics = .onSensor
    form.settings.photo.recipe.optics.outputSharpening = sharpening
    form.settings.photo.loading.lockedOptics = optics.readings
    return form
  }
}

/// How the photos of a source are corrected.
struct SourceOptics: Sendable {
  /// What is known of their lenses and sensors; nil to measure each.
  let readings: LockedOptics?
}
