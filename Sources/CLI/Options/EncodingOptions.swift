internal import ArgumentParser
internal import BromideCodecs
internal import BromideRuns
internal import BromideSystem
internal import BromideValues

/// The format of pictures and its options.
struct EncodingOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Format in a folder or on standard output", of: Choice.names(PictureFormat.self),
      standard: "png", note: "For a single file, the suffix sets the format."),
    completion: .list(Choice.names(PictureFormat.self)), transform: Self.format)
  var to: PictureFormat?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "JPEG quality, 1 to 100 (default: \(JPEGOptions().quality))", valueName: "n"),
    transform: Self.quality)
  var quality: Int?

  @Option(
    help: ArgumentHelp(
      "JPEG chroma", of: Choice.names(JPEGSubsampling.self), standard: "auto",
      note: "auto uses 444 for quality 90 and above, and 420 below."),
    completion: .list(Choice.names(JPEGSubsampling.self)), transform: Choice.value)
  var subsampling: JPEGSubsampling?

  @Option(
    help: ArgumentHelp(
      "PNG and TIFF effort", of: Choice.names(TIFFCompression.self),
      standard: "balanced", note: "none is for TIFF only."),
    completion: .list(Choice.names(TIFFCompression.self)), transform: Choice.value)
  var compression: TIFFCompression?

  static func format(_ text: String) throws -> PictureFormat {
    if let format = PictureFormat(suffix: text) { return format }
    return try Choice.value(text)
  }

  private static func quality(_ text: String) throws -> Int {
    guard let quality = Int(text), JPEGOptions.qualities.contains(quality) else {
      throw ValidationError("expected a whole number from 1 to 100")
    }
    return quality
  }
}

extension EncodingOptions {
  /// Returns the encoding of pictures for a destination.
  ///
  /// - Parameters:
  ///   - sample: The requested sample format, or `nil` if it is not set.
  ///   - takesDepth: Whether the command has `--depth`.
  ///   - standard: Returns the default encoding of a format.
  func encoding(
    for destination: Destination?, sample: SampleFormat? = nil, takesDepth: Bool = true,
    standard: (PictureFormat) -> PictureEncoding = { PictureEncoding($0) }
  ) throws(UsageError) -> PictureEncoding {
    let format: PictureFormat
    let origin: String
    if case .file(let path)? = destination, let named = PictureFormat(suffixOf: path) {
      if let to, to != named {
        throw UsageError(
          "-o \(path) contradicts --to \(to.rawValue), because the suffix sets \(named.name); remove one"
        )
      }
      (format, origin) = (named, "-o \(path)")
    } else if let to {
      (format, origin) = (to, "--to \(to.rawValue)")
    } else {
      (format, origin) = (.png, "the format without --to")
    }
    try check(format, origin, sample, takesDepth: takesDepth)
    switch format {
    case .png: return try pngCompression.map { .png($0) } ?? standard(.png)
    case .tiff: return compression.map { .tiff($0) } ?? standard(.tiff)
    case .jpeg:
      return .jpeg(
        JPEGOptions(
          quality: quality ?? JPEGOptions().quality, subsampling: subsampling ?? .auto))
    }
  }

  /// The compression effort of a PNG, or `nil` if it is not set.
  var pngCompression: PNGCompression? {
    get throws(UsageError) {
      guard let compression else { return nil }
      guard let effort = PNGCompression(rawValue: compression.rawValue) else {
        throw UsageError(
          "--compression \(compression.rawValue) does not apply to PNG; use \(Choice.names(PNGCompression.self).joined(separator: ", ")) or write a TIFF"
        )
      }
      return effort
    }
  }

  /// Rejects options that do not work for a stream.
  ///
  /// - Parameter isPNG: Whether the stream consists of PNGs.
  func check(stream flag: String, isPNG: Bool) throws(UsageError) {
    let meaningless = given.filter { !(isPNG && $0 == "--compression") }
    guard let option = meaningless.first, !(isPNG && to == .png && meaningless == ["--to"]) else {
      return
    }
    throw UsageError(
      "\(option) does not apply to \(flag)"
        + (isPNG
          ? ", which writes one PNG; it takes --depth and --compression" : "; it takes --depth"))
  }

  private var given: [String] {
    [
      to.map { _ in "--to" }, quality.map { _ in "--quality" },
      subsampling.map { _ in "--subsampling" }, compression.map { _ in "--compression" },
    ].compactMap(\.self)
  }

  /// Rejects options that a format does not support.
  private func check(
    _ format: PictureFormat, _ origin: String, _ sample: SampleFormat?, takesDepth: Bool
  ) throws(UsageError) {
    var rejected = given.filter { $0 != "--to" && !format.flags.contains($0) }
    if let sample, !format.samples.contains(sample) {
      rejected.append("--depth \(sample.name)")
    }
    guard let option = rejected.first else { return }
    let depths = format.samples.map(\.name).joined(separator: " or ")
    throw UsageError(
      "\(option) does not apply to \(format.name) (\(origin)); \(format.name) takes "
        + ((takesDepth ? ["--depth \(depths)"] : []) + format.flags).joined(separator: ", "))
  }
}

extension PictureFormat {
  /// The flags that only this format supports.
  fileprivate var flags: [String] {
    switch self {
    case .png: ["--compression"]
    case .jpeg: ["--quality", "--subsampling"]
    case .tiff: ["--compression"]
    }
  }
}
