internal import Color
public import Metadata
public import Pixels
public import RawDecoding
public import SystemPackage

/// A raw photo that has been identified, its pixels not yet unpacked.
///
/// This is the one way from a path to pixels: opening identifies the file, and `load` unpacks all of
/// it or the parts that are needed, applies the damage policy and the locked levels. One value
/// serves one thread at a time.
public struct OpenedPhoto {
  /// The identified file.
  public let file: RawFile
  private let settings: LoadSettings

  /// Opens and identifies the file at `path`.
  ///
  /// - Throws: `PhotoError` with the cause `.opening`.
  public init(path: FilePath, settings: LoadSettings = LoadSettings()) throws(PhotoError) {
    do throws(RawError) {
      file = try RawFile(path: path)
    } catch {
      throw PhotoError(path: path, cause: .opening(error))
    }
    self.settings = settings
  }

  /// The file's path, as given.
  public var path: FilePath { file.path }
  /// The photo's metadata.
  public var metadata: PhotoMetadata { file.metadata }
  /// Peak memory of loading, in bytes.
  public var expectedMemory: Int { file.expectedMemory }

  /// Unpacks the pixels.
  ///
  /// - Parameters:
  ///   - parts: Regions of the visible area that will be used; nil for all of it. The others may
  ///     stay undecoded, and damage there goes unseen.
  ///   - crew: Runs the decoder on free threads as well; nil for the calling thread alone.
  ///   - leavesSamplesInFile: Whether samples may stay in the file, mapped into memory. The caller
  ///     then asks for `LoadedPhoto.lostPixels` once it has used them.
  /// - Throws: `PhotoError` with the cause `.decoding`, `.damaged`, `.guessedColors` or `.levels`.
  public func load(
    parts: [Region]? = nil, crew: Unpacking.Crew? = nil, leavesSamplesInFile: Bool = false
  ) throws(PhotoError) -> LoadedPhoto {
    var raw: RawPhoto
    do throws(RawError) {
      var unpacking = Unpacking(
        unpacker: settings.unpacker, instructionSet: settings.effectiveInstructionSet,
        crew: crew, leavesSamplesInFile: leavesSamplesInFile, parts: parts)
      raw = try file.decode(interpolation: settings.interpolation, unpacking: unpacking)
      if unpacking.parts != nil, raw.lacksWhiteBalance {
        // Its white balance is found from all of it.
        unpacking.parts = nil
        raw = try file.decode(interpolation: settings.interpolation, unpacking: unpacking)
      }
    } catch {
      throw PhotoError(path: path, cause: .decoding(error))
    }
    guard raw.damage.isEmpty || settings.damaged == .keep else {
      throw PhotoError(path: path, cause: .damaged(raw.damage))
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
    raw.brokenProfile(settings.profile).forEach(ColorGuesses.add)
    do throws(LevelsOfAnotherCamera) {
      return try LoadedPhoto(
        raw, levels: settings.lockedLevels, orientation: settings.orientation
      ) {
        // A preview that cannot be read is none.
        (try? file.readPreview()) ?? nil
      }
    } catch {
      throw PhotoError(path: path, cause: .levels(error))
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
