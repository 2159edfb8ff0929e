public import BromideCodecs
public import BromideDevelop
public import BromideDrawing
public import BromidePhotos
public import BromideSystem
public import BromideTimelines
public import BromideValues
internal import Synchronization
public import SystemPackage

/// Draws one source of a timeline: a photo, a sequence of photos, a clip, tiles, or a sheet.
///
/// It exists for an entire run, but is opened only if a frame is drawn. Any thread can request any
/// layer. Only one thread calls `open` and `close`, while no other thread uses the maker.
public protocol LayerMaker: AnyObject, Sendable {
  /// A description of the clip, or `nil` for other sources.
  var clipFacts: String? { get }

  /// Returns the files of a layer. If a file is newer than a frame, the frame is out of date.
  func inputs(of layer: ScheduledLayer) -> [FilePath]

  /// Returns text with all data that a layer's pixels depend on, except the frame's size and form.
  ///
  /// The text contains the content of inputs and the settings, but no paths or dates. This must be
  /// fast, because it is called for all frames of a run, even if they are not drawn.
  ///
  /// - Throws: `FrameError.input` if an input cannot be read.
  func identity(of layer: ScheduledLayer) throws(FrameError) -> String

  /// Returns the approximate bytes that one thread needs for drawing a layer, in addition to the
  /// memory from `open`.
  func memory(of layer: ScheduledLayer) -> Int

  /// Prepares data for all frames, for example by decoding and demosaicing.
  ///
  /// - Parameter crew: Threads that help.
  /// - Throws: `FrameError`. After an error, no layers are requested.
  func open(_ crew: Crew) throws(FrameError)

  /// Releases the data from `open`. No layer is requested afterwards.
  func close()

  /// Prepares a layer for drawing. All steps that can fail happen here.
  ///
  /// - Parameter scratch: The memory that the calling thread keeps between frames.
  func picture(
    of layer: ScheduledLayer, scratch: FrameScratch
  ) throws(FrameError) -> any LayerPicture
}

/// One layer of one frame, ready to draw on the thread that requested it.
public protocol LayerPicture {
  /// The size of the layer. If it is smaller than the frame, the layer is centred.
  var size: Size { get }
  /// Grey or RGB, encoded in the frame's space, with straight alpha unless all pixels are opaque.
  var format: PixelFormat { get }
  /// The photo's metadata, or `nil` unless the layer shows exactly one photo.
  var metadata: PhotoMetadata? { get }
  /// A problem with a layer that can still be drawn: damage, or another photo instead of a missing
  /// one. Always report this.
  var remark: FrameRemark? { get }
  /// Problems of its photos that do not change the frame's status, such as guessed colours. Empty
  /// by default.
  var warnings: [Warning] { get }
  /// The demosaic methods of its photos, empty by default.
  var demosaics: Set<DemosaicMethod> { get }

  /// Passes all rows from top to bottom, several per call.
  ///
  /// The rows have no gaps and use `size.width · format.bytesPerPixel` bytes each. The memory is
  /// reused after `receive` returns.
  ///
  /// - Throws: The error of `receive`.
  func draw(_ scratch: FrameScratch, into receive: RowReceiver) throws(FrameError)

  /// Returns the complete layer as light that can be drawn at any position of a frame.
  ///
  /// - Parameters:
  ///   - transfer: The transfer function of the frame's space.
  ///   - shrinks: Whether it will be drawn at a smaller size.
  func light(
    _ scratch: FrameScratch, transfer: TransferFunction, shrinks: Bool
  ) throws(FrameError) -> LightPicture
}

extension LayerMaker {
  /// See above.
  public var clipFacts: String? { nil }
}

extension LayerPicture {
  /// See above.
  public var warnings: [Warning] { [] }
  /// See above.
  public var demosaics: Set<DemosaicMethod> { [] }

  /// The names of the methods, in order.
  var demosaicNames: [String] { demosaics.map(\.rawValue).sorted() }

  /// Returns all rows in order.
  func pixels(_ scratch: FrameScratch) throws(FrameError) -> PixelMemory {
    let memory = PixelMemory(byteCount: size.area * format.bytesPerPixel)
    var done = 0
    try unsafe draw(scratch) { bytes throws(FrameError) in
      unsafe (memory.bytes.baseAddress! + done).copyMemory(
        from: bytes.baseAddress!, byteCount: bytes.count)
      done += bytes.count
    }
    return memory
  }

  /// Decodes the drawn layer.
  public func light(
    _ scratch: FrameScratch, transfer: TransferFunction, shrinks: Bool
  ) throws(FrameError) -> LightPicture {
    let encoded = EncodedPicture(
      pixels: try pixels(scratch), size: size, format: format, left: 0, top: 0)
    return LightPicture(encoded, transfer: transfer, shrinks: shrinks)
  }
}

/// Receives complete rows from top to bottom, several per call.
public typealias RowReceiver = (UnsafeRawBufferPointer) throws(FrameError) -> Void

/// A problem with a frame that is still drawn.
public enum FrameRemark: Sendable, Hashable {
  /// Part of a photo could not be decoded.
  case damaged(String)
  /// The previous photo is shown again, for this reason.
  case held(String)

  /// The problem as a sentence.
  package var words: String {
    switch self {
    case .damaged(let words), .held(let words): words
    }
  }

  /// Creates a remark about the damage of a photo, or returns `nil` for an intact photo.
  init?(damageOf photo: LoadedPhoto, path: FilePath) {
    guard let reason = photo.damageReason else { return nil }
    self = .damaged("\(path): \(reason)")
  }
}

/// The memory that one thread keeps between frames.
public final class FrameScratch {
  private var memory = PixelMemory(byteCount: 0)
  /// Objects that makers keep for their next layer on this thread.
  private var kept: [ObjectIdentifier: AnyObject] = [:]
  /// The last picture of each placed source, by its index in the timeline.
  private var lights: [Int: (identity: String, picture: LightPicture)] = [:]
  /// The pixels of each source in a moment of a frame.
  private var moments: [Int: (identity: String, pixels: PixelMemory)] = [:]
  let encoding = EncodingScratch()
  let stacking = StackScratch()
  let video = VideoScratch()
  /// Threads that help with a frame.
  let crew: Crew
  /// Idle threads that help with parts of the current frame. It is set for each frame.
  var helpers = Crew.alone
  /// The maximum number of bytes for decoded photos of a sequence, without the current frame's
  /// photos.
  let photoBytes: Int

  /// Creates empty memory.
  ///
  /// - Parameters:
  ///   - crew: Threads that help with a frame. If each thread draws separate frames, no threads can
  ///     help.
  ///   - photoBytes: Maximum bytes of decoded photos of a sequence for later frames.
  public init(crew: Crew = .alone, photoBytes: Int = 0) {
    self.crew = crew
    self.photoBytes = photoBytes
  }

  /// Returns memory for rows of at least `byteCount` bytes. Each call can return the same memory.
  public func rows(byteCount: Int) -> PixelMemory {
    if unsafe memory.bytes.count < byteCount { memory = PixelMemory(byteCount: byteCount) }
    return memory
  }

  /// Returns the light of a placed source. This reuses the last one if it is the same.
  func light(
    of source: Int, identity: String, make: () throws(FrameError) -> LightPicture
  ) throws(FrameError) -> LightPicture {
    if let kept = lights[source], kept.identity == identity { return kept.picture }
    lights[source] = nil
    let picture = try make()
    lights[source] = (identity, picture)
    return picture
  }

  /// Returns a source's pixels at one of a frame's moments. This reuses the last ones if they are
  /// the same.
  ///
  /// - Parameter identity: The identity of the layer, or an empty string to draw it once without
  ///   keeping its pixels.
  func pixels(
    of source: Int, identity: String, make: () throws(FrameError) -> PixelMemory
  ) throws(FrameError) -> PixelMemory {
    guard !identity.isEmpty else { return try make() }
    if let kept = moments[source], kept.identity == identity { return kept.pixels }
    moments[source] = nil
    let pixels = try make()
    moments[source] = (identity, pixels)
    return pixels
  }

  /// Releases the objects of other makers, the pixels of moments, and the light of other sources.
  func keep(only makers: [any LayerMaker], sources: Set<Int>) {
    moments = [:]
    lights = lights.filter { sources.contains($0.key) }
    let names = Set(makers.map { ObjectIdentifier($0) })
    kept = kept.filter { names.contains($0.key) }
  }

  /// Returns the object that a maker keeps between its layers on this thread.
  public subscript(maker: any LayerMaker) -> AnyObject? {
    get { kept[ObjectIdentifier(maker)] }
    set { kept[ObjectIdentifier(maker)] = newValue }
  }
}

/// A hash of a file's content, computed once.
final class InputContent: Sendable {
  let path: FilePath
  private let known = Mutex<Result<String, SystemError>?>(nil)

  init(_ path: FilePath) { self.path = path }

  /// Returns the hash.
  ///
  /// - Throws: `FrameError.input` if the file cannot be read.
  func hash() throws(FrameError) -> String {
    if let status = try? FileSystem.status(path), status.kind != .file {
      throw .input(path: path, reason: "it is not a file")
    }
    let result = known.withLock { known in
      let result = known ?? Result { () throws(SystemError) in try ContentHash.file(path) }
      known = result
      return result
    }
    switch result {
    case .success(let text): return text
    case .failure(let error): throw .input(path: path, reason: error.reason)
    }
  }
}
