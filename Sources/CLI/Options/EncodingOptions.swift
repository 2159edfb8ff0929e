internal import ArgumentParser
internal import BromideCodecs
internal import BromideRuns
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
      "Quality, 1 to 100 (default: \(JPEGOptions().quality), AVIF \(AVIFOptions().quality), JPEG XL and WebP \(JXLOptions().quality))",
      discussion: "A JPEG XL of quality 100 is lossless.", valueName: "n"),
    transform: NumberValue.whole(JPEGOptions.qualities))
  var quality: Int?

  @Flag(help: "Write JPEG XL or WebP without loss")
  var lossless = false

  @Option(
    choice: "JPEG and AVIF chroma", standard: "auto",
    note:
      "auto uses 444, but 420 for a JPEG of quality below 90.")
  var subsampling: JPEGSubsampling?

  @Option(
    choice: "Effort", standard: "balanced, JPEG XL fast",
    note: "For PNG, TIFF, JPEG XL and AVIF. none is for TIFF only.")
  var compression: TIFFCompression?

  static func format(_ text: String) throws -> PictureFormat {
    if let format = PictureFormat(suffix: text) { return format }
    return try Choice.value(text)
  }
}

extension EncodingOptions {
  /// Returns the encoding of pictures for a destination.
  ///
  /// - Parameters:
  ///   - sample: The requested sample format, or `nil` if it is not set.
  ///   - bits: The bits that `--depth` requests, or `nil`. AVIF also has 10 and 12.
  ///   - takesDepth: Whether the command has `--depth`.
  ///   - standard: Returns the default encoding of a format.
  func encoding(
    for destination: Destination?, sample: SampleFormat? = nil, bits: Int? = nil,
    takesDepth: Bool = true,
    standard: (PictureFormat) -> PictureEncoding = { PictureEncoding($0) }
  ) throws -> PictureEncoding {
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
    try check(format, origin, sample, bits, takesDepth: takesDepth)
    if let reason = format.missingLibrary { throw ExitStatus.failure(reason) }
    switch format {
    case .png: return try effort.map { .png($0) } ?? standard(.png)
    case .tiff: return compression.map { .tiff($0) } ?? standard(.tiff)
    case .jpeg:
      return .jpeg(
        JPEGOptions(
          quality: quality ?? JPEGOptions().quality, subsampling: subsampling ?? .auto))
    case .jxl:
      let quality = lossless ? JXLOptions.lossless.quality : quality
      return .jxl(
        JXLOptions(quality: quality ?? JXLOptions().quality, effort: try effort ?? .fast))
    case .avif:
      let isNarrow = (bits ?? sample?.rawValue) == 8
      return .avif(
        AVIFOptions(
          quality: quality ?? AVIFOptions().quality,
          bits: isNarrow ? 8 : bits ?? AVIFOptions().bits, subsampling: subsampling ?? .auto,
          effort: try effort ?? .balanced))
    case .webp:
      return .webp(
        WebPOptions(quality: quality ?? WebPOptions().quality, isLossless: lossless))
    }
  }

  /// The effort of another format than TIFF, or `nil` if it is not set.
  var effort: CodingEffort? {
    get throws(UsageError) {
      guard let compression else { return nil }
      guard let effort = CodingEffort(rawValue: compression.rawValue) else {
        throw UsageError(
          "--compression \(compression.rawValue) is for TIFF. Other formats accept \(Choice.names(CodingEffort.self).joined(separator: ", "))"
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
      to.map { _ in "--to" }, quality.map { _ in "--quality" }, lossless ? "--lossless" : nil,
      subsampling.map { _ in "--subsampling" }, compression.map { _ in "--compression" },
    ].compactMap(\.self)
  }

  /// Rejects options that a format does not support.
  private func check(
    _ format: PictureFormat, _ origin: String, _ sample: SampleFormat?, _ bits: Int?,
    takesDepth: Bool
  ) throws(UsageError) {
    if format == .avif, lossless {
      throw UsageError(
        "--lossless does not apply to AVIF (\(origin)); use JPEG XL, which is smaller")
    }
    var rejected = given.filter { $0 != "--to" && !format.flags.contains($0) }
    if let bits, !format.depths.contains(bits) {
      rejected.append("--depth \(bits == 32 ? "float32" : "\(bits)")")
    } else if let sample, !format.samples.contains(sample) {
      rejected.append("--depth \(sample.name)")
    }
    if let option = rejected.first {
      let depths = format.depths.map { $0 == 32 ? "float32" : "\($0)" }.joined(separator: " or ")
      throw UsageError(
        "\(option) does not apply to \(format.name) (\(origin)); \(format.name) takes "
          + ((takesDepth ? ["--depth \(depths)"] : []) + format.flags).joined(separator: ", "))
    }
    let isLossless = lossless || format == .jxl && quality == 100
    if lossless, quality != nil {
      throw UsageError("--quality has no effect with --lossless; remove one")
    }
    if format == .jxl, !isLossless, let bits {
      throw UsageError(
        "--depth \(bits) does not change a lossy JPEG XL, which always has 16 bits; add --lossless"
      )
    }
  }
}

extension PictureFormat {
  /// The flags that only this format supports.
  fileprivate var flags: [String] {
    switch self {
    case .png: ["--compression"]
    case .jpeg: ["--quality", "--subsampling"]
    case .tiff: ["--compression"]
    case .jxl: ["--quality", "--lossless", "--compression"]
    case .avif: ["--quality", "--subsampling", "--compression"]
    case .webp: ["--quality", "--lossless"]
    }
  }

  /// The values of `--depth`.
  fileprivate var depths: [Int] {
    self == .avif ? AVIFOptions.depths : samples.map(\.rawValue)
  }
}
