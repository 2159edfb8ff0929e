internal import BromideCodecs
internal import BromideDevelop
internal import BromideDrawing
public import BromideKernels
internal import BromidePhotos
public import BromideSystem
public import BromideTimelines
public import BromideValues
internal import Synchronization
public import SystemPackage

/// Shows tiles: one photo cut into pieces, or many photos on a sheet. It creates the scene once and
/// can draw it at any time.
public final class SceneMaker: LayerMaker {
  /// The settings of all frames of a scene.
  public struct Form: Sendable {
    /// The size of the frame.
    public var size: Size
    /// Frame pixels per pixel of the source's layout.
    public var scale = 1.0
    /// The colour space of the frame.
    public var space: RGBSpace
    /// The sample format of the frame.
    public var sample: SampleFormat
    /// The background as sRGB code values, or `nil` for transparency.
    public var background: SIMD3<Double>?
    /// All data that the scene depends on, except the photos, as text.
    public var identity: String
    /// The variant of the kernels, which must be available.
    public var instructionSet: InstructionSet

    /// Creates a form.
    public init(
      size: Size, space: RGBSpace, sample: SampleFormat, background: SIMD3<Double>?,
      identity: String, instructionSet: InstructionSet = .best
    ) {
      self.size = size
      self.space = space
      self.sample = sample
      self.background = background
      self.identity = identity
      self.instructionSet = instructionSet
    }
  }

  /// Failures and damage of the scene's photos, with their paths. They are known after opening the
  /// scene.
  public var failures: [(path: FilePath, reason: String)] { found.withLock { $0.failures } }
  /// The warnings about the scene's photos. They are known after opening the scene.
  var warnings: [Warning] { found.withLock { $0.warnings } }

  private let form: Form
  private let paths: [FilePath]
  private let make: @Sendable (_ crew: Crew) throws(FrameError) -> Made
  private let compositor: Compositor
  private let scene = Mutex<TileScene?>(nil)
  private let content = Mutex<String?>(nil)
  private let found = Mutex(Found())

  /// A scene, and the problems of its photos.
  struct Made {
    var scene: TileScene
    var failures: [(path: FilePath, reason: String)] = []
    var warnings: [Warning] = []
  }

  /// The problems of the photos.
  private struct Found: Sendable {
    var failures: [(path: FilePath, reason: String)] = []
    var warnings: [Warning] = []
  }

  /// Creates the maker.
  ///
  /// - Parameters:
  ///   - paths: The photos of the scene.
  ///   - make: Creates the scene with the form's size.
  init(
    _ form: Form, paths: [FilePath],
    make: @escaping @Sendable (_ crew: Crew) throws(FrameError) -> Made
  ) {
    self.form = form
    self.paths = paths
    self.make = make
    compositor = Compositor(
      size: form.size, space: form.space, sample: form.sample, background: form.background,
      instructionSet: form.instructionSet)
  }

  /// Creates a maker for an existing scene.
  public convenience init(_ scene: TileScene, _ form: Form, paths: [FilePath]) {
    self.init(form, paths: paths) { _ throws(FrameError) in Made(scene: scene) }
  }

  /// See ``LayerMaker``.
  public func inputs(of layer: ScheduledLayer) -> [FilePath] { paths }

  /// See ``LayerMaker``.
  public func identity(of layer: ScheduledLayer) throws(FrameError) -> String {
    let content = content.withLock { content in
      let text = content ?? Self.content(of: paths)
      content = text
      return text
    }
    return "\(form.identity) \(content) at \(layer.time) \(JSONText.encode(layer.filters))"
  }

  /// Returns a hash of the photos. An unreadable photo is also visible in the picture, so it has a
  /// value.
  private static func content(of paths: [FilePath]) -> String {
    var hash = ContentHash()
    for path in paths {
      let content = (try? ContentHash.file(path)) ?? "unreadable"
      hash.add(Array("\(path.reversibleName) \(content)\n".utf8))
    }
    return hash.text
  }

  /// See ``LayerMaker``.
  public func memory(of layer: ScheduledLayer) -> Int { form.size.width * 64 * 32 }

  /// See ``LayerMaker``.
  public func open(_ crew: Crew) throws(FrameError) {
    let made = try make(crew)
    scene.withLock { $0 = made.scene }
    found.withLock { $0 = Found(failures: made.failures, warnings: made.warnings) }
  }

  /// See ``LayerMaker``.
  public func close() { scene.withLock { $0 = nil } }

  /// See ``LayerMaker``.
  public func picture(
    of layer: ScheduledLayer, scratch: FrameScratch
  ) throws(FrameError) -> any LayerPicture {
    guard let scene = scene.withLock({ $0 }) else {
      preconditionFailure("a scene is opened before it is shown")
    }
    do throws(DevelopError) {
      return SceneLayer(
        compositor: compositor,
        pictures: try scene.pictures(at: layer.time, filters: layer.filters), maker: self)
    } catch {
      throw .develop(error)
    }
  }
}

/// A scene at one time.
struct SceneLayer: LayerPicture {
  let compositor: Compositor
  let pictures: [PlacedPicture]
  let maker: SceneMaker

  var size: Size { compositor.size }
  var format: PixelFormat { compositor.format }
  var metadata: PhotoMetadata? { nil }
  var remark: FrameRemark? {
    maker.failures.first.map { .damaged("\($0.path): \($0.reason)") }
  }

  var warnings: [Warning] { maker.warnings }

  func draw(_ scratch: FrameScratch, into receive: RowReceiver) throws(FrameError) {
    let work = scratch[maker] as? CompositorScratch ?? compositor.makeScratch()
    scratch[maker] = work
    try unsafe compositor.drawBands(scratch, into: receive) { rows, bytes in
      unsafe compositor.compose(pictures, rows: rows, scratch: work, into: bytes)
    }
  }
}
