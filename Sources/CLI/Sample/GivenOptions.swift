internal import BromideCodecs
internal import BromidePhotos

/// Options that were set, but work only with some inputs.
///
/// If an option has no effect on an input, it is rejected before reading. Otherwise, the user could
/// mistake an unchanged number for a changed one.
struct GivenOptions: Sendable {
  /// Names of options for raws.
  var photo: [String] = []
  /// Names of options for colour codes.
  var codes: [String] = []
  /// Names of options for raw planes.
  var planes: [String] = []
  /// Whether `--alpha` was set.
  var hasAlpha = false
  /// Whether `--average` was set.
  var hasAverage = false
  /// Whether `--orientation` was set.
  var hasOrientation = false
  /// Whether to sample the previews of raws, which are JPEGs.
  var takesPreview = false

  /// Checks the options for an input.
  ///
  /// - Throws: A sentence with the options, the inputs that they require, and the type of this
  ///   input.
  func check(_ kind: FileKind.Reading, settings: SampleSettings) throws(SampleFailure) {
    let isVideo = kind == .y4m || kind == .planes || kind == .video
    let isPreview = kind == .raw && takesPreview
    let hasCodes = isVideo || kind == .jpeg || isPreview
    if kind != .raw {
      try reject(photo, "raw photos", kind)
    } else if takesPreview {
      try reject(
        photo.filter { $0 != "from" }, "the sensor's values", kind, "its preview is a JPEG")
    }
    if kind != .planes { try reject(planes, "raw planes", kind) }
    if kind == .raw, !isPreview {
      try reject(codes, "pictures and video", kind)
      if settings.hexSource == .codes { try reject(["hex-of"], "pictures and video", kind) }
    } else if !hasCodes {
      // RGB integers can have a range, and all pictures have a colour space.
      let own =
        kind == .png || kind == .heif
        ? ["range", "primaries", "transfer"] : ["primaries", "transfer"]
      try reject(codes.filter { !own.contains($0) }, "YCbCr", kind)
    }
    if !isVideo, hasAverage { try reject(["average"], "clips", kind) }
    if !isVideo, hasOrientation {
      try reject(["orientation"], "video without an orientation", kind)
    }
    // For other types, the pixels are necessary for this check.
    if hasAlpha, kind == .jpeg || kind == .raw { try reject(["alpha"], "PNG and TIFF", kind) }
  }

  /// Checks the options for a layout.
  ///
  /// - Throws: A sentence if options require samples that the layout does not have.
  func check(_ layout: YCbCrLayout) throws(SampleFailure) {
    if layout.isRGB, codes.contains("matrix") {
      throw SampleFailure("--matrix requires YCbCr; \(layout.name) is RGB")
    }
    if hasAlpha, !layout.hasAlpha {
      throw SampleFailure("--alpha requires frames with alpha; \(layout.name) does not have it")
    }
  }

  private func reject(
    _ names: [String], _ works: String, _ kind: FileKind.Reading, _ found: String? = nil
  ) throws(SampleFailure) {
    guard !names.isEmpty else { return }
    let flags = names.sorted().map { "--" + $0 }
    let list =
      flags.count == 1
      ? flags[0] + " works"
      : flags.dropLast().joined(separator: ", ") + " and " + flags.last! + " work"
    throw SampleFailure("\(list) on \(works), and \(found ?? "this is " + kind.words)")
  }
}

extension FileKind.Reading {
  /// The type in a sentence.
  fileprivate var words: String {
    switch self {
    case .png: "a PNG"
    case .tiff: "a TIFF"
    case .jpeg: "a JPEG"
    case .y4m: "a Y4M clip"
    case .planes: "a file of raw planes"
    case .netpbm: "a Netpbm picture"
    case .webp: "a WebP"
    case .heif: "a HEIF"
    case .avif: "an AVIF"
    case .jxl: "a JPEG XL"
    case .video: "a video"
    case .raw: "a raw photo"
    case .none: "another kind of file"
    }
  }
}
