internal import BromideCodecs
public import BromideDevelop
internal import BromideDrawing
internal import BromideKernels
internal import BromidePhotos
internal import BromideRaw
public import BromideSampling
internal import BromideSystem
public import BromideTimelines
internal import BromideValues
public import SystemPackage

/// Creates reduced photos without developing them at full size.
///
/// A tile uses the sensor's values, half of them in each direction if this is enough, or the
/// embedded preview.
public struct TileMaker: Sendable {
  /// The settings for decoding and developing. The maker sets size, depth and the square-root
  /// curve.
  public var settings: PhotoSettings
  /// The pixels to use for a tile.
  public var from: SheetLayout.Pixels
  /// The method to fit a photo into its box.
  public var fit = SizeRequest.Fit.contain
  /// Whether to enlarge photos that are smaller than their tile.
  public var enlarges = false
  /// Whether tiles will be reduced later.
  public var shrinks = false
  /// Additional filter values for developing tiles, or an empty array if parameters do not move.
  public var variations: [FilterSettings] = []

  /// Creates a maker for tiles without moving parameters.
  public init(_ settings: PhotoSettings, from: SheetLayout.Pixels = .auto) {
    self.settings = settings
    self.from = from
  }

  /// The colour space of the sheet.
  var space: RGBSpace { settings.recipe.space }
  private var instructionSet: InstructionSet { settings.loading.effectiveInstructionSet }

  /// Reads a photo's size with square pixels and its metadata, and its sidecar if the settings request it.
  public static func look(
    at path: FilePath, settings: PhotoSettings
  ) -> TilePhoto {
    let opening = Stopwatch()
    defer { Trace.note("open", path.data, opening) }
    var photo = TilePhoto(
      path: path, size: Size(width: 3, height: 2), metadata: PhotoMetadata(), failure: nil)
    do {
      let (own, report) = try settings.withSidecar(of: path)
      if report != nil { (photo.settings, photo.sidecar) = (own, report) }
      let file = try PhotoFile(path: path, settings: own.loading)
      photo.metadata = file.metadata
      photo.isStill = file.isStill
      photo.size = (own.loading.orientation ?? file.metadata.orientation).upright(file.squareSize)
    } catch let error as SidecarFailure {
      photo.failure = error.reason
    } catch let error as PhotoError {
      photo.failure = error.reason
    } catch {
      photo.failure = "\(error)"
    }
    return photo
  }

  /// Returns a maker with the settings of the photo's sidecar.
  func own(_ photo: TilePhoto) -> TileMaker {
    var maker = self
    maker.settings = photo.settings ?? settings
    return maker
  }

  /// An opened photo.
  enum Opened {
    /// The finished tile from its preview.
    case tile(Tile)
    /// A photo to develop, which needs `expectedMemory`.
    case photo(PhotoFile)
  }

  /// Creates one tile on the calling thread.
  ///
  /// - Parameter box: The maximum size.
  /// - Throws: `TileFailure`.
  func tile(_ path: FilePath, box: Size) throws(TileFailure) -> Tile {
    switch try open(path, box: box) {
    case .tile(let tile): tile
    case .photo(let photo): try develop(photo, box: box)
    }
  }

  /// Opens a photo, and creates its tile if the preview is enough.
  func open(_ path: FilePath, box: Size) throws(TileFailure) -> Opened {
    let opening = Stopwatch()
    defer { Trace.note("open", path.data, opening) }
    return try Self.naming { () throws in
      let photo = try PhotoFile(path: path, settings: settings.loading)
      if from == .preview, case .raw(let raw) = photo, let tile = try preview(raw, box: box) {
        return .tile(tile)
      }
      return .photo(photo)
    }
  }

  /// Creates the tile of an opened photo.
  func develop(_ photo: PhotoFile, box: Size) throws(TileFailure) -> Tile {
    try Self.naming { () throws in
      switch photo {
      case .raw(let raw): try developed(raw, box: box)
      case .still(let still): try developed(still, box: box)
      }
    }
  }

  /// Runs a step and converts its errors.
  private static func naming<R>(_ body: () throws -> R) throws(TileFailure) -> R {
    do {
      return try body()
    } catch let error as PhotoError {
      throw TileFailure(error)
    } catch let error as RawError {
      throw TileFailure(error.reason)
    } catch let error as DevelopError {
      throw TileFailure(error.description)
    } catch let error as TileFailure {
      throw error
    } catch {
      throw TileFailure("\(error)")
    }
  }

  private func developed(_ photo: OpenedPhoto, box: Size) throws -> Tile {
    let decoding = Stopwatch()
    let loaded = try photo.load()
    Trace.note("decode", photo.path.data, decoding)
    let developing = Stopwatch()
    defer { Trace.note("develop", photo.path.data, developing) }
    let source = loaded.source
    let look = try settings.cameraLook(of: photo, loaded)
    var recipe = try settings.with(look).recipe(for: source)
    if let filters = source.image.filters {
      switch from {
      case .raw: recipe.demosaic = recipe.demosaic.resolved(filters)
      case .half: recipe.demosaic = .half
      case .auto, .preview: break
      }
    }
    var made = try tile(source, box: box, recipe, damage: loaded.damageReason, from: nil)
    made.matrix = loaded.raw.matrixSource.name
    made.look = look
    made.warnings = settings.warnings(about: loaded, photo.path, look: look)
    return made
  }

  /// Returns the peak memory for the tile of an opened photo, in bytes.
  func expectedMemory(_ photo: PhotoFile, box: Size) -> Int {
    switch photo {
    case .raw(let raw): raw.expectedMemory
    case .still(let still): still.expectedMemory(atLeast: least(still, box: box))
    }
  }

  /// Returns the minimum stored size for decoding a finished picture, or `nil` to decode all
  /// pixels.
  private func least(_ still: StillPhoto, box: Size) -> Size? {
    let upright = settings.loading.orientation ?? still.metadata.orientation
    let windows = ParameterTable.filters.filter { $0.stage == .geometry }.flatMap(\.parameters)
    let isWhole = ([settings.recipe.filters] + variations).allSatisfy { filters in
      windows.allSatisfy { filters.isStandard($0) }
    }
    guard isWhole else { return nil }
    // Decode at twice the size or more. Then this code averages linear light, instead of the
    // decoder averaging codes.
    let least = Size(width: 2 * box.width, height: 2 * box.height)
    return upright.isTransposed ? least.transposed : least
  }

  /// Creates the tile of a finished picture. It is decoded at a reduced size if possible.
  private func developed(_ still: StillPhoto, box: Size) throws -> Tile {
    if let complaint = StillPhoto.complaint(about: settings) { throw TileFailure(complaint) }
    let decoding = Stopwatch()
    let loaded = try still.load(atLeast: least(still, box: box))
    Trace.note("decode", still.path.data, decoding)
    let developing = Stopwatch()
    defer { Trace.note("develop", still.path.data, developing) }
    var made = try tile(
      loaded.source, box: box, StillPhoto.recipe(settings.recipe(for: loaded.source)),
      damage: loaded.damage, from: "picture")
    made.warnings = settings.warnings(about: loaded)
    return made
  }

  private func tile(
    _ source: DevelopSource, box: Size, _ recipe: DevelopRecipe, damage: String?, from: String?
  ) throws(DevelopError) -> Tile {
    var given = recipe
    if given.whiteBalance == .auto, !variations.isEmpty {
      var plain = given
      plain.filters = FilterSettings()
      let m = try Developer(source, recipe: plain).multipliers
      given.whiteBalance = .multipliers(m.x, m.y, m.z)
    }
    var recipe = given
    recipe.size = SizeRequest(bounds: .box(box), fit: fit, enlarge: enlarges)
    recipe.space = LightPicture.space(like: space)
    recipe.sample = .uint16
    recipe.filters[.opacity] = nil
    let developer = try Developer(source, recipe: recipe, instructionSet: instructionSet)
    let codes = developer.picture(of: UInt16.self)
    let isHalf = developer.demosaic.map { [.half, .cells].contains($0) } ?? false
    var negative: TileNegative?
    if !variations.isEmpty {
      let recipes = variations.map { filters in
        var other = recipe
        other.filters = filters
        return other
      }
      negative = try TileNegative(source, for: [recipe] + recipes, instructionSet: instructionSet)
    }
    return Tile(
      picture: LightPicture(codes: codes, shrinks: shrinks), mean: Self.mean(codes),
      recipe: given, negative: negative, damage: damage,
      source: from ?? (isHalf ? "half" : "raw"))
  }

  /// Creates the tile from an embedded preview, or returns `nil` if the preview is missing or too
  /// small.
  private func preview(_ photo: OpenedPhoto, box: Size) throws -> Tile? {
    guard let known = photo.preview, known.size.isEmpty || covers(known.size, box) else {
      return nil
    }
    let orientation = photo.metadata.orientation
    let picture: ImageBuffer<UInt8>
    switch try photo.readPreview() {
    case .jpeg(let bytes):
      let least = orientation.isTransposed ? box.transposed : box
      picture = try JPEGSource(bytes, in: photo.path).reduced(
        atLeast: least, context: settings.context)
    case .rgb(let bytes, let size):
      var copy = ImageBuffer<UInt8>(size: size, channels: 3)
      unsafe copy.withUnsafeMutableSamples { samples in
        _ = unsafe samples.update(fromContentsOf: bytes.prefix(size.area * 3))
      }
      picture = copy
    case nil: return nil
    }
    guard covers(picture.size, box) else { return nil }
    let source = DevelopSource(
      image: .linear(
        LinearImage(samples: Self.linear(picture).plane, channels: 3, white: 65535)),
      profile: CameraProfile(calibrations: [], asShotMultipliers: SIMD3(1, 1, 1)),
      defaultCrop: Region(picture.size), orientation: orientation)
    // The camera already applied white balance, highlights and tone.
    var recipe = try settings.recipe(for: source)
    recipe.whiteBalance = .camera
    recipe.highlightMode = .clip
    recipe.tone = .linear
    return try tile(source, box: box, recipe, damage: nil, from: "preview")
  }

  /// Returns whether a picture is large enough for a box with similar proportions.
  private func covers(_ size: Size, _ box: Size) -> Bool { size.longEdge >= box.longEdge }

  /// Converts sRGB to 16-bit linear light.
  private static func linear(_ picture: ImageBuffer<UInt8>) -> ImageBuffer<UInt16> {
    var result = ImageBuffer<UInt16>(size: picture.size, channels: 3)
    unsafe light.withUnsafeBufferPointer { light in
      unsafe picture.withUnsafeSamples { from in
        unsafe result.withUnsafeMutableSamples { to in
          for i in from.indices { unsafe to[i] = light[Int(from[i])] }
        }
      }
    }
    return result
  }

  private static let light = (0..<256).map {
    UInt16((TransferFunction.srgb.decode(Double($0) / 255) * 65535).rounded())
  }

  private static func mean(_ codes: ImageBuffer<UInt16>) -> SIMD3<Double> {
    let step = codes.channels
    let channels = step < 3 ? SIMD3(0, 0, 0) : SIMD3(0, 1, 2)
    var sums = SIMD3<UInt64>()
    unsafe codes.withUnsafeSamples { samples in
      for i in stride(from: 0, to: samples.count, by: step) {
        let roots = unsafe SIMD3<UInt64>(
          UInt64(samples[i + channels.x]), UInt64(samples[i + channels.y]),
          UInt64(samples[i + channels.z]))
        sums &+= roots &* roots
      }
    }
    return SIMD3<Double>(sums) / (65535 * 65535 * Double(codes.size.area))
  }
}
