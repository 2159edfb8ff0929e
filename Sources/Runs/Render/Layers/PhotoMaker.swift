internal import BromideCodecs
public import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideSampling
public import BromideSystem
public import BromideTimelines
internal import BromideValues
internal import Synchronization
public import SystemPackage

/// Shows one photo or finished picture. It is demosaiced once for all frames, and developed for
/// each frame.
public final class PhotoMaker: LayerMaker {
  private let form: FrameForm
  private let content: InputContent
  private let moments: @Sendable () -> [FilterSettings]
  private let expectedMemory: Int
  private let isStill: Bool
  private let run: Mutex<String?>
  private let opened = Mutex<Opened?>(nil)

  private struct Opened: Sendable {
    let photo: DemosaicedPhoto
    let form: FrameForm
    let metadata: PhotoMetadata
    let remark: FrameRemark?
    let warnings: @Sendable () -> [Warning]
  }

  /// Creates the maker.
  ///
  /// - Parameters:
  ///   - moments: The parameters of all frames of the run with this photo, even if they are not
  ///     drawn now. The photo is demosaiced for
  ///     all of them, so that a frame does not depend on the selection.
  /// - Throws: `FrameError.photo` if the file is missing or not a photo, and `.unsupported` if a
  ///   setting does not work with finished pictures.
  public init(
    _ path: FilePath, form: FrameForm, moments: @escaping @Sendable () -> [FilterSettings]
  ) throws(FrameError) {
    self.form = form
    self.moments = moments
    content = InputContent(path)
    run = Mutex(nil)
    let file = try FrameError.loading { () throws(PhotoError) in
      try PhotoFile(path: path, settings: LoadSettings(form.settings.context))
    }
    expectedMemory = file.expectedMemory
    isStill = file.isStill
    if isStill { _ = try form.finished(path) }
  }

  /// See ``LayerMaker``.
  public func inputs(of layer: ScheduledLayer) -> [FilePath] { [content.path] }

  /// See ``LayerMaker``.
  public func identity(of layer: ScheduledLayer) throws(FrameError) -> String {
    try "photo \(content.hash()) in a run \(runIdentity()) \(form.identity(layer.filters))"
  }

  /// The settings that the demosaic depends on: white balances and windows of the entire run.
  private func runIdentity() -> String {
    run.withLock { run in
      if let run { return run }
      var seen = Set<FilterSettings>()
      for moment in moments() {
        var shared = FilterSettings()
        for parameter in Self.shared { shared[parameter] = moment[parameter] }
        seen.insert(shared)
      }
      var hash = ContentHash()
      for text in seen.map({ JSONText.encode($0) }).sorted() { hash.add(Array(text.utf8)) }
      run = hash.text
      return hash.text
    }
  }

  private static let shared: [Parameter] = [.temperature, .tint, .crop, .zoom, .rotation]

  /// See ``LayerMaker``.
  public func memory(of layer: ScheduledLayer) -> Int {
    form.recipe(layer.filters).filterPassMemory(pixels: expectedMemory / 2)
  }

  /// See ``LayerMaker``.
  public func open(_ crew: Crew) throws(FrameError) {
    let decoding = Stopwatch()
    let (source, form, metadata, remark, warnings) = try isStill ? openStill() : openRaw(crew)
    Trace.note("decode", content.path.data, decoding)
    let moments = Array(Set(moments()))
    let recipes = moments.map { form.recipe($0) }
    let photo = try form.developing { () throws(DevelopError) in
      try DemosaicedPhoto(
        source, for: recipes, instructionSet: form.instructionSet, crew: crew)
    }
    let filling = Stopwatch()
    photo.fill(crew)
    Trace.note("develop", content.path.data, filling)
    self.opened.withLock {
      $0 = Opened(
        photo: photo, form: form, metadata: metadata, remark: remark, warnings: warnings)
    }
  }

  private typealias Source = (
    DevelopSource, FrameForm, PhotoMetadata, FrameRemark?, @Sendable () -> [Warning]
  )

  private func openRaw(_ crew: Crew) throws(FrameError) -> Source {
    let (opened, loaded) = try FrameError.loading { () throws(PhotoError) in
      let opened = try OpenedPhoto(
        path: content.path, settings: self.form.settings.photo.loading)
      return (opened, try opened.load(crew: { crew($0) }))
    }
    let looking = try self.form.looking(like: opened, loaded)
    var form = looking.form
    form.settings.photo.recipe.whiteBalance = try form.whiteBalance(of: loaded)
    return (
      loaded.source, form, loaded.raw.metadata,
      FrameRemark(damageOf: loaded, path: content.path), looking.warnings
    )
  }

  private func openStill() throws(FrameError) -> Source {
    let path = content.path
    let loading = form.settings.photo.loading
    let (still, loaded) = try FrameError.loading { () throws(PhotoError) in
      guard let still = try StillPhoto(path: path, settings: loading) else {
        throw PhotoError(
          path: path, cause: .opening(.notRaw(path: path, found: "it changed during the run")))
      }
      return (still, try still.load())
    }
    let warnings = form.settings.photo.warnings(about: loaded)
    return (
      loaded.source, try form.finished(path), still.metadata,
      loaded.damage.map { .damaged("\(path): damaged: \($0)") }, { warnings }
    )
  }

  /// See ``LayerMaker``.
  public func close() { opened.withLock { $0 = nil } }

  /// See ``LayerMaker``.
  public func picture(
    of layer: ScheduledLayer, scratch: FrameScratch
  ) throws(FrameError) -> any LayerPicture {
    guard let opened = opened.withLock({ $0 }) else {
      preconditionFailure("a photo is opened before it is shown")
    }
    let developer = try form.developing { () throws(DevelopError) in
      try Developer(
        opened.photo, recipe: opened.form.recipe(layer.filters),
        instructionSet: form.instructionSet)
    }
    return DevelopedLayer(
      developer, metadata: opened.metadata, remark: opened.remark, warnings: opened.warnings())
  }
}
