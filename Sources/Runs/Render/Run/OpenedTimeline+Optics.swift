internal import BromideDevelop
public import BromidePhotos
public import BromideSampling
internal import BromideTimelines
internal import SystemPackage

extension OpenedTimeline {
  /// The source of lens and sensor measurements.
  public enum OpticsSource: Sendable {
    /// Measure each photo.
    case own
    /// Measure the first photo of each camera, lens, focal length and ISO in a source.
    case lock
    /// Load them from a file.
    case file(LockedOptics)
    /// Correct nothing, and keep hot pixels.
    case off
  }

  /// Corrects lateral colour, hot pixels, noise and blur of photos and sequences. Call it before
  /// drawing.
  ///
  /// Photos in tiles and sheets are too small for these corrections.
  /// - Parameters:
  ///   - requested: The source for all photos and sequences, or `nil` to use the timeline's setting.
  ///   - fitting: Measures photos for a lock.
  /// - Returns: The measurements for a lock.
  /// - Throws: `RenderError.request` if the timeline does not contain a raw, or an optics file
  ///   cannot be read.
  public mutating func correct(
    by requested: OpticsSource?, _ fitting: PhotoFitting
  ) throws(RenderError) -> [LockedOptics.Entry] {
    var all: [LockedOptics.Entry] = []
    var corrected: [SourceOptics?] = []
    var hasWork = true
    for index in timeline.sources.indices {
      let given = requested == nil ? try given(index) : nil
      guard let source = requested ?? given else {
        corrected.append(nil)
        continue
      }
      let paths = correctable(index)
      if requested == nil, paths.isEmpty { hasWork = false }
      corrected.append(paths.isEmpty ? nil : correction(of: paths, by: source, fitting, &all))
    }
    if requested != nil { hasWork = corrected.contains { $0 != nil } }
    guard hasWork else {
      throw .request("optics requires a raw, but the timeline does not contain one")
    }
    optics = corrected
    return all
  }

  /// Returns the timeline's setting for a sequence.
  private func given(_ index: Int) throws(RenderError) -> OpticsSource? {
    switch timeline.sources[index].lapse.optics {
    case nil: return nil
    case .off?: return .off
    case .own?: return .own
    case .lock?: return .lock
    case .file(let path)?:
      do throws(OpticsFileError) { return .file(try OpticsFile.read(path)) } catch {
        throw .request(error.description)
      }
    }
  }

  /// Returns the raws of a source that can be corrected.
  private func correctable(_ index: Int) -> [FilePath] {
    switch timeline.sources[index].content {
    case .photo(let path): isStill(path) ? [] : [path]
    case .sequence: raws(index)
    case .tiles, .sheet, .clip, .text, .color: []
    }
  }

  private func correction(
    of paths: [FilePath], by source: OpticsSource, _ fitting: PhotoFitting,
    _ all: inout [LockedOptics.Entry]
  ) -> SourceOptics {
    switch source {
    case .off: return SourceOptics(isOn: false)
    case .own: return SourceOptics()
    case .file(let readings): return SourceOptics(readings: readings)
    case .lock:
      var found: [LockedOptics.Entry] = []
      for case let entry? in fitting.optics(of: paths) where !found.contains(entry) {
        found.append(entry)
      }
      for entry in found where !all.contains(entry) { all.append(entry) }
      // If all measurements failed, opening the photos reports the reason.
      return SourceOptics(readings: found.isEmpty ? nil : LockedOptics(found))
    }
  }

  /// Returns a form with the corrections of a source. Without a setting, only stacks repair hot
  /// pixels, because the brightest sample of all photos would show each of them.
  func correcting(_ form: FrameForm, _ index: Int) -> FrameForm {
    var form = form
    guard index < optics.count, let optics = optics[index] else {
      if timeline.sources[index].retiming.stacks, !correctable(index).isEmpty {
        form.settings.photo.recipe.optics.hotPixels = .auto
      }
      return form
    }
    guard optics.isOn else { return form }
    let sharpening = form.settings.photo.recipe.optics.outputSharpening
    form.settings.photo.recipe.optics = .onSensor
    form.settings.photo.recipe.optics.outputSharpening = sharpening
    form.settings.photo.loading.lockedOptics = optics.readings
    return form
  }
}

/// The corrections of a source's photos.
struct SourceOptics: Sendable {
  /// Whether to correct the photos.
  var isOn = true
  /// The measurements for the photos, or `nil` to measure each.
  var readings: LockedOptics?
}
