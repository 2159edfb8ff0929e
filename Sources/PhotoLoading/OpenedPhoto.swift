internal import Color
package import Develop
internal import Lenses
public import Metadata
public import Pixels
internal import Platform
public import RawDecoding
public import SystemPackage

/// A raw photo that has been identified, its pixels not yet unpacked.
///
/// This is the one way from a path to pixels: opening identifies the file, and `load` unpacks all of
/// it or the parts that are needed, applies the damage policy and the locked levels. One value
/// serves one thread at a time.
public struct OpenedPhoto {
  /// The identified file.
  let file: RawSource
  /// The file before it was opened.
  private let state: FileState?
  fileprivate let settings: LoadSettings
  /// Looks its lens up in lensfun's database, when it is first asked.
  private let lens: LensLookup

  /// Opens and identifies the file at `path`.
  ///
  /// - Throws: `PhotoError` with the cause `.opening`.
  public init(path: FilePath, settings: LoadSettings = LoadSettings()) throws(PhotoError) {
    // A file that cannot be described cannot be opened either, and opening says why.
    state = try? FileState(path)
    do throws(RawError) {
      file = try RawSource(path: path, as: settings.headerless)
    } catch {
      throw PhotoError(path: path, cause: .opening(error))
    }
    self.settings = settings
    let query = LensQuery(file.header.metadata, size: file.header.size)
    lens = LensLookup {
      LensDatabase.shared.remembered(query)
    } find: {
      LensDatabase.shared.knowledge(query)
    }
  }

  /// Looks its lens up while it is decoded, if a correction may need that.
  package func beginLens(_ choice: OpticsSettings.Lens) {
    if choice.usesDatabase { lens.begin() }
  }

  /// Whether a warp corrects the lens, or the file may state one. It may have to look the lens up.
  package func warps(_ choice: OpticsSettings.Lens) -> Bool {
    if choice.usesDatabase { _ = lens.knowledge }
    return choice != .none && (mayWarp || choice.usesDatabase && lens.mayWarp)
  }

  /// The file's path, as given.
  public var path: FilePath { file.path }
  /// The photo's metadata.
  public var metadata: PhotoMetadata { file.header.metadata }
  /// Peak memory of loading, in bytes.
  public var expectedMemory: Int { file.header.expectedMemory }
  /// Whether the file states corrections of full colour, among which warps may be.
  public var mayWarp: Bool { file.header.mayWarp }
  /// The size of the visible area, before orientation.
  public var size: Size { file.header.size }
  /// The maker's crop, in pixels of the visible area.
  public var defaultCrop: Region { file.header.defaultCrop }
  /// The photographer's crop, in pixels of the visible area; nil if the file states none.
  public var userCrop: Region? { file.header.userCrop }
  /// The embedded preview that LibRaw prefers; nil if there is none.
  public var preview: RawPreview? { file.header.preview }
  /// Whether neither a DNG's tag nor the table of camera models states the exposure.
  public var lacksExposure: Bool { file.header.lacksExposure }
  /// What decides, besides make and model, how the preview was made: see `RawFile.previewStyle`.
  public var previewStyle: String { file.header.previewStyle }

  /// Reads the embedded preview.
  ///
  /// - Returns: The bytes of a JPEG file, or rows of RGB; nil if there is no preview.
  public func readPreview() throws(RawError) -> RawPreview.Content? { try file.readPreview() }

  /// Whether LibRaw opens and identifies the file as a raw, judged by its header alone: see `RawFile.isRaw`. A file on which
  /// it crashes counts as one, so that opening it names it.
  ///
  /// - Parameter headerless: The format that the user named for files without a header; nil if none.
  public static func isRaw(path: FilePath, as headerless: HeaderlessRaw? = nil) -> Bool {
    RawSource.isRaw(path: path, as: headerless)
  }

  /// A sentence about a file without a header that only its suffix makes a raw; nil for all others.
  var headerlessGuess: String? {
    guard file.header.headerless == .suffix else { return nil }
    let camera = [metadata.make, metadata.model].compactMap(\.self).joined(separator: " ")
    return
      "\(path) has no header: Bromide guesses from its suffix and size that it is a raw by the \(camera)"
  }

  /// Who names the format of a file without a header, `suffix` or `flag`; nil for a file with a header.
  public var headerlessFrom: String? { file.header.headerless?.rawValue }

  /// Unpacks the pixels.
  ///
  /// - Parameters:
  ///   - parts: Regions of the visible area that will be used; nil for all of it. The others may
  ///     stay undecoded, and damage there goes unseen.
  ///   - crew: Runs the decoder on free threads as well; nil for the calling thread alone.
  ///   - leavesSamplesInFile: Whether samples may stay in the file, mapped into memory. The caller
  ///     then asks for `LoadedPhoto.lostPixels` once it has used them.
  /// - Throws: `PhotoError` with the cause `.changed`, `.decoding`, `.damaged`, `.guessedColors`, `.levels` or `.optics`.
  public func load(
    parts: [Region]? = nil, crew: Unpacking.Crew? = nil, leavesSamplesInFile: Bool = false
  ) throws(PhotoError) -> LoadedPhoto {
    var raw: RawPhoto
    do throws(RawError) {
      // Parts take less, and say themselves what they lack.
      guard parts != nil || MemoryShortage.isThere(expectedMemory) else {
        throw .outOfMemory(path: path, bytes: expectedMemory)
      }
      var unpacking = Unpacking(
        unpacker: settings.unpacker, instructionSet: settings.effectiveInstructionSet,
        crew: crew, leavesSamplesInFile: leavesSamplesInFile, parts: parts)
      unpacking.comparesAllDigests = settings.refusesGuessedColors
      raw = try file.decode(interpolation: settings.interpolation, unpacking: unpacking)
      if unpacking.parts != nil, raw.lacksWhiteBalance {
        // Its white balance is found from all of it.
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
    if let guess = headerlessGuess {
      guard !settings.refusesGuessedColors else {
        throw PhotoError(path: path, cause: .guessedColors(guess))
      }
      ColorGuesses.add(guess)
    }
    if let guess = raw.guessedColors, !settings.profile.bringsMatrices {
      guard !settings.refusesGuessedColors else {
        throw PhotoError(path: path, cause: .guessedColors(guess))
      }
      ColorGuesses.add(guess)
    }
    if let foreign = raw.foreignProfile(settings.profile) {
      guard !settings.refusesGuessedColors else {
        throw PhotoError(path: path, cause: .guessedColors(foreign))
      }
      ColorGuesses.add(foreign)
    }
    for broken in raw.brokenProfile(settings.profile) { ColorGuesses.add(broken) }
    let optics = try lockedOptics(for: raw)
    do throws(LevelsOfAnotherCamera) {
      var photo = try LoadedPhoto(
        raw, levels: settings.lockedLevels, optics: optics, lens: lens,
        orientation: settings.orientation,
        exposure: { exposureLookup(settings.unknownExposure, raw, $0) },
        // A preview that cannot be read is none.
        preview: { ((try? file.readPreview()) ?? nil).map { (path, $0) } })
      photo.state = state
      return photo
    } catch {
      throw PhotoError(path: path, cause: .levels(error))
    }
  }
}

extension OpenedPhoto {
  /// What is known of the lens and sensor of a photo; nil if nothing was locked, or if it has no mosaic.
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
  /// The levels of the photo in a file; nil if it has no mosaic.
  ///
  /// - Throws: As `LockedLevels.init(path:)`.
  public static func read(
    path: FilePath, as headerless: HeaderlessRaw? = nil
  ) throws(RawError) -> LockedLevels? {
    let file = try RawSource(path: path, as: headerless)
    return try LockedLevels(path: path, size: file.header.size) { unpacking throws(RawError) in
      try file.decode(unpacking: unpacking)
    }
  }
}

extension LoadedPhoto {
  /// Opens and unpacks the photo at `path`.
  ///
  /// - Parameters: As for ``OpenedPhoto``.
  /// - Throws: `PhotoError`.
  public init(
    path: FilePath, settings: LoadSettings = LoadSettings(), crew: Unpacking.Crew? = nil,
    leavesSamplesInFile: Bool = false
  ) throws(PhotoError) {
    self = try OpenedPhoto(path: path, settings: settings)
      .load(crew: crew, leavesSamplesInFile: leavesSamplesInFile)
  }
}
