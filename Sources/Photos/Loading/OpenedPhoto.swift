public import BromideCodecs
package import BromideDevelop
public import BromideRaw
internal import BromideSystem
public import BromideValues
public import SystemPackage

/// A raw that is identified but not unpacked.
///
/// This is the only way from a path to pixels. Opening identifies the file. `load` unpacks the
/// necessary parts, and applies the damage policy and the locked levels. Use a value on one thread
/// only.
public struct OpenedPhoto {
  /// The identified file.
  let file: RawSource
  /// The file's status before it was opened.
  private let state: FileState?
  let settings: LoadSettings
  /// Finds the lens in lensfun's database when it is first needed.
  private let lens: LensLookup

  /// Opens and identifies the file at `path`.
  ///
  /// - Throws: `PhotoError` with the cause `.opening`.
  public init(path: FilePath, settings: LoadSettings) throws(PhotoError) {
    // Ignore this error, because opening will fail with a better one.
    let state = try? FileState(path)
    do throws(RawError) {
      let file = try RawSource(
        path: path, as: settings.headerless, context: settings.context)
      self.init(file, state, settings)
    } catch {
      throw PhotoError(path: path, cause: .opening(error))
    }
  }

  private init(_ file: RawSource, _ state: FileState?, _ settings: LoadSettings) {
    (self.file, self.state, self.settings) = (file, state, settings)
    var metadata = file.header.metadata
    metadata.complete(settings.lens)
    self.metadata = metadata
    let query = LensQuery(metadata, size: file.header.size)
    lens = LensLookup {
      LensDatabase.shared.remembered(query)
    } find: {
      LensDatabase.shared.knowledge(query)
    }
  }

  /// Returns the photo with another naming of its lens, without opening the file again.
  package func with(_ lens: LensNaming) -> OpenedPhoto {
    var settings = settings
    settings.lens = lens
    return OpenedPhoto(file, state, settings)
  }

  /// Starts to find the lens in parallel with decoding, if a correction may need it.
  package func beginLens(_ choice: OpticsSettings.Lens) {
    if choice.usesDatabase { lens.begin() }
  }

  /// Returns whether a lens correction may use a warp. This may wait for the lens database.
  package func warps(_ choice: OpticsSettings.Lens) -> Bool {
    if choice.usesDatabase { _ = lens.knowledge }
    return choice != .none && (mayWarp || choice.usesDatabase && lens.mayWarp)
  }

  /// The file's path, as given.
  public var path: FilePath { file.path }
  /// The photo's metadata.
  public let metadata: PhotoMetadata
  /// Peak memory of loading, in bytes.
  public var expectedMemory: Int { file.header.expectedMemory }
  /// Whether the file contains corrections for full colour, which can include warps.
  public var mayWarp: Bool { file.header.mayWarp }
  /// The size of the visible area, before orientation.
  public var size: Size { file.header.size }
  /// The width of a stored pixel divided by its height.
  public var pixelAspect: Double { file.header.pixelAspect }
  /// The camera maker's crop, in pixels of the visible area.
  public var defaultCrop: Region { file.header.defaultCrop }
  /// The photographer's crop, in pixels of the visible area, or `nil` if the file has none.
  public var userCrop: Region? { file.header.userCrop }
  /// The embedded preview that LibRaw prefers, or `nil` without a preview.
  public var preview: RawPreview? { file.header.preview }
  /// Whether the exposure is missing in both the DNG tags and the table of camera models.
  public var lacksExposure: Bool { file.header.lacksExposure }
  /// The software and the picture style of the preview. See `RawHeader.previewStyle`.
  public var previewStyle: String { file.header.previewStyle }
  /// The camera's modes that changed the preview. See `RawHeader.previewMode`.
  public var previewMode: String { file.header.previewMode }

  /// Reads the embedded preview.
  ///
  /// - Returns: The bytes of a JPEG file, or rows of RGB, or `nil` without a preview.
  public func readPreview() throws(RawError) -> RawPreview.Content? { try file.readPreview() }

  /// Returns whether LibRaw identifies the file as a raw from its header. See `RawFile.isRaw`.
  ///
  /// If LibRaw crashes, this returns `true`, so that opening the file reports the problem.
  ///
  /// - Parameter headerless: The user's format for files without a header, or `nil`.
  public static func isRaw(
    path: FilePath, as headerless: HeaderlessRaw? = nil, context: RunContext
  ) -> Bool {
    // A file without a header can begin with any bytes.
    if headerless == nil, SidecarFile.isOne(path) { return false }
    return RawSource.isRaw(path: path, as: headerless, context: context)
  }

  /// A sentence about a file that is a raw only by its suffix, or `nil` for other files.
  var headerlessGuess: String? {
    guard file.header.headerless == .suffix else { return nil }
    let camera = [metadata.make, metadata.model].compactMap(\.self).joined(separator: " ")
    return
      "\(path) has no header: Bromide guesses from its suffix and size that it is a raw by the \(camera)"
  }

  /// The source of the format for a file without a header, `suffix` or `flag`, or `nil` for a file
  /// with a header.
  public var headerlessFrom: String? { file.header.headerless?.rawValue }

  /// Unpacks the pixels.
  ///
  /// - Parameters:
  ///   - parts: The regions of the visible area that you need, or `nil` for the entire area. Other
  ///     regions may stay undecoded,
  ///     so damage there is not detected.
  ///   - crew: Helps to decode with free threads, or `nil` to use only the calling thread.
  ///   - leavesSamplesInFile: Whether samples may stay in the file, mapped into memory. If so,
  ///     check `LoadedPhoto.lostPixels`
  ///     after you have used them.
  /// - Throws: `PhotoError` with the cause `.changed`, `.decoding`, `.damaged`, `.guessedColors`,
  ///   `.levels` or `.optics`.
  public func load(
    parts: [Region]? = nil, crew: Unpacking.Crew? = nil, leavesSamplesInFile: Bool = false
  ) throws(PhotoError) -> LoadedPhoto {
    var raw: RawPhoto
    do throws(RawError) {
      // Parts take less memory, and decoding them reports a shortage.
      guard parts != nil || MemoryShortage.isThere(expectedMemory) else {
        throw .outOfMemory(path: path, bytes: expectedMemory)
      }
      var unpacking = Unpacking(
        unpacker: settings.unpacker, instructionSet: settings.effectiveInstructionSet,
        crew: crew, leavesSamplesInFile: leavesSamplesInFile, parts: parts)
      unpacking.comparesAllDigests = settings.rejectsGuessedColors
      raw = try file.decode(interpolation: settings.interpolation, unpacking: unpacking)
      if unpacking.parts != nil, raw.lacksWhiteBalance {
        // The white balance must be found from the complete photo.
        unpacking.parts = nil
        raw = try file.decode(interpolation: settings.interpolation, unpacking: unpacking)
      }
    } catch {
      throw PhotoError(path: path, cause: state?.hasChanged ?? false ? .changed : .decoding(error))
    }
    guard !(state?.hasChanged ?? false) else { throw PhotoError(path: path, cause: .changed) }
    guard raw.damage.isEmpty || settings.damaged == .keep else {
      throw PhotoError(path: path, cause: .damaged(raw.damage))
    }
    if settings.rejectsGuessedColors,
      let guess = headerlessGuess ?? raw.colorGuesses(settings.profile).first
    {
      throw PhotoError(path: path, cause: .guessedColors(guess))
    }
    let optics = try lockedOptics(for: raw)
    let exposure = LateWarning()
    do throws(LevelsOfAnotherCamera) {
      var photo = try LoadedPhoto(
        raw, levels: settings.lockedLevels, optics: optics, lens: lens,
        orientation: settings.orientation,
        exposure: { exposureLookup(settings.unknownExposure, raw, $0, exposure) },
        // Treat an unreadable preview as missing.
        preview: { ((try? file.readPreview()) ?? nil).map { (path, $0, settings.context) } })
      photo.state = state
      (photo.headerlessGuess, photo.exposureWarning) = (headerlessGuess, exposure)
      return photo
    } catch {
      throw PhotoError(path: path, cause: .levels(error))
    }
  }
}

extension OpenedPhoto {
  /// Returns the locked measurements for a photo, or `nil` if they are missing or the photo does
  /// not have a mosaic.
  private func lockedOptics(for raw: RawPhoto) throws(PhotoError) -> LockedOptics.Entry? {
    guard let locked = settings.lockedOptics, raw.image.filters != nil else { return nil }
    do throws(OpticsOfAnotherCamera) {
      return try locked.entry(for: LockedOptics.Group(metadata, size: size))
    } catch {
      throw PhotoError(path: path, cause: .optics(error))
    }
  }
}

extension LockedLevels {
  /// Reads the levels of a file's photo, or returns `nil` if it has no mosaic.
  ///
  /// - Throws: The errors of `LockedLevels.init(path:)`.
  public static func read(
    path: FilePath, as headerless: HeaderlessRaw? = nil, context: RunContext
  ) throws(RawError) -> LockedLevels? {
    let file = try RawSource(path: path, as: headerless, context: context)
    return try LockedLevels(path: path, size: file.header.size) { unpacking throws(RawError) in
      try file.decode(unpacking: unpacking)
    }
  }
}

extension LoadedPhoto {
  /// Opens and unpacks the photo at `path`.
  ///
  /// - Parameters: The same as for ``OpenedPhoto``.
  /// - Throws: `PhotoError`.
  public init(
    path: FilePath, settings: LoadSettings, crew: Unpacking.Crew? = nil,
    leavesSamplesInFile: Bool = false
  ) throws(PhotoError) {
    self = try OpenedPhoto(path: path, settings: settings)
      .load(crew: crew, leavesSamplesInFile: leavesSamplesInFile)
  }
}
