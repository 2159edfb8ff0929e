internal import JPEGCoding
public import Pixels
internal import Platform
public import SystemPackage
internal import TIFFCoding

/// A kind of picture file that Bromide writes, and what it can carry.
public enum PictureFormat: String, Sendable, Hashable, Codable, CaseIterable {
  /// Portable Network Graphics.
  case png
  /// Baseline JPEG.
  case jpeg
  /// Tagged Image File Format, for editors and printers.
  case tiff

  /// Its name for a person.
  public var name: String {
    switch self {
    case .png: "PNG"
    case .jpeg: "JPEG"
    case .tiff: "TIFF"
    }
  }

  /// The suffixes that name it, in lower case; files that Bromide names get the first.
  public var suffixes: [String] {
    switch self {
    case .png: ["png"]
    case .jpeg: ["jpg", "jpeg"]
    case .tiff: ["tif", "tiff"]
    }
  }

  /// The widths of its samples, narrowest first.
  public var samples: [SampleFormat] {
    switch self {
    case .png: [.uint8, .uint16]
    case .jpeg: [.uint8]
    case .tiff: [.uint8, .uint16, .float32]
    }
  }

  /// The width of its samples unless another is asked for.
  public var usualSample: SampleFormat {
    switch self {
    case .png, .jpeg: .uint8
    case .tiff: .uint16
    }
  }

  /// Whether a pixel can have alpha.
  public var carriesAlpha: Bool {
    switch self {
    case .png, .tiff: true
    case .jpeg: false
    }
  }

  /// Most pixels on a side.
  public var longestSide: Int {
    switch self {
    case .png, .tiff: Int(Int32.max)
    case .jpeg: JPEGBandEncoder.longestSide
    }
  }

  /// Every band begins at a multiple of that many rows.
  public var bandAlignment: Int {
    switch self {
    case .png: 1
    case .jpeg: JPEGBandEncoder.alignment
    // A strip.
    case .tiff: TIFFBandEncoder.stripRows
    }
  }

  /// The library whose version decides the bytes, with that version; nil if Bromide's own code does.
  package var library: String? {
    switch self {
    case .png, .tiff: nil
    case .jpeg: JPEGVersion.text
    }
  }

  /// The suffix of files that Bromide names.
  public var suffix: String { suffixes[0] }

  /// The format that a file's name states; nil if it states none that Bromide writes.
  public init?(suffixOf path: FilePath) {
    self.init(suffix: path.lowercasedExtension)
  }

  /// The format of files with this suffix, in any case of letters.
  public init?(suffix: String) {
    let suffix = suffix.lowercased()
    guard let format = Self.allCases.first(where: { $0.suffixes.contains(suffix) }) else {
      return nil
    }
    self = format
  }
}

extension PictureFormat {
  /// The formats for a person: `PNG, JPEG and TIFF`.
  package static var names: String { list(allCases.map(\.name), "and") }

  /// The formats as a choice for a person: `PNG, JPEG or TIFF`.
  static var alternatives: String { list(allCases.map(\.name), "or") }

  /// Their files for a person: `.png, .jpg or .tif file`.
  package static var files: String { list(allCases.map { ".\($0.suffix)" }, "or") + " file" }

  private static func list(_ words: [String], _ conjunction: String) -> String {
    guard words.count > 1 else { return words.joined() }
    return "\(words.dropLast().joined(separator: ", ")) \(conjunction) \(words[words.count - 1])"
  }

  /// Why a file cannot hold such pixels, as a sentence; nil if it can.
  public func complaint(about size: Size, _ format: PixelFormat) -> String? {
    if size.isEmpty { return "a picture of \(size) has no pixels" }
    if !samples.contains(format.sample) {
      return "a \(name) has samples of \(samples.map(\.name).joined(separator: " or ")) bits, "
        + "not \(format.sample.name)"
    }
    if format.hasAlpha, !carriesAlpha { return "a \(name) has no alpha" }
    if size.longEdge > longestSide {
      return "a \(name) has at most \(longestSide) pixels on a side, and the picture is \(size)"
    }
    return nil
  }
}
