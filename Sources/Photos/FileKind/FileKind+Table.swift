/// The table of file kinds. Bromide tries signatures in this order.
///
/// Sources: TIFF 6.0, DNG 1.7, PNG (third edition), T.81, RFC 9649 (WebP), ISO/IEC 14496-12 and
/// 23008-12 (brands), and the formats' web pages.
extension FileKind {
  /// All kinds with a signature or a suffix.
  package static let all: [FileKind] = raws + pictures + films + others

  // MARK: Raws

  static let dng = raw("DNG", "a DNG", ["dng"])
  static let gpr = raw("GPR", "a GoPro GPR", ["gpr"])
  /// A raw in a TIFF that only LibRaw can identify.
  static let tiffRaw = raw("raw TIFF", "a raw in a TIFF")
  /// A raw in a format that has no signature in this table.
  static let otherRaw = raw("raw", "a raw that LibRaw knows")
  /// A raw without a header. The suffix or the user sets its format.
  package static let headerless = raw("headerless raw", "a raw without a header")

  private static let raws: [FileKind] = [
    raw("CR2", "a Canon CR2", ["cr2"], tiff.signatures.map { $0.and(8, "CR") }),
    raw(
      "IIQ", "a Phase One IIQ", ["iiq"],
      tiff.signatures.flatMap { [$0.and(8, "IIII"), $0.and(8, "MMMM")] }),
    raw("CR3", "a Canon CR3", ["cr3"], [at(4, "ftypcrx ")]),
    raw("CRW", "a Canon CRW", ["crw"], [at(6, "HEAPCCDR")]),
    raw("RAF", "a Fujifilm RAF", ["raf"], [at(0, "FUJIFILM")]),
    raw(
      "ORF", "an Olympus ORF", ["orf", "ori"], [at(0, "IIRO"), at(0, "IIRS"), at(0, "MMOR")]),
    raw("RW2", "a Panasonic RW2", ["rw2"], [at(0, "IIU\0")]),
    raw("RWL", "a Leica RWL", ["rwl"]),
    raw("X3F", "a Sigma X3F", ["x3f"], [at(0, "FOVb")]),
    raw("MRW", "a Minolta MRW", ["mrw"], [at(0, "\0MRM")]),
    // These are TIFFs, so only the suffix identifies them.
    dng, gpr, raw("NEF", "a Nikon NEF", ["nef"]), raw("NRW", "a Nikon NRW", ["nrw"]),
    raw("ARW", "a Sony ARW", ["arw"]), raw("SR2", "a Sony SR2", ["sr2"]),
    raw("SRF", "a Sony SRF", ["srf"]), raw("PEF", "a Pentax PEF", ["pef"]),
    raw("SRW", "a Samsung SRW", ["srw"]), raw("3FR", "a Hasselblad 3FR", ["3fr"]),
    raw("FFF", "a Hasselblad FFF", ["fff"]), raw("ERF", "an Epson ERF", ["erf"]),
    raw("MEF", "a Mamiya MEF", ["mef"]), raw("MOS", "a Leaf MOS", ["mos"]),
    raw("DCR", "a Kodak DCR", ["dcr"]), raw("KDC", "a Kodak KDC", ["kdc"]),
    tiffRaw, otherRaw, headerless,
  ]

  // MARK: Pictures

  static let jpeg = FileKind(
    "JPEG", "a JPEG", .jpeg, ["jpg", "jpeg"], [at(0, [0xFF, 0xD8, 0xFF])])
  static let png = FileKind("PNG", "a PNG", .png, ["png"], [at(0, [0x89, 0x50, 0x4E, 0x47])])
  static let apng = FileKind("APNG", "an animated PNG", .png, ["apng"])
  /// A TIFF or BigTIFF, in either byte order.
  static let tiff = FileKind(
    "TIFF", "a TIFF", .tiff, ["tif", "tiff"],
    [at(0, "II*\0"), at(0, "MM\0*"), at(0, "II+\0"), at(0, "MM\0+")])
  static let netpbm = FileKind(
    "Netpbm", "a Netpbm picture", .netpbm, ["pbm", "pgm", "ppm", "pnm", "pam", "pfm"])

  static let webp = FileKind(
    "WebP", "a WebP picture", .webp, ["webp"], [at(0, "RIFF").and(8, "WEBP")])

  private static let pictures: [FileKind] = [
    jpeg, png, apng, tiff, netpbm, webp,
    FileKind(
      "HEIC", "a HEIC picture", .heif, ["heic", "heics"],
      ["heic", "heix", "heim", "heis"].map { at(4, "ftyp" + $0) }),
    FileKind(
      "AVIF", "an AVIF picture", .avif, ["avif", "avifs"],
      ["avif", "avis"].map { at(4, "ftyp" + $0) }),
    FileKind("HEIF", "a HEIF picture", .heif, ["heif", "hif"], [at(4, "ftypmif1")]),
    FileKind(
      "JXL", "a JPEG XL picture", .jxl, ["jxl"],
      [at(0, [0, 0, 0, 12]).and(4, "JXL \r\n"), at(0, [0xFF, 0x0A])]),
  ]

  /// The pictures that can replace a photo.
  static let stills = pictures.filter { $0.isStill && $0 != apng }

  // MARK: Frames

  static let y4m = FileKind("Y4M", "a Y4M clip", .y4m, ["y4m"], [at(0, "YUV4MPEG2")])
  /// Frames without a header. Their name contains the layout.
  static let planes = FileKind("planes", "a file of raw planes", .planes, ["yuv"])

  /// A WebP with the animation bit. Its signature is WebP's.
  static let animatedWebP = FileKind("animated WebP", "an animated WebP", .video, [])

  private static let films: [FileKind] = [
    y4m, planes, animatedWebP, FileKind("GIF", "a GIF", .video, ["gif"], [at(0, "GIF8")]),
    FileKind("MOV", "a QuickTime film", .video, ["mov"], [at(4, "ftypqt  "), at(4, "moov")]),
    FileKind(
      "3GP", "a 3GP film", .video, ["3gp"], [at(4, "ftyp3gp"), at(4, "ftyp3g2")]),
    FileKind("MP4", "an MP4 film", .video, ["mp4", "m4v"], [at(4, "ftyp")]),
    FileKind(
      "MKV", "a Matroska film", .video, ["mkv"], [at(0, [0x1A, 0x45, 0xDF, 0xA3])]),
    FileKind("WebM", "a WebM film", .video, ["webm"]),
    FileKind("AVI", "an AVI film", .video, ["avi"], [at(0, "RIFF").and(8, "AVI ")]),
    FileKind("Ogg", "an Ogg film", .video, ["ogv"], [at(0, "OggS")]),
    FileKind("FLV", "an FLV film", .video, ["flv"], [at(0, "FLV\u{1}")]),
    FileKind(
      "WMV", "a Windows Media film", .video, ["wmv"], [at(0, [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66])]),
    FileKind(
      "MXF", "an MXF film", .video, ["mxf"],
      [at(0, [0x06, 0x0E, 0x2B, 0x34, 0x02, 0x05, 0x01, 0x01])]),
    FileKind(
      "MPEG", "an MPEG film", .video, ["mpg", "mpeg"],
      [at(0, [0, 0, 1, 0xBA]), at(0, [0, 0, 1, 0xB3])]),
    FileKind(
      "M2TS", "an MPEG transport stream", .video, ["ts", "mts", "m2ts"],
      [at(0, "G").and(188, "G"), at(4, "G").and(196, "G")]),
  ]

  // MARK: Others

  package static let empty = FileKind("empty", "an empty file", .none, [])
  package static let text = FileKind("text", "a text", .none, [])
  package static let unknown = FileKind("data", "data of no kind that Bromide knows", .none, [])

  private static let others: [FileKind] = [
    FileKind(
      "JP2", "a JPEG 2000 picture", .none, ["jp2"],
      [at(0, [0, 0, 0, 12]).and(4, "jP  \r\n"), at(0, [0xFF, 0x4F, 0xFF, 0x51])]),
    FileKind("BMP", "a BMP", .none, ["bmp"], [at(0, "BM").and(6, [0, 0, 0, 0])]),
    FileKind("PSD", "a Photoshop file", .none, ["psd"], [at(0, "8BPS")]),
    FileKind("PDF", "a PDF", .none, ["pdf"], [at(0, "%PDF-")]),
    FileKind("ZIP", "a ZIP archive", .none, ["zip"], [at(0, "PK\u{3}\u{4}")]),
    FileKind("gzip", "a gzip archive", .none, ["gz"], [at(0, [0x1F, 0x8B, 8])]),
    FileKind("RIFF", "a RIFF file", .none, ["wav"], [at(0, "RIFF")]),
    text, empty, unknown,
  ]

  /// Kinds that share the signatures of a kind with this name. The suffix distinguishes them.
  static let siblings: [String: FileKind] = [
    "RW2": all.first { $0.name == "RWL" }!, "PNG": apng, "MKV": all.first { $0.name == "WebM" }!,
  ]

  // MARK: Rows

  private init(
    _ name: String, _ phrase: String, _ reading: Reading, _ suffixes: [String],
    _ signatures: [Signature] = []
  ) {
    self.name = name
    self.phrase = phrase
    self.reading = reading
    self.suffixes = suffixes
    self.signatures = signatures
  }

  private static func raw(
    _ name: String, _ phrase: String, _ suffixes: [String] = [], _ signatures: [Signature] = []
  ) -> FileKind {
    FileKind(name, phrase, .raw, suffixes, signatures)
  }

  private static func at(_ place: Int, _ bytes: [UInt8]) -> Signature {
    Signature(parts: [(place, bytes)])
  }

  private static func at(_ place: Int, _ text: String) -> Signature { at(place, Array(text.utf8)) }
}

extension FileKind.Signature {
  fileprivate func and(_ place: Int, _ bytes: [UInt8]) -> Self {
    Self(parts: parts + [(place, bytes)])
  }

  fileprivate func and(_ place: Int, _ text: String) -> Self { and(place, Array(text.utf8)) }
}
