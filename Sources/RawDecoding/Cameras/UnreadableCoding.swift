internal import CLibRaw
internal import Cameras
internal import Platform
internal import SystemPackage

/// Codings that a LibRaw does not know and nevertheless decodes, into noise.
///
/// Each case looks at the file and at the decoder that LibRaw chose, never at the model: as soon as a decoder for the coding stands
/// in its place, the file is read.
enum UnreadableCoding: Hashable {
  /// OM System's raws, which LibRaw 0.20 takes for uncompressed ones.
  case omSystem
  /// Nikon's high efficiency.
  case nikonHighEfficiency
  /// Sony's lossless tiles, which LibRaw 0.20 takes for Canon's: number 7, and the later number 6.
  case sonyLossless(number: Int)
  /// Sony's compression of 2025.
  case sonyHighQuality
  /// Fujifilm's lossy compression.
  case fujifilmLossy
  /// Panasonic's format 8.
  case panasonic8

  /// The facts about a file.
  struct Facts {
    var make: String
    /// LibRaw's decoder, without brackets.
    var decoder: String
    var compression: Int
    var panasonicFormat: Int
    var nikonCompression: Int
    /// The first bytes of the samples.
    var start: [UInt8]
  }

  /// The coding of a file that would become noise; nil if none is.
  init?(_ facts: Facts) {
    let maker = CameraKey(make: facts.make, model: "").maker
    let start = facts.start
    switch maker {
    case "om system"
    where ["unpacked_load_raw", "packed_load_raw"].contains(facts.decoder)
      && facts.compression <= 1:
      self = .omSystem
    case "nikon"
    where start.starts(with: [0xFF, 0x10, 0xFF, 0x50])
      || [13, 14].contains(facts.nikonCompression):
      self = .nikonHighEfficiency
    case "sony"
    where [6, 7].contains(facts.compression) && facts.decoder == "lossless_jpeg_load_raw":
      self = .sonyLossless(number: facts.compression)
    case "sony" where facts.compression == 32_766: self = .sonyHighQuality
    case "fujifilm"
    where start.starts(with: [0x49, 0x53, 0]) && facts.decoder == "unpacked_load_raw":
      self = .fujifilmLossy
    case "panasonic" where facts.panasonicFormat == 8 && facts.decoder == "panasonic_load_raw":
      self = .panasonic8
    default: return nil
    }
  }

  /// The coding of an opened file that would become noise; nil if none is.
  init?(_ handle: LibRawHandle, _ identity: CameraIdentity, path: FilePath) {
    let coding = handle.coding
    var facts = Facts(
      make: identity.make, decoder: handle.decoder, compression: Int(coding.compression),
      panasonicFormat: Int(coding.panasonic_format),
      nikonCompression: Int(coding.nikon_compression), start: [])
    let maker = CameraKey(make: identity.make, model: "").maker
    if ["nikon", "fujifilm"].contains(maker), coding.offset > 0 {
      facts.start =
        (try? FileSystem.bytes(of: path, at: Int(coding.offset), count: 4)) ?? []
    }
    self.init(facts)
  }

  /// The coding in words.
  var name: String {
    switch self {
    case .omSystem: "OM System's ORF"
    case .nikonHighEfficiency: "Nikon's high-efficiency compression"
    case .sonyLossless: "Sony's lossless compression"
    case .sonyHighQuality: "Sony's compression of 2025"
    case .fujifilmLossy: "Fujifilm's lossy compression"
    case .panasonic8: "Panasonic's raw format 8"
    }
  }

  /// The first LibRaw that decodes it, as the minor version of 0.x; nil for none up to 0.22.
  var librawMinor: Int? {
    switch self {
    case .omSystem, .sonyLossless(number: 7), .fujifilmLossy: 21
    case .panasonic8, .sonyLossless: 22
    case .nikonHighEfficiency, .sonyHighQuality: nil
    }
  }

  /// Whether the unpacking itself decodes or refuses it, so that the file is opened: its preview and metadata are sound.
  var isLeftToUnpacking: Bool {
    switch self {
    case .omSystem, .nikonHighEfficiency, .sonyLossless, .sonyHighQuality, .fujifilmLossy,
      .panasonic8:
      false
    }
  }

  /// The reason for refusing a file by this camera.
  func reason(camera: String) -> String {
    "a raw of the \(camera) in \(name), which "
      + (librawMinor.map { "LibRaw 0.\($0) or newer decodes, this one (\(LibRawVersion.text)) not" }
        ?? "no LibRaw decodes; the camera's other raw settings and DNGs made of it are read")
  }
}
