internal import BromideCodecs
internal import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
package import BromideValues

/// A photo for programs in other languages. Requests are text.
///
/// Bromide opens it once and decodes it when you first need its pixels. Then you can develop and
/// sample it many times, from any thread. The library `libbromide` is a thin layer over this class.
package final class EnginePhoto: Sendable {
  private let store: PhotoStore

  /// Opens a photo and reads its metadata.
  ///
  /// - Parameters:
  ///   - input: The photo.
  ///   - options: `damaged=fail|keep`, `memory=2G`, `map=off|on`, one per line.
  /// - Throws: `BromideError` if the options are wrong, or the input is not a photo.
  package init(_ input: PhotoInput, options: String = "") throws(BromideError) {
    var request = try RequestText(options)
    var access = PhotoStore.Access(context: RunContext())
    access.takesPictures = true
    access.damaged =
      try request.take("damaged", among: DamagePolicy.allCases.map { ($0.rawValue, $0) }) ?? .fail
    access.mostMemory = try request.take("memory", "expected \(MemoryLimit.accepted)") {
      MemoryLimit($0)?.bytes(free: Machine.freeMemory())
    }
    access.leavesSamplesInFile =
      try request.take("map", among: [("off", false), ("on", true)]) ?? false
    usesSidecar = try request.take("sidecar", among: [("off", false), ("on", true)]) ?? false
    try request.end(known: ["damaged", "memory", "map", "sidecar"])
    if usesSidecar, input.name == nil {
      throw BromideError(.request, nil, "sidecar=on requires a path; open the photo by its path")
    }
    store = try PhotoStore(input, access)
  }

  private let usesSidecar: Bool

  /// Returns the shape of a developed picture. Reads only the header, unless the recipe's demosaic
  /// affects the shape.
  ///
  /// - Parameter recipe: The recipe as text.
  package func shape(_ recipe: String) throws(BromideError) -> PictureShape {
    let settings = try self.settings(recipe)
    let outline = try store.withFile { file throws(BromideError) in
      do throws(DevelopError) {
        return try PhotoOutline(file, self.store.access.context)?.shape(try self.settled(settings))
      } catch { throw BromideError(error, self.store.input) }
    }
    if let outline { return outline }
    let (developer, source, requested) = try developer(
      settings, .uint8, Crew(threads: Machine.cores))
    return PictureShape(
      size: developer.outputSize, channels: developer.format.channels,
      orientation: requested.orientation == .keep ? source.orientation.rawValue : 1)
  }

  /// Develops the photo into memory.
  ///
  /// - Parameters:
  ///   - recipe: The recipe as text.
  ///   - sample: The type of the samples. Floats are linear light, and are not clipped.
  ///   - part: The part of the picture, or `nil` for the complete picture.
  ///   - threads: The number of threads with the calling thread, or 0 for all processors.
  ///   - report: Receives the progress.
  ///   - target: Returns memory for a picture of a shape: the bytes, and the distance between rows.
  /// - Throws: `BromideError`, or the error of `target`. The pixels are then undefined.
  package func develop(
    _ recipe: String, as sample: SampleFormat, part: Region? = nil, threads: Int = 0,
    report: ProgressReport? = nil,
    into target: (PictureShape) throws -> RowTarget
  ) throws {
    let crew = threads == 1 ? Crew.alone : Crew(threads: threads == 0 ? Machine.cores : threads)
    if let report, !report(0) { throw BromideError(.cancelled, store.input.name, "cancelled") }
    let (developer, _, _) = try developer(try settings(recipe), sample, crew)
    let size = developer.outputSize
    if let part, part.isEmpty || !Region(size).contains(part) {
      throw BromideError(
        .request, store.input.name, "the part \(part) is outside the picture of \(size)")
    }
    let shape = PictureShape(
      size: part?.size ?? size, channels: developer.format.channels, orientation: 1)
    let rows = try target(shape)
    let run = DevelopRun(developer: developer, crew: crew, report: report)
    do throws(DevelopRun.Failure) {
      if let part { try run.develop(part, into: rows) } else { try run.develop(into: rows) }
    } catch { throw BromideError(error, store.input) }
    if let loss = store.loss { throw BromideError(.input, store.input.name, loss) }
  }

  /// Samples colours at points.
  ///
  /// - Parameters:
  ///   - recipe: The recipe as text, with `light`, `window`, `shape`, `lookup` and `statistic`.
  ///   - space: A colour space of `bromide sample --space`.
  ///   - points: Normalised coordinates.
  /// - Returns: Three numbers for each point.
  package func samples(
    _ recipe: String, space: String, at points: [NormalizedPoint]
  ) throws(BromideError) -> [SIMD3<Double>] {
    guard let space = SampleSpace.named(space), !space.components.isEmpty else {
      let names = SampleSpace.all.filter { !$0.components.isEmpty }.map(\.name)
      throw RequestText.rejection(
        "space", space, "expected \(names.joined(separator: ", "))", names)
    }
    let sampler = try FileSampler(store, SampleText(recipe, store.access.context))
    return try sampler.numbers(space, at: points)
  }

  /// The file's metadata as the JSON object of `bromide info --format json`, without a path for
  /// descriptors and bytes.
  package func info() -> String {
    let info = InfoReader.read(store.input.path, context: store.access.context).json(nil)
    guard store.input.name == nil, case .object(let fields) = info else { return info.text }
    return JSONValue.object(fields.filter { !["path", "pathBytes"].contains($0.0) }).text
  }

  /// A JSON array of sentences about damage, guessed colours, skipped corrections and requests. It
  /// is complete after the photo is developed.
  package func notes() -> String { JSONValue.array(store.notes.map { .text($0) }).text }

  /// The camera's JPEG preview.
  ///
  /// - Throws: `BromideError` if the preview is missing or not a JPEG.
  package func preview() throws(BromideError) -> [UInt8] {
    try store.withFile { file throws(BromideError) in
      let name = self.store.input.name
      guard case .raw(let raw) = file else {
        throw BromideError(.request, name, "a finished picture has no preview")
      }
      let content: RawPreview.Content?
      do throws(RawError) { content = try raw.readPreview() } catch {
        throw BromideError(.input, name, error.reason)
      }
      switch content {
      case .jpeg(let bytes): return bytes
      case .rgb(_, let size):
        throw BromideError(
          .request, name, "its preview of \(size) is stored as plain pixels, not as a JPEG")
      case nil: throw BromideError(.request, name, "it has no preview that can be read")
      }
    }
  }

  // MARK: Settings

  private func settings(_ recipe: String) throws(BromideError) -> PhotoSettings {
    let text = try DevelopText(recipe, store.access.context)
    store.add(text.warnings)
    var settings = text.settings
    settings.sidecar.use = usesSidecar ? .auto : .none
    return settings
  }

  /// Returns the settings with the sidecar's settings.
  private func settled(_ settings: PhotoSettings) throws(DevelopError) -> PhotoSettings {
    guard usesSidecar else { return settings }
    do throws(SidecarFailure) {
      return try settings.withSidecar(of: store.input.path).settings
    } catch { throw .unsupported(error.reason) }
  }

  private func developer(
    _ settings: PhotoSettings, _ sample: SampleFormat, _ crew: Crew
  ) throws(BromideError) -> (Developer, DevelopSource, DevelopRecipe) {
    let ready = try store.ready(settings, crew: crew)
    var recipe = ready.recipe
    recipe.sample = sample
    do throws(DevelopError) {
      return (try Developer(ready.source, recipe: recipe, crew: crew), ready.source, recipe)
    } catch { throw BromideError(error, store.input) }
  }
}

/// Functions that do not need a photo.
package enum Engine {
  /// Returns whether a raw can begin with these bytes, or `nil` if the complete file is needed.
  ///
  /// - Parameter start: Up to 64 bytes of the file.
  package static func isRaw(_ start: [UInt8]) -> Bool? {
    switch FileKind.of(stream: start).reading {
    case .raw: true
    case .tiff: nil
    default: false
    }
  }

  /// Returns the ICC profile of an output space.
  ///
  /// - Parameter space: A space of `bromide convert --space`.
  package static func profile(_ space: String) throws(BromideError) -> [UInt8] {
    guard let found = RGBSpace.named(space) else {
      let names = RGBSpace.all.map(\.name)
      throw RequestText.rejection(
        "space", space, "expected \(names.joined(separator: ", "))", names)
    }
    do throws(ICCProfileError) { return try ICCProfile.made(for: found).bytes } catch {
      throw BromideError(.memory, nil, error.description)
    }
  }

  /// The version of Bromide.
  package static let version = BromideVersion.number
}
