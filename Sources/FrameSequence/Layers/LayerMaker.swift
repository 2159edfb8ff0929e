public import Color
public import Compositing
public import Develop
public import Metadata
internal import PhotoLoading
public import Pixels
internal import Platform
public import Scheduling
internal import Synchronization
public import SystemPackage
public import Timelines

/// Draws what one source of a timeline shows: a photo, photos in turn, a clip, tiles, a sheet.
///
/// It is made for a whole run and opened only if a frame is really drawn. Any thread may ask for any layer; `open` and
/// `close` are called by one thread while no other uses it.
public protocol LayerMaker: AnyObject, Sendable {
  /// What its clip is, in words; nil unless it shows one.
  var clipFacts: String? { get }

  /// Files that a layer is made from, so that newer ones make its frame anew.
  func inputs(of layer: ScheduledLayer) -> [FilePath]

  /// All that a layer's pixels depend on besides the frame's size and form, as text: the content of its inputs and the
  /// settings, no paths and no days. Cheap; called for every frame of a run, drawn or not.
  ///
  /// - Throws: `FrameError.input` if an input cannot be read.
  func identity(of layer: ScheduledLayer) throws(FrameError) -> String

  /// About how many bytes one thread takes while it draws a layer, besides what `open` keeps.
  func memory(of layer: ScheduledLayer) -> Int

  /// Makes what all frames share: decodes, demosaics.
  ///
  /// - Parameter crew: The threads that may help.
  /// - Throws: `FrameError`; then no layers are requested.
  func open(_ crew: Crew) throws(FrameError)

  /// Releases everything that `open` made; no layer is requested afterwards.
  func close()

  /// Prepares a layer for drawing; every step that can fail has been done.
  ///
  /// - Parameter scratch: The memory that the calling thread keeps between frames.
  func picture(
    of layer: ScheduledLayer, scratch: FrameScratch
  ) throws(FrameError) -> any LayerPicture
}

/// One layer of one frame, ready to be drawn by the thread that asked for it.
public protocol LayerPicture {
  /// The size of the layer; one smaller than the frame lies in its middle.
  var size: Size { get }
  /// Grey or RGB, encoded in the frame's space, with straight alpha unless all is opaque.
  var format: PixelFormat { get }
  /// The photo's metadata; nil if there is no photo, or more than one.
  var metadata: PhotoMetadata? { get }
  /// A problem with a layer that can be drawn nevertheless: damage, or another photo in place of a missing one. Such a
  /// frame is not an ordinary success.
  var remark: FrameRemark? { get }
  /// The methods that made full colour of its photos' mosaics; empty unless overridden.
  var demosaics: Set<DemosaicMethod> { get }

  /// Hands over all rows from the top, some at a time, each without gaps: `size.width · format.bytesPerPixel` bytes a row. The
  /// memory is used again after `receive` returns.
  ///
  /// - Throws: The error of `receive`.
  func draw(_ scratch: FrameScratch, into receive: RowReceiver) throws(FrameError)

  /// The whole layer as light that can lie anywhere on a frame.
  ///
  /// - Parameters:
  ///   - transfer: The transfer function of the frame's space.
  ///   - shrinks: Whether it will be drawn smaller than it is.
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
  public var demosaics: Set<DemosaicMethod> { [] }

  /// The names of the methods, in order.
  var demosaicNames: [String] { demosaics.map(\.rawValue).sorted() }

  /// All rows, one after another.
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

  /// See above: what is drawn, decoded.
  public func light(
    _ scratch: FrameScratch, transfer: TransferFunction, shrinks: Bool
  ) throws(FrameError) -> LightPicture {
    let encoded = EncodedPicture(
      pixels: try pixels(scratch), size: size, format: format, left: 0, top: 0)
    return LightPicture(encoded, transfer: transfer, shrinks: shrinks)
  }
}

/// Takes whole rows, some at a time, from the top.
public typealias RowReceiver = (UnsafeRawBufferPointer) throws(FrameError) -> Void

/// A problem with a frame that is drawn nevertheless.
public enum FrameRemark: Sendable, Hashable {
  /// Not all of a photo could be decoded.
  case damaged(String)
  /// The photo before it is shown again; why.
  case held(String)

  /// The damage of a photo that is shown nevertheless; nil for a sound photo.
  init?(damageOf photo: LoadedPhoto, path: FilePath) {
    guard let reason = photo.damageReason else { return nil }
    self = .damaged("\(path): \(reason)")
  }
}

/// The memory that one thread keeps between frames.
public final class FrameScratch {
  private var memory = PixelMemory(byteCount: 0)
  /// Objects that makers keep for their next layer on this thread, by maker.
  private var kept: [ObjectIdentifier: AnyObject] = [:]
  /// The last picture of each placed source, by the source's place in the timeline.
  private var lights: [Int: (identity: String, picture: LightPicture)] = [:]
  /// The pixels of each source in a moment of a frame.
  private var moments: [Int: (identity: String, pixels: PixelMemory)] = [:]
  let encoding = EncodingScratch()
  let stacking = StackScratch()
  let video = VideoScratch()
  /// Threads that help with a frame.
  let crew: Crew
  /// Threads that help with parts of the frame in hand when they have nothing else to do; set for each frame.
  var helpers = Crew.alone
  /// Bytes that decoded photos of a sequence may take, besides those of the frame in hand.
  let photoBytes: Int

  /// Nothing kept yet.
  ///
  /// - Parameters:
  ///   - crew: Threads that help with a frame; where each thread makes frames of its own, there are none to spare.
  ///   - photoBytes: Bytes that decoded photos of a sequence may take for frames to come.
  public init(crew: Crew = .alone, photoBytes: Int = 0) {
    self.crew = crew
    self.photoBytes = photoBytes
  }

  /// Memory for rows of at least `byteCount` bytes; each call may return the same memory.
  public func rows(byteCount: Int) -> PixelMemory {
    if unsafe memory.bytes.count < byteCount { memory = PixelMemory(byteCount: byteCount) }
    return memory
  }

  /// The light of a placed source, made unless the last one was the same.
  func light(
    of source: Int, identity: String, make: () throws(FrameError) -> LightPicture
  ) throws(FrameError) -> LightPicture {
    if let kept = lights[source], kept.identity == identity { return kept.picture }
    lights[source] = nil
    let picture = try make()
    lights[source] = (identity, picture)
    return picture
  }

  /// The pixels of a source in one of several moments of a frame, made unless those before were the
  /// same.
  ///
  /// - Parameter identity: Empty for a layer that is drawn once, whose pixels are not kept.
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

  /// Releases the objects that other makers keep, what moments of a frame share, and the light of other sources.
  func keep(only makers: [any LayerMaker], sources: Set<Int>) {
    moments = [:]
    lights = lights.filter { sources.contains($0.key) }
    let names = Set(makers.map { ObjectIdentifier($0) })
    kept = kept.filter { names.contains($0.key) }
  }

  /// The object that a maker keeps between its layers on this thread.
  public subscript(maker: any LayerMaker) -> AnyObject? {
    get { kept[ObjectIdentifier(maker)] }
    set { kept[ObjectIdentifier(maker)] = newValue }
  }
}

/// A hash that identifies a file's content, read once.
final class InputContent: Sendable {
  let path: FilePath
  private let known = Mutex<Result<String, SystemError>?>(nil)

  init(_ path: FilePath) { self.path = path }

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
