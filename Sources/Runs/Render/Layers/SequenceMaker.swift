internal import BromideCodecs
public import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideSampling
public import BromideSystem
public import BromideTimelines
public import BromideValues
internal import Synchronization
public import SystemPackage

/// Shows a sequence of photos.
///
/// Each thread decodes a photo and develops it directly to its frame. So decoding and developing
/// run in parallel, and the memory does not depend on the number of photos.
public final class SequenceMaker: LayerMaker {
  private let form: FrameForm
  private let photos: [SequencePhoto]
  private let contents: [InputContent]
  private let corrections: [Double]
  private let balances: [WhiteBalance?]
  private let missing: LapseOptions.Missing
  private let keptPhotos: Int
  private let moments: @Sendable () -> [FilterSettings]
  private let known = Mutex<[FilterSettings]?>(nil)

  /// Creates the maker.
  ///
  /// - Parameters:
  ///   - photos: The photos in display order, at least one.
  ///   - corrections: EV to add to the exposure of each photo, or empty for no corrections.
  ///   - balances: The white balance of each photo, with `nil` to use the form's. Empty if all
  ///     photos use the form's.
  ///   - missing: The treatment of a photo that is missing or cannot be decoded.
  ///   - moments: The parameters of all frames of the run, even if they are not drawn now, because
  ///     all photos use the same demosaic
  ///     method. If empty, each frame uses its method.
  ///   - keptPhotos: Decoded photos that each thread keeps, at least 1. Use 2 if moments of a frame
  ///     mix two.
  public init(
    _ photos: [SequencePhoto], form: FrameForm, corrections: [Double] = [],
    balances: [WhiteBalance?] = [], missing: LapseOptions.Missing = .fail,
    moments: @escaping @Sendable () -> [FilterSettings] = { [] }, keptPhotos: Int = 1
  ) {
    self.moments = moments
    self.keptPhotos = max(1, keptPhotos)
    precondition(!photos.isEmpty, "a sequence has photos")
    precondition(corrections.isEmpty || corrections.count == photos.count, "one a photo")
    self.photos = photos
    self.form = form
    precondition(balances.isEmpty || balances.count == photos.count, "one a photo")
    self.corrections = corrections
    self.balances = balances
    self.missing = missing
    contents = photos.map { InputContent($0.path) }
  }

  /// See ``LayerMaker``.
  public func inputs(of layer: ScheduledLayer) -> [FilePath] { [photos[layer.photo].path] }

  /// See ``LayerMaker``.
  public func identity(of layer: ScheduledLayer) throws(FrameError) -> String {
    let index = layer.photo
    // If a photo replaces a missing one, the frame is never up to date. See `FrameText`.
    let content =
      missing == .fail ? try contents[index].hash() : (try? contents[index].hash()) ?? "-"
    var form = form
    if let balance = balance(of: index) { form.settings.photo.recipe.whiteBalance = balance }
    let own = "sequence \(content) \(form.identity(filters(layer, photo: index)))"
    // If the window moves, other frames affect the demosaic method.
    let windows = nearest.map { [$0.numbers(.crop), $0.numbers(.zoom)] }
    let isMoving = windows.contains {
      $0 != [layer.filters.numbers(.crop), layer.filters.numbers(.zoom)]
    }
    guard isMoving else { return own }
    return "\(own) in a run \(windows.map { "\($0)" }.sorted())"
  }

  /// The moments that determine the demosaic method.
  private var nearest: [FilterSettings] {
    known.withLock { known in
      if let known { return known }
      let nearest = FrameForm.nearest(of: moments())
      known = nearest
      return nearest
    }
  }

  /// See ``LayerMaker``.
  public func memory(of layer: ScheduledLayer) -> Int {
    let bytes = photos[layer.photo].facts?.memory ?? 0
    // A site of the mosaic has two bytes.
    return bytes * keptPhotos + form.recipe(layer.filters).filterPassMemory(pixels: bytes / 2)
  }

  /// See ``LayerMaker``.
  public func open(_ crew: Crew) {}

  /// See ``LayerMaker``.
  public func close() {}

  /// See ``LayerMaker``.
  public func picture(
    of layer: ScheduledLayer, scratch: FrameScratch
  ) throws(FrameError) -> any LayerPicture {
    do throws(FrameError) {
      return try picture(layer, photo: layer.photo, scratch: scratch)
    } catch {
      guard let (path, reason) = error.missingInput else { throw error }
      switch missing {
      case .fail: throw error
      case .skip: throw .leftOut(path: path, reason: reason)
      case .hold:
        // Use the nearest photo before it. At the start of the sequence, use the nearest photo
        // after it.
        let others = (0..<layer.photo).reversed() + ((layer.photo + 1)..<photos.count)
        for other in others {
          guard var held = try? picture(layer, photo: other, scratch: scratch) else { continue }
          held.remark = .held("\(path): \(reason); \(photos[other].name) is shown instead")
          return held
        }
        throw error
      }
    }
  }

  /// A decoded photo that is kept for other frames.
  private final class Decoded {
    let photo: Int
    let source: DevelopSource
    /// The form with the photo's white balance and look.
    let form: FrameForm
    let metadata: PhotoMetadata
    let remark: FrameRemark?
    let warnings: () -> [Warning]
    let lostPixels: () -> String?
    let releasePixels: @Sendable () -> Bool

    init(
      _ photo: Int, _ loaded: LoadedPhoto, form: FrameForm, path: FilePath,
      warnings: @escaping () -> [Warning]
    ) {
      self.photo = photo
      self.warnings = warnings
      source = loaded.source
      self.form = form
      metadata = loaded.raw.metadata
      remark = FrameRemark(damageOf: loaded, path: path)
      lostPixels = { loaded.lostPixels }
      releasePixels = { loaded.releasePixels() }
    }

    init(_ photo: Int, _ still: StillPhoto, form: FrameForm) throws(PhotoError) {
      let loaded = try still.load()
      let warnings = form.settings.photo.warnings(about: loaded)
      self.photo = photo
      self.warnings = { warnings }
      source = loaded.source
      self.form = form
      metadata = still.metadata
      remark = loaded.damage.map { .damaged("\(still.path): damaged: \($0)") }
      lostPixels = { nil }
      releasePixels = { false }
    }
  }

  /// The decoded photos of a thread, oldest first.
  private final class Shelf {
    var photos: [Decoded] = []
  }

  private func picture(
    _ layer: ScheduledLayer, photo index: Int, scratch: FrameScratch
  ) throws(FrameError) -> DevelopedLayer {
    let path = photos[index].path
    let shelf = scratch[self] as? Shelf ?? Shelf()
    scratch[self] = shelf
    let decoded: Decoded
    if let kept = shelf.photos.first(where: { $0.photo == index }) {
      decoded = kept
    } else {
      // Free the memory before decoding the next photo.
      let room = scratch.photoBytes / max(1, photos[index].facts?.memory ?? .max)
      if shelf.photos.count >= max(keptPhotos, room) { shelf.photos.removeFirst() }
      let decoding = Stopwatch()
      decoded = try decode(index, scratch.crew)
      Trace.note("decode", path.data, decoding)
      shelf.photos.append(decoded)
    }
    let filters = filters(layer, photo: index)
    let form = decoded.form
    let developer = try form.developing { () throws(DevelopError) in
      try Developer(
        decoded.source, recipe: form.recipe(filters),
        instructionSet: form.instructionSet, leastBandArea: DevelopedLayer.leastBandArea,
        crew: scratch.crew)
    }
    var picture = DevelopedLayer(
      developer, metadata: decoded.metadata, remark: decoded.remark,
      warnings: decoded.warnings())
    picture.lostPixels = {
      decoded.lostPixels().map { FrameError.input(path: path, reason: $0) }
    }
    picture.releasePixels = decoded.releasePixels
    return picture
  }

  private func decode(_ index: Int, _ crew: Crew) throws(FrameError) -> Decoded {
    let path = photos[index].path
    // If the header could not be read, opening the file by its name reports the reason.
    if photos[index].facts?.isStill ?? StillPhoto.isStill(path, context: form.settings.context) {
      let form = try form.finished(path)
      let loading = form.settings.photo.loading
      return try FrameError.loading { () throws(PhotoError) in
        guard let still = try StillPhoto(path: path, settings: loading) else {
          throw PhotoError(
            path: path, cause: .opening(.notRaw(path: path, found: "it changed during the run")))
        }
        return try Decoded(index, still, form: form)
      }
    }
    let (opened, loaded) = try FrameError.loading { () throws(PhotoError) in
      let opened = try OpenedPhoto(
        path: path, settings: self.form.settings.photo.loading)
      return (opened, try opened.load(crew: { crew($0) }, leavesSamplesInFile: true))
    }
    var given = self.form
    let own = balance(of: index)
    if let own { given.settings.photo.recipe.whiteBalance = own }
    let looking = try given.looking(like: opened, loaded)
    var form = looking.form
    if own == nil { form.settings.photo.recipe.whiteBalance = try form.whiteBalance(of: loaded) }
    form = try form.demosaicing(loaded.source, for: nearest)
    return Decoded(index, loaded, form: form, path: path, warnings: looking.warnings)
  }

  private func balance(of photo: Int) -> WhiteBalance? {
    balances.isEmpty ? nil : balances[photo]
  }

  /// Returns the layer's parameters, with the photo's correction added to the exposure.
  private func filters(_ layer: ScheduledLayer, photo: Int) -> FilterSettings {
    guard !corrections.isEmpty, corrections[photo] != 0 else { return layer.filters }
    var filters = layer.filters
    filters[.exposure] = Parameter.exposure.clamped([
      filters.number(.exposure) + corrections[photo]
    ])
    return filters
  }
}
