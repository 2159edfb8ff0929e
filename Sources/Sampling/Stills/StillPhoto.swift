public import BromideCodecs
public import BromideDevelop
internal import BromideKernels
public import BromidePhotos
internal import BromideRaw
internal import BromideSystem
public import BromideValues
public import SystemPackage

/// A finished picture used as a photo: a JPEG, PNG, TIFF, JPEG XL, AVIF or WebP.
///
/// Its codes become linear light with its profile or tags, or sRGB by default. The light is then
/// developed like a camera's picture with the file's primaries, without a look (see `recipe(_:)`),
/// so every filter works on it. Settings for sensor values have no effect. Transparency is filled
/// with black.
public struct StillPhoto: Sendable {
  /// The file's path, as given.
  public let path: FilePath
  /// The size as stored, before orientation.
  public let size: Size
  /// The metadata from its Exif block. The orientation is always set.
  public let metadata: PhotoMetadata
  /// Peak memory of loading, in bytes: the decoded picture and 16 bits of light for three channels.
  public var expectedMemory: Int { size.byteCount(12) }
  /// Whether its rows can be read separately.
  private let isReducible: Bool
  private let kind: FileKind.Reading
  /// The file before it was opened.
  private let state: FileState?
  private let settings: LoadSettings

  /// Returns whether a file is a finished picture that can be used as a photo, from its first
  /// bytes.
  ///
  /// - Parameter context: Where LibRaw runs, if only it can identify the file.
  public static func isStill(_ path: FilePath, context: RunContext) -> Bool {
    kind(of: path, context: context) != nil
  }

  /// - Returns: `nil` for other files, and for pictures with the name of a raw, which are not
  ///   photos.
  private static func kind(
    of path: FilePath, headerless: HeaderlessRaw? = nil, context: RunContext
  ) -> FileKind.Reading? {
    guard !FileKind.isRawName(path) else { return nil }
    let kind = FileKind.of(path, headerless: headerless, context: context)
    return kind.isStill ? kind.reading : nil
  }

  /// Opens a file and reads the data before its pixels. Returns `nil` if it is not a finished
  /// picture.
  ///
  /// - Throws: `PhotoError` with the cause `.opening` if a finished picture cannot be read.
  public init?(path: FilePath, settings: LoadSettings) throws(PhotoError) {
    state = try? FileState(path)
    let context = settings.context
    guard let kind = Self.kind(of: path, headerless: settings.headerless, context: context) else {
      return nil
    }
    self.path = path
    self.kind = kind
    self.settings = settings
    var metadata: PhotoMetadata
    let orientation: Orientation?
    do {
      switch kind {
      case .jpeg:
        let header = try JPEGSource(path: path).header(context)
        // Without a profile, ink colours would be a silent guess.
        guard !header.isCMYK || !header.profile.isEmpty else {
          throw FrameFileError.jpeg(path: path, .unsupportedColor("CMYK without a profile"))
        }
        (size, orientation) = (header.size, header.orientation)
        metadata = Self.metadata(header.exif, xmp: JPEGFile.xmp(of: path))
        isReducible = false
      case .png:
        let info = try PictureReading.pngInfo(path, context: context)
        size = info.size
        metadata = Self.metadata(
          info.exif ?? [], xmp: info.text("XML:com.adobe.xmp").map { Array($0.utf8) })
        isReducible = !info.isInterlaced
        orientation = ExifOrientation.find(info.exif ?? [])
      case .jxl, .avif, .webp:
        guard let format = kind.wholeFormat else { preconditionFailure("one of these formats") }
        let info = try PictureReading.wholeInfo(path, format, context: context)
        (size, orientation) = (info.size, info.orientation)
        metadata = Self.metadata(
          info.exif ?? [], xmp: try? WholeCheck(path, format, sums: false)?.packet)
        isReducible = false
      default:
        let info = try PictureReading.tiffInfo(path, context: context)
        size = info.size
        metadata = RawInspection.read(path: path, context: context).metadata
        isReducible = true
        orientation = Orientation(rawValue: info.orientation)
      }
    } catch {
      throw PhotoError(path: path, cause: .opening(Self.rawError(error, path)))
    }
    metadata.orientation = orientation ?? .upright
    self.metadata = metadata
  }

  private static func metadata(_ block: [UInt8], xmp: [UInt8]?) -> PhotoMetadata {
    PhotoMetadata(ExifFields(block: block), xmp: xmp ?? [])
  }

  /// Returns the recipe that reproduces the picture from its light, with the filters of this
  /// recipe.
  public static func recipe(_ recipe: DevelopRecipe) -> DevelopRecipe {
    var recipe = recipe
    recipe.whiteBalance = .camera
    recipe.tone = .linear
    // Codes at the top of a finished picture are white, not clipped light.
    recipe.highlightMode = .clip
    // Most pictures were rounded to 8 bits before.
    if recipe.dither == .auto { recipe.dither = nil }
    return recipe
  }

  /// Returns an error about a setting that finished pictures do not support, or `nil` if all are
  /// supported.
  public static func complaint(about settings: PhotoSettings) -> String? {
    if settings.balancePlace != nil || ![.camera, .auto].contains(settings.recipe.whiteBalance) {
      return
        "a finished picture has no white-balance; temperature and tint move its light"
    }
    if let look = settings.recipe.tableLook, look.input.isLog {
      return
        "a finished picture has no scene light for lut-space \(look.input.rawValue); expected a space of display light"
    }
    return settings.recipe.highlightMode == .blend
      ? "a finished picture has no highlight-mode" : nil
  }

  /// A decoded picture.
  public struct Loaded: Sendable {
    /// The linear light.
    public var source: DevelopSource
    /// The damage in the data, or `nil` if it is intact.
    public var damage: String?
    /// Problems that do not change the pixels.
    public var warnings: [Warning] = []
  }

  /// Decodes the picture to linear light.
  ///
  /// - Parameter least: The minimum stored size of the result. A large picture is then reduced
  ///   while it is decoded.
  /// - Throws: `PhotoError` with the cause `.changed`, `.decoding`, or `.damaged`.
  public func load(
    atLeast least: Size? = nil
  ) throws(PhotoError) -> Loaded {
    let result = Result { () throws(PhotoError) in try decoded(atLeast: least) }
    guard !(state?.hasChanged ?? false) else { throw PhotoError(path: path, cause: .changed) }
    return try result.get()
  }

  private func decoded(
    atLeast least: Size?
  ) throws(PhotoError) -> Loaded {
    if let least, kind == .jpeg, least.width * 2 <= size.width, least.height * 2 <= size.height {
      do {
        if let reduced = try reduced(to: least) { return Loaded(source: reduced) }
      } catch let error as FrameFileError {
        // Another worker process for the same file would also crash. A damaged file is decoded up
        // to the damage.
        if case .jpeg(_, .lost(let reason)) = error {
          throw PhotoError(path: path, cause: .decoding(.lost(path: path, reason: reason)))
        }
      } catch {}
    }
    let side = reduction(atLeast: least)
    if side > 1 {
      do throws(PhotoError) { return try light(of: opened(reducedBy: side)) } catch {
        // Decoding all of it at full size can succeed if memory allows.
        if expectedMemory > settings.context.memory { throw error }
      }
    }
    if let reason = MemoryShortage.rejection(
      expectedMemory, allowance: settings.context.memory)
    {
      throw PhotoError(path: path, cause: .decoding(.lost(path: path, reason: reason)))
    }
    guard MemoryShortage.isThere(expectedMemory) else {
      throw PhotoError(
        path: path, cause: .decoding(.outOfMemory(path: path, bytes: expectedMemory)))
    }
    return try light(of: opened(reducedBy: 1))
  }

  /// The maximum number of pixels to decode at full size, far above a camera's. A larger picture is
  /// reduced if a smaller size is enough.
  private static let mostPixels = 1 << 26

  /// Rows and columns of a square that becomes one pixel.
  private func reduction(atLeast least: Size?) -> Int {
    guard let least, isReducible,
      size.area > Self.mostPixels || expectedMemory > settings.context.memory
    else { return 1 }
    return BoxReduction.side(of: size, atLeast: least)
  }

  /// Returns the peak memory in bytes for loading pixels that cover a size.
  public func expectedMemory(atLeast least: Size?) -> Int {
    BoxReduction.size(of: size, side: reduction(atLeast: least)).byteCount(12)
  }

  private func opened(reducedBy side: Int) throws(PhotoError) -> OpenedPicture {
    var opening = OpeningSettings(settings.context)
    opening.photo.loading.damaged = settings.damaged
    opening.reduction = side
    do throws(OpeningError) {
      return try PictureOpener(settings: opening).find(path).open(.alone)
    } catch {
      throw PhotoError(path: path, cause: .decoding(Self.rawError(error, path)))
    }
  }

  private func light(
    of picture: OpenedPicture
  ) throws(PhotoError) -> Loaded {
    guard case .still(let sampler) = picture.frames else {
      preconditionFailure("a still is no clip")
    }
    if let message = sampler.space.toneMapping {
      guard !settings.rejectsGuessedColors else {
        throw PhotoError(path: path, cause: .decoding(.unsupported(path: path, reason: message)))
      }
      return Loaded(
        source: source(toneMapped(sampler), sampler.space), damage: picture.damage,
        warnings: picture.warnings + [Warning("\(path): \(message)")])
    }
    let transfer = sampler.space.transfer
    let image: ImageBuffer<UInt16>
    switch sampler.pixels {
    case .eight(let codes):
      let table = Self.table(sampler, codes: 256)
      image = Self.light(codes, opaque: 255) { Float(table[Int($0)]) }
    case .sixteen(let codes):
      let table = Self.table(sampler, codes: 65536)
      image = Self.light(codes, opaque: 65535) { Float(table[Int($0)]) }
    case .float(let codes):
      image = Self.light(codes, opaque: 1) { Float(transfer.decode(Double($0))) * 65535 }
    case .frame(let frame, let converter):
      var codes = self.codes(of: frame, converter)
      let table = Self.table(transfer, codes: 65536, extent: 65535)
      unsafe codes.withUnsafeMutableSamples { samples in
        unsafe table.withUnsafeBufferPointer { table in
          for i in samples.indices { unsafe samples[i] = table[Int(samples[i])] }
        }
      }
      image = codes
    case .raw: preconditionFailure("a picture is not a raw")
    }
    return Loaded(
      source: source(image, sampler.space), damage: picture.damage, warnings: picture.warnings)
  }

  /// Returns a frame's R′G′B′ in 16 bits.
  func codes(of frame: YCbCrFrame, _ converter: YCbCrConverter) -> ImageBuffer<UInt16> {
    YCbCrConverter(
      coding: converter.coding, siting: converter.siting, layout: converter.layout,
      output: .rgb16, upsampling: converter.upsampling,
      instructionSet: settings.effectiveInstructionSet
    ).image(frame, of: UInt16.self)
  }

  private func reduced(to least: Size) throws -> DevelopSource? {
    let jpeg = JPEGSource(path: path)
    let header = try jpeg.header(settings.context)
    let space =
      header.profile.isEmpty
      ? YCbCrDescription.jpeg(flags: YCbCrProperties(), tags: header.tags).space.value
      : try PictureReading.space(ofProfile: header.profile, in: path, context: settings.context)
    guard let space, !space.isAbsolute, !header.isRGB, !header.isCMYK else { return nil }
    let codes = try jpeg.reduced(atLeast: least, context: settings.context)
    let table = Self.table(space.transfer, codes: 256, extent: 255)
    return source(Self.light(codes, opaque: 255) { Float(table[Int($0)]) }, space)
  }

  private func source(_ image: ImageBuffer<UInt16>, _ space: RGBSpace) -> DevelopSource {
    DevelopSource(
      image: .linear(LinearImage(samples: image.plane, channels: 3, white: 65535)),
      profile: CameraProfile(
        calibrations: [.init(illuminant: space.white, colorMatrix: space.fromXYZ)],
        asShotMultipliers: SIMD3(1, 1, 1)),
      defaultCrop: Region(image.size), orientation: settings.orientation ?? metadata.orientation)
  }
}
