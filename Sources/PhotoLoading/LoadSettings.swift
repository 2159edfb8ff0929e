public import Color
public import Kernels
public import Pixels
public import RawDecoding

/// The treatment of photos with damaged data.
public enum DamagePolicy: String, Sendable, Hashable, Codable, CaseIterable {
  /// Loading it fails.
  case fail
  /// The part that could be decoded is used, and the photo says that it is damaged.
  case keep
}

/// How raw photos are decoded; the same for every photo of a run.
public struct LoadSettings: Sendable, Hashable, Codable {
  /// The format of files without a header; nil for files with one, and those whose suffix is the format's own.
  public var headerless: HeaderlessRaw?
  /// A demosaic of LibRaw's in place of Bromide's own; nil for Bromide's.
  public var interpolation: LibRawInterpolation?
  /// The treatment of photos with damaged data.
  public var damaged = DamagePolicy.fail
  /// Whether photos fail whose colours would be guessed, because no matrix is known for their camera.
  public var refusesGuessedColors = false
  /// The camera profile that photos will be developed with, which is compared with their cameras. A recipe
  /// applies it.
  public var profile = ProfileChoice.embedded
  /// Black and white level shared by all photos; nil if each uses its own.
  public var lockedLevels: LockedLevels?
  /// What is known of lens and sensor from other photos; nil if each photo is measured.
  public var lockedOptics: LockedOptics?
  /// The exposure of photos of which neither the file nor the table of camera models states one.
  public var unknownExposure = UnknownExposure.auto
  /// Replaces the orientation that files state; nil for theirs.
  public var orientation: Orientation?
  /// The instruction set of every kernel; nil for the fastest available.
  public var instructionSet: InstructionSet?
  /// Whose decoders to use. The choice changes no sample.
  public var unpacker = Unpacker.auto

  /// Bromide's decoders and demosaic, each photo's own levels; damaged photos fail.
  public init() {}

  /// The instruction set that kernels run with.
  public var effectiveInstructionSet: InstructionSet { instructionSet ?? .best }
}
