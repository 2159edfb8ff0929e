internal import PhotoLoading
internal import Sampling
internal import YCbCr

/// Options that were given and work on some kinds of inputs only.
///
/// An input that leaves one nothing to work on is refused before it is read: a number that an option
/// should have changed and has not would be taken for the changed one.
struct GivenOptions: Sendable {
  /// Names of options about raw photos.
  var photo: [String] = []
  /// Names of options about the meaning of codes.
  var codes: [String] = []
  /// Names of options about raw planes.
  var planes: [String] = []
  /// Whether `--alpha` was given.
  var hasAlpha = false
  /// Whether `--average` was given.
  var hasAverage = false
  /// Whether `--orientation` was given.
  var hasOrientation = false
  /// Whether raw photos are sampled in their previews, which are JPEGs.
  var takesPreview = false

  /// - Throws: A sentence that names the options, what they work on, and what the input is.
  func check(_ kind: FileKind.Reading, settings: SampleSettings) throws(SampleFailure) {
    let isVideo = kind == .y4m || kind == .planes || kind == .video
    let isPreview = kind == .raw && takesPreview
    let hasCodes = isVideo || kind == .jpeg || kind == .webp || isPreview
    if kind != .raw {
      try refuse(photo, "raw photos", kind)
    } else if takesPreview {
      try refuse(
        photo.filter { $0 != "from" }, "the sensor's values", kind, "its preview is a JPEG")
    }
    if kind != .planes { try refuse(planes, "raw planes", kind) }
    if kind == .raw, !isPreview {
      try refuse(codes, "pictures and video", kind)
      if settings.hexSource == .codes { try refuse(["hex-of"], "pictures and video", kind) }
    } else if !hasCodes {
      // Whole numbers of RGB may have a range, and every picture has a space.
      let own =
        kind == .png || kind == .heif
        ? ["range", "primaries", "transfer"] : ["primaries", "transfer"]
      try refuse(codes.filter { !own.contains($0) }, "YCbCr", kind)
    }
    if !isVideo, hasAverage { try refuse(["average"], "clips", kind) }
    if !isVideo, hasOrientation {
      try refuse(["orientation"], "video without an orientation", kind)
    }
    // Of all other kinds, the pixels tell.
    if hasAlpha, kind == .jpeg || kind == .raw { try refuse(["alpha"], "PNG and TIFF", kind) }
  }

  /// - Throws: A sentence if options need other samples than a layout has.
  func check(_ layout: YCbCrLayout) throws(SampleFailure) {
    if layout.isRGB, codes.contains("matrix") {
      throw SampleFailure("--matrix requires YCbCr; \(layout.name) is RGB")
    }
    if hasAlpha, !layout.hasAlpha {
      throw SampleFailure("--alpha requires frames with alpha; \(layout.name) does not have it")
    }
  }

  private func refuse(
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
  /// The kind in a sentence.
  fileprivate var words: String {
    switch self {
    case .png: "a PNG"
    case .tiff: "a TIFF"
    case .jpeg: "a JPEG"
    case .y4m: "a Y4M clip"
    case .planes: "a file of raw planes"
    case .netpbm: "a Netpbm picture"
    case .webp: "a WebP"
    case .heif: "a HEIF or AVIF"
    case .video: "a video"
    case .raw: "a raw photo"
    case .none: "another kind of file"
    }
  }
}
