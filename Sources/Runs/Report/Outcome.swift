package import BromideCodecs
public import BromideDevelop
public import BromidePhotos
internal import BromideSystem
public import BromideValues
public import SystemPackage

/// The outcome of one input.
public struct Outcome: Sendable, Hashable, Codable {
  /// The status of an input, in order of severity.
  public enum Status: String, Sendable, Hashable, Codable, Severity {
    /// The picture is complete and has its final name.
    case converted
    /// The input was skipped.
    case skipped
    /// The run ended early.
    case interrupted
    /// The picture was written, but part of the photo could not be decoded.
    case damaged
    /// The picture was not written. `reason` contains the cause.
    case failed
  }

  /// The stage that failed or determined the result.
  public enum Stage: String, Sendable, Hashable, Codable, CaseIterable {
    /// Finding the input.
    case input
    /// Checking for an existing output.
    case existing
    /// Opening and identifying.
    case open
    /// Unpacking.
    case decode
    /// Converting raw values to finished pixels.
    case develop
    /// Encoding the picture.
    case encode
    /// Writing the file.
    case write
  }

  /// Wall time of each stage in milliseconds.
  ///
  /// `develop`, `encode` and `write` are sums over bands. Several threads create bands in parallel,
  /// so the sum of all stages can exceed `total`.
  public struct Milliseconds: Sendable, Hashable, Codable {
    /// Opening and identifying the raw.
    public var open: Double = 0
    /// Unpacking its pixels.
    public var decode: Double = 0
    /// Converting raw values to finished pixels.
    public var develop: Double = 0
    /// Encoding the picture.
    public var encode: Double = 0
    /// Writing the file.
    public var write: Double = 0
    /// The time from opening to the finished file.
    public var total: Double = 0

    /// Creates times of 0.
    public init() {}
  }

  /// The input's path. Bytes that are not UTF-8 are escaped as `\xNN`.
  public let input: String
  /// The bytes of an escaped input path in base 16, or `nil` for other paths.
  public let inputPathBytes: String?
  /// The output's path, escaped like the input, or `nil` if there is no name.
  public let output: String?
  /// The bytes of an output that is not UTF-8, in base 16, or `nil` for other paths.
  public let outputPathBytes: String?
  /// The status.
  public var status: Status
  /// The stage that failed, skipped the input or found damage.
  public var stage: Stage?
  /// The reason, as a sentence without the file's name.
  public var reason: String?
  /// A fix that only the user can choose. Reports do not contain it.
  public var remedy: Remedy?
  /// Problems that did not prevent the picture, such as guessed colours, or `nil` without any.
  public var warnings: [Warning]?
  /// The time of each stage.
  public var milliseconds = Milliseconds()
  /// The decoder's name in LibRaw.
  public var decoder: String?
  /// The library that unpacked the raw: `bromide` or `libraw`.
  public var unpacker: String?
  /// The source of the format if a raw has no header: `suffix`, which is a guess, or `flag`. It is
  /// `nil` for files with a header.
  public var headerless: String?
  /// The source of the colour matrix: `dng`, `table`, `libraw`, `file`, `guessed`, or `none` if
  /// colours are not converted.
  public var matrix: String?
  /// The name of the camera profile, or `none` if the photo only has matrices.
  public var profile: String?
  /// The visible part of the sensor image, before orientation.
  public var crop: Region?
  /// The size of the finished picture.
  public var size: Size?
  /// The demosaic method, or `nil` if it was not used.
  public var demosaic: String?
  /// The photo's baseline exposure, in EV.
  public var baselineExposure: Double?
  /// The source of the exposure: `file`, `model` (the table of camera models), `preview`, `set`
  /// (`--camera-exposure EV`) or `none`.
  public var exposureFrom: String?
  /// The number of photos for an exposure from previews, or `nil` for other sources.
  public var exposurePhotos: Int?
  /// The multipliers of camera red, green and blue, with green at 1.
  public var multipliers: [Double]?
  /// The correlated colour temperature of the multipliers, in kelvin.
  public var temperature: Double?
  /// The tint of the multipliers: 3000 × Duv.
  public var tint: Double?
  /// `preview`, `auto` or `daylight` if it replaces a missing white balance. Also `auto` if the
  /// user set it.
  public var whiteBalanceFrom: String?
  /// The confidence of an estimated white balance, from 0 to 1.
  public var whiteBalanceConfidence: Double?
  /// The reason for replacing the white balance, or `nil` if it is recorded or set.
  public var whiteBalanceReason: String?
  /// The corrections of noise and blur, or `nil` if they were skipped.
  public var optics: OpticsReport?
  /// `camera`, or `standard` if the fit failed. It is `nil` unless a fitted look was requested.
  public var look: String?
  /// The file name of the photo for the fitted look.
  public var lookFrom: String?
  /// The reason for using the standard look instead of the camera's look.
  public var lookReason: String?
  /// The brightness of the fitted look relative to the standard look, in EV.
  public var lookOffset: Double?
  /// The photo with the black and white levels, if they come from another photo.
  public var levelsFrom: String?
  /// The file name of the photo with the lens and sensor measurements, if they come from another
  /// photo.
  public var opticsFrom: String?
  /// The source of the lens's name: `set`, `sidecar`, `xmp`, `exiftool` or `exiv2`. It is `nil` for
  /// a field of the file. It is `specification` for a lens without a name, or `lensfun` if lensfun
  /// has a correction for its numbers. Then the name is only in `optics`.
  public var lensFrom: String?
  /// The result of reading the sidecar, or `nil` if it is missing or not requested.
  public var sidecar: SidecarReport?
  /// The metadata that the picture keeps, or `nil` if the photo has only Exif.
  public var metadata: MetadataReport?
  /// The format of the picture: `png`, `jpeg` or `tiff`.
  public var format: String?
  /// The quality of a JPEG, 1 to 100.
  public var quality: Int?
  /// The subsampling of a JPEG: `444`, `422` or `420`.
  public var subsampling: String?
  /// Maximum stops that a JPEG's gain map adds. It is 0 if there is too little light above white,
  /// and `nil` unless a gain map was requested.
  public var gainMap: Double?
  /// Bytes of the picture.
  public var outputBytes: Int?
  /// The peak memory of the process at this time, in bytes.
  public var peakMemory: Int?

  private enum CodingKeys: String, CodingKey {
    case input, inputPathBytes, output, outputPathBytes, status, stage, reason, warnings
    case milliseconds, decoder, unpacker, headerless, matrix, profile, crop, size, demosaic
    case baselineExposure, exposureFrom, exposurePhotos, multipliers, temperature, tint
    case look, lookFrom, lookReason, lookOffset
    case whiteBalanceFrom, whiteBalanceConfidence, whiteBalanceReason, levelsFrom
    case optics, opticsFrom, lensFrom, metadata
    case sidecar
    case format, quality, subsampling, gainMap
    case outputBytes, peakMemory
  }

  /// The input for a person, with control characters also escaped.
  public var visibleInput: String { ByteText.visible(Array(input.utf8), escapesControls: true) }

  /// The output for a person, empty without an output.
  public var visibleOutput: String {
    ByteText.visible(Array((output ?? "").utf8), escapesControls: true)
  }

  /// Creates an outcome of `input`. All other fields are `nil` or 0.
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

  /// Creates an outcome for an argument without a usable file.
  public init(_ failure: InputFailure) {
    self.init(
      input: failure.input, output: nil, status: .failed, stage: .input, reason: failure.reason)
    if failure.hasUnsearchedFolders { remedy = .searchSubfolders }
  }
}

/// A fix for a failure that only the user can choose.
public enum Remedy: Sendable, Hashable, Codable {
  /// The user can keep damaged photos.
  case keepDamaged
  /// The file there may be replaced.
  case overwrite
  /// The file that stands in the way can be overwritten, or another name chosen.
  case overwriteOrRename
  /// The existing file is protected. The user can choose another name or folder.
  case goElsewhere
  /// The existing file is the picture of another photo. The user can choose separate names or
  /// overwrite it.
  case keepBoth
  /// The user can also search subfolders.
  case searchSubfolders
  /// The missing input can be the picture that the user wants to write.
  case nameOutput(FilePath)
}

extension Outcome: RunOutcome {}

extension Outcome {
  /// Adds warnings that the outcome does not contain.
  package mutating func add(_ added: [Warning]) {
    var all = warnings ?? []
    all.add(added)
    warnings = all.isEmpty ? nil : all
  }
}

extension Outcome {
  /// Records the format and its options.
  package mutating func setEncoding(_ encoding: PictureEncoding) {
    format = encoding.format.rawValue
    switch encoding {
    case .png, .tiff: return
    case .jpeg(let options):
      quality = options.quality
      subsampling = options.effectiveSubsampling.rawValue
    case .jxl(let options): quality = options.quality
    case .avif(let options):
      quality = options.quality
      subsampling = options.effectiveSubsampling.rawValue
    case .webp(let options): quality = options.isLossless ? nil : options.quality
    }
  }
}
