public import BromideKernels
public import BromideRaw
public import BromideValues

/// The treatment of damaged photos.
public enum DamagePolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// Loading fails.
  case fail
  /// Use the part that can be decoded, and report the damage.
  case keep
}

/// The settings for decoding raws. They are the same for every photo of a run.
public struct LoadSettings: Sendable, Hashable {
  /// The means with which the run opens files.
  public var context: RunContext
  /// The format of files without a header.
  ///
  /// It is `nil` for files with a header, and for files with a suffix that identifies the format.
  public var headerless: HeaderlessRaw?
  /// The LibRaw demosaic to use, or `nil` to use Bromide's.
  public var interpolation: LibRawInterpolation?
  /// The treatment of damaged photos.
  public var damaged = DamagePolicy.fail
  /// Whether to fail photos with guessed colours, because no matrix is known for their camera.
  public var rejectsGuessedColors = false
  /// The camera profile of the recipe, which loading compares with the photos' cameras.
  public var profile = ProfileChoice.embedded
  /// The black and white levels for all photos, or `nil` to use each photo's levels.
  public var lockedLevels: LockedLevels?
  /// Lens and sensor measurements from other photos, or `nil` to measure each photo.
  public var lockedOptics: LockedOptics?
  /// The exposure to use if neither the file nor the table of camera models contains it.
  public var unknownExposure = UnknownExposure.auto
  /// The orientation that replaces the orientation in the files, or `nil` to keep it.
  public var orientation: Orientation?
  /// The lens of photos that do not record it, or `nil`.
  public var lens: LensNaming?
  /// Where other names of lenses come from. Commands set it to `tool`, because a library should not
  /// start programs by itself.
  public var lensNames = LensNames.file
  /// The instruction set of all kernels, or `nil` to use the fastest one.
  public var instructionSet: InstructionSet?
  /// The decoders to use. The samples are the same.
  public var unpacker = Unpacker.auto

  /// Creates the default settings: Bromide's decoders and demosaic, and each photo's levels.
  /// Damaged photos fail.
  public init(_ context: RunContext) { self.context = context }

  /// The instruction set that the kernels use.
  public var effectiveInstructionSet: InstructionSet { instructionSet ?? .best }
}
