internal import BromideSystem
public import BromideValues
public import SystemPackage

/// A picture format that Bromide writes, and its capabilities.
public enum PictureFormat: String, Sendable, Hashable, Codable, CaseIterable {
  /// Portable Network Graphics.
  case png
  /// Baseline JPEG.
  case jpeg
  /// Tagged Image File Format, for editors and printers.
  case tiff
  /// JPEG XL, small with and without loss.
  case jxl
  /// AV1 Image File Format, for the web.
  case avif
  /// WebP, for the web.
  case webp

  /// The name for people.
  public var name: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .tiff: "TIFF"
    case .jxl: "JPEG XL"
    case .avif: "AVIF"
    case .webp: "WebP"
    }
  }

  /// The file name suffixes in lower case. Bromide uses the first one for its files.
  public var suffixes: [String] {
    switch self {
    case .png: ["png"]
    case .jpeg: ["jpg", "jpeg"]
    case .tiff: ["tif", "tiff"]
    case .jxl, .avif, .webp: [rawValue]
    }
  }

  /// The supported sample formats, narrowest first.
  public var samples: [SampleFormat] {
    switch self {
    case .png, .jxl, .avif: [.uint8, .uint16]
    case .jpeg, .webp: [.uint8]
    case .tiff: [.uint8, .uint16, .float32]
    }
  }

  /// Whether a pixel can have alpha.
  public var carriesAlpha: Bool {
    switch self {
    case .png, .tiff, .jxl, .avif, .webp: true
    case .jpeg: false
    }
  }

  /// The most pixels on a side.
  public var longestSide: Int {
    switch self {
    case .png, .tiff: Int(Int32.max)
    case .jpeg: JPEGBandEncoder.longestSide
    // ISO/IEC 18181-1, level 10.
    case .jxl: 1 << 30
    // AV1, 5.5.1.
    case .avif: 1 << 16
    case .webp: WebPOptions.longestSide
    }
  }

  /// The number of rows of which every band's start is a multiple.
  public var bandAlignment: Int {
    switch self {
    case .png, .jxl, .avif, .webp: 1
    case .jpeg: JPEGBandEncoder.alignment
    // The rows of a strip.
    case .tiff: TIFFBandEncoder.stripRows
    }
  }

  /// The library and version that determine the bytes, or `nil` if only Bromide's code does.
  package var library: String? {
    switch self {
    case .png, .tiff: nil
    case .jpeg: JPEGVersion.text
    case .jxl: JXLEncoderVersion.text
    case .avif: AVIFVersion.text
    case .webp: WebPVersion.text
    }
  }

  /// Whether a picture can keep its stored orientation, and a tag turns it. Browsers ignore the tag
  /// in the other formats.
  package var keepsOrientation: Bool { wholeCoder == nil }

  /// Whether a library encodes the complete picture in one call, which cannot be stopped.
  package var encodesAtOnce: Bool { wholeCoder != nil }

  /// Returns a sentence if the library that encodes is not installed, with the Debian package, or
  /// `nil`. This loads the library.
  package var missingLibrary: String? {
    guard wholeCoder != nil, library == nil else { return nil }
    let (library, debian, homebrew) = libraryPackage
    let encoder = self == .avif ? "\(library) with aom" : library
    return
      "\(name) requires \(encoder), which was not found; install it (Debian: \(debian), Homebrew: \(homebrew))"
  }

  /// The library of a format whose library needs all pixels at once, and its packages.
  var libraryPackage: (library: String, debian: String, homebrew: String) {
    switch self {
    case .png, .jpeg, .tiff, .jxl: ("libjxl", "libjxl0.7 or libjxl0.11", "jpeg-xl")
    case .avif: ("libavif", "libavif\(AVIFVersion.interface)", "libavif")
    case .webp: ("libwebp", "libwebp7", "webp")
    }
  }

  /// The suffix of files that Bromide names.
  public var suffix: String { suffixes[0] }

  /// Returns the format of a file's suffix, or `nil` if Bromide does not write this format.
  public init?(suffixOf path: FilePath) {
    self.init(suffix: path.lowercasedExtension)
  }

  /// Returns the format of files with this suffix, ignoring case.
  public init?(suffix: String) {
    let suffix = suffix.lowercased()
    guard let format = Self.allCases.first(where: { $0.suffixes.contains(suffix) }) else {
      return nil
    }
    self = format
  }
}

extension PictureFormat {
  /// The formats for people: `PNG, JPEG and TIFF`.
  package static var names: String { list(allCases.map(\.name), "and") }

  /// The formats as a choice for people: `PNG, JPEG or TIFF`.
  package static var alternatives: String { list(allCases.map(\.name), "or") }

  /// The files for people: `.png, .jpg or .tif file`.
  package static var files: String { list(allCases.map { ".\($0.suffix)" }, "or") + " file" }

  private static func list(_ words: [String], _ conjunction: String) -> String {
    guard words.count > 1 else { return words.joined() }
    return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(words[words.count - 1])"
  }

  private var phrase: String { self == .avif ? "an \(name)" : "a \(name)" }

  /// Returns a sentence about pixels that a file cannot contain, or `nil` if it can.
  public func complaint(about size: Size, _ format: PixelFormat) -> String? {
    if size.isEmpty { return "a picture of \(size) has no pixels" }
    if !samples.contains(format.sample) {
      return "\(phrase) has samples of \(samples.map(\.name).joined(separator: " or ")) bits, "
        + "not \(format.sample.name)"
    }
    if format.hasAlpha, !carriesAlpha { return "\(phrase) has no alpha" }
    if size.longEdge > longestSide {
      return "\(phrase) has at most \(longestSide) pixels on a side, and the picture is \(size)"
    }
    return nil
  }
}
