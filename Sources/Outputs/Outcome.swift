public import Develop
public import Inputs
internal import JPEGCoding
package import PictureFiles
public import Pixels
internal import Platform
public import Sidecars
public import SystemPackage

/// The outcome of one input.
public struct Outcome: Sendable, Hashable, Codable {
  /// The way an input ended, in order of severity.
  public enum Status: String, Sendable, Hashable, Codable, CaseIterable, Comparable {
    /// The picture is whole and in its place.
    case converted
    /// There was nothing to do.
    case skipped
    /// The run ended before it did.
    case interrupted
    /// Written, but not all of the photo could be decoded.
    case damaged
    /// No picture was written; `reason` says why.
    case failed

    /// Whether `left` is less severe.
    public static func < (left: Status, right: Status) -> Bool { left.rank < right.rank }
    private var rank: Int { Self.allCases.firstIndex(of: self)! }
  }

  /// The stage at which something failed or was decided.
  public enum Stage: String, Sendable, Hashable, Codable, CaseIterable {
    /// Finding the input.
    case input
    /// Checking for a file under the output's name.
    case existing
    /// Opening and identifying.
    case open
    /// Unpacking.
    case decode
    /// From raw values to finished pixels.
    case develop
    /// Coding the picture.
    case encode
    /// Writing the file.
    case write
  }

  /// Wall milliseconds of each stage. `develop`, `encode` and `write` are sums over bands, which
  /// several threads make at once, so that the sum of stages may exceed `total`.
  public struct Milliseconds: Sendable, Hashable, Codable {
    /// Opening and identifying the raw.
    public var open: Double = 0
    /// Unpacking its pixels.
    public var decode: Double = 0
    /// From raw values to finished pixels.
    public var develop: Double = 0
    /// Coding the picture.
    public var encode: Double = 0
    /// Writing the file.
    public var write: Double = 0
    /// From opening to the finished file.
    public var total: Double = 0

    /// Nothing done yet.
    public init() {}
  }

  /// The input's path; bytes that are not UTF-8 are escaped as `\xNN`.
  public let input: String
  /// The bytes of such an input in base 16; nil for all others.
  public let inputPathBytes: String?
  /// The output's path, escaped as the input's; nil if no name could be given.
  public let output: String?
  /// The bytes of an output that is not UTF-8, in base 16; nil for all others.
  public let outputPathBytes: String?
  /// How it ended.
  public var status: Status
  /// Where it failed, was skipped or was damaged.
  public var stage: Stage?
  /// Why, as a sentence without the file's name.
  public var reason: String?
  /// A way out that only the person who runs the command can choose; not part of the report.
  public var remedy: Remedy?
  /// How long it took.
  public var milliseconds = Milliseconds()
  /// The decoder's name in LibRaw.
  public var decoder: String?
  /// Whose decoder unpacked it: `bromide` or `libraw`.
  public var unpacker: String?
  /// Who names the format of a raw without a header: `suffix`, which is a guess, or `flag`; nil for files with a header.
  public var headerless: String?
  /// The source of the colour matrix: `dng`, `table`, `libraw`, `file`, `guessed`, or `none` if there is nothing to convert.
  public var matrix: String?
  /// The name of the camera profile, or `none` if the photo has nothing but matrices.
  public var profile: String?
  /// The part of the sensor image shown, before orientation.
  public var crop: Region?
  /// The finished picture.
  public var size: Size?
  /// The method that made full colour of the mosaic; nil if there is none.
  public var demosaic: String?
  /// The exposure that the photo has of its own, in EV.
  public var baselineExposure: Double?
  /// Its source: `file`, `model` (the table of camera models), `preview`, `set` (`--camera-exposure EV`) or `none`.
  public var exposureFrom: String?
  /// The number of photos whose previews tell it; nil unless previews do.
  public var exposurePhotos: Int?
  /// The multipliers of camera red, green and blue; green is 1.
  public var multipliers: [Double]?
  /// The correlated colour temperature of those multipliers, in kelvin.
  public var temperature: Double?
  /// The tint of those multipliers: 3000 × Duv.
  public var tint: Double?
  /// `preview`, `auto` or `daylight` if it replaces a white balance that the photo does not record;
  /// `auto` also if it was asked for.
  public var whiteBalanceFrom: String?
  /// How sure an estimated white balance is, 0…1.
  public var whiteBalanceConfidence: Double?
  /// Why the white balance is replaced; nil if one is recorded or was asked for.
  public var whiteBalanceReason: String?
  /// What was done to noise and blur; nil if nothing was.
  public var optics: OpticsReport?
  /// `camera`, or `standard` where that could not be fitted; nil unless a fitted look was asked for.
  public var look: String?
  /// The file name of the photo that the look was fitted to.
  public var lookFrom: String?
  /// Why the standard look takes the place of the camera's.
  public var lookReason: String?
  /// The EV by which the fitted look is brighter than the standard one.
  public var lookOffset: Double?
  /// Black and white level that came from another photo.
  public var levelsFrom: String?
  /// The file name of the photo whose reading of lens and sensor was used in place of a measurement.
  public var opticsFrom: String?
  /// What became of the photo's sidecar; nil if there is none, or none was to be read.
  public var sidecar: SidecarReport?
  /// The format of the picture: `png`, `jpeg` or `tiff`.
  public var format: String?
  /// The quality of a JPEG, 1 to 100.
  public var quality: Int?
  /// The subsampling of a JPEG: `444`, `422` or `420`.
  public var subsampling: String?
  /// Stops that a JPEG's gain map adds at most; 0 if there was not enough light above white for one, nil if none was
  /// asked for.
  public var gainMap: Double?
  /// Bytes of the picture.
  public var outputBytes: Int?
  /// The peak memory of the process until then, in bytes.
  public var peakMemory: Int?

  private enum CodingKeys: String, CodingKey {
    case input, inputPathBytes, output, outputPathBytes, status, stage, reason, milliseconds,
      decoder, unpacker, headerless, matrix, profile, crop, size, demosaic
    case baselineExposure, exposureFrom, exposurePhotos, multipliers, temperature, tint
    case look, lookFrom, lookReason, lookOffset
    case whiteBalanceFrom, whiteBalanceConfidence, whiteBalanceReason, levelsFrom
    case optics, opticsFrom
    case sidecar
    case format, quality, subsampling, gainMap
    case outputBytes, peakMemory
  }

  /// The input for a person: control characters are escaped too.
  public var visibleInput: String { ByteText.visible(Array(input.utf8), escapesControls: true) }

  /// The output for a person; empty if there is none.
  public var visibleOutput: String {
    ByteText.visible(Array((output ?? "").utf8), escapesControls: true)
  }

  /// Creates an outcome of `input`; all other fields are nil or 0 until they are set.
  public init(
    input: FilePath, output: FilePath?, status: Status, stage: Stage? = nil, reason: String? = nil
  ) {
    self.input = input.data
    inputPathBytes = input.undecodableBytes
    self.output = output?.data
    outputPathBytes = output?.undecodableBytes
    self.status = status
    self.stage = stage
    self.reason = reason
  }

  /// An argument that names no file that can be used.
  public init(_ failure: InputFailure) {
    self.init(
      input: failure.input, output: nil, status: .failed, stage: .input, reason: failure.reason)
    if failure.hasUnsearchedFolders { remedy = .searchSubfolders }
  }
}

/// A way out of a failure that only a person can choose.
public enum Remedy: Sendable, Hashable, Codable {
  /// Damaged photos can be kept.
  case keepDamaged
  /// The file there may be replaced.
  case overwrite
  /// The file that stands in the way can be overwritten, or another name chosen.
  case overwriteOrRename
  /// The file that stands in the way is not to be overwritten: the picture can have another name or folder.
  case goElsewhere
  /// The picture of another photo stands in the way: pictures can have names of their own, or it can be overwritten.
  case keepBoth
  /// The folder's subfolders can be searched too.
  case searchSubfolders
}

extension Outcome: RunOutcome {}

extension Outcome {
  /// States the format and its options.
  package mutating func setEncoding(_ encoding: PictureEncoding) {
    format = encoding.format.rawValue
    guard case .jpeg(let options) = encoding else { return }
    quality = options.quality
    subsampling = options.effectiveSubsampling.rawValue
  }
}
