internal import BromideSystem
internal import CBromideLibRaw
internal import SystemPackage

/// Compression formats that Bromide does not decode, and that older LibRaws decode as noise.
///
/// Each case depends on the file and on LibRaw's decoder, never on the model. So Bromide reads the
/// file as soon as a LibRaw supports the format. Formats that Bromide decodes itself are rejected
/// while unpacking, if its decoder declines.
enum UnreadableCoding: Hashable {
  /// OM System's raws, which LibRaw 0.20 treats as uncompressed.
  case omSystem
  /// Nikon's high efficiency.
  case nikonHighEfficiency
  /// Sony's compression of 2025.
  case sonyHighQuality

  /// The facts about a file.
  struct Facts {
    var make: String
    /// LibRaw's decoder, without brackets.
    var decoder: String
    var compression: Int
    var nikonCompression: Int
    /// The first bytes of the samples.
    var start: [UInt8]
  }

  /// Returns the compression format that would become noise, or `nil`.
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
    case "sony" where facts.compression == 32_766: self = .sonyHighQuality
    default: return nil
    }
  }

  /// Returns the compression format of an opened file that would become noise, or `nil`.
  init?(_ handle: LibRawHandle, _ identity: CameraIdentity, path: FilePath) {
    let coding = handle.coding
    var facts = Facts(
      make: identity.make, decoder: handle.decoder, compression: Int(coding.compression),
      nikonCompression: Int(coding.nikon_compression), start: [])
    if CameraKey(make: identity.make, model: "").maker == "nikon", coding.offset > 0 {
      facts.start =
        (try? FileSystem.bytes(of: path, at: Int(coding.offset), count: 4)) ?? []
    }
    self.init(facts)
  }

  /// The format's name.
  var name: String {
    switch self {
    case .omSystem: "OM System's ORF"
    case .nikonHighEfficiency: "Nikon's high-efficiency compression"
    case .sonyHighQuality: "Sony's compression of 2025"
    }
  }

  /// The first LibRaw that decodes it, as the minor version of 0.x, or `nil` if no version up to
  /// 0.22 does.
  var librawMinor: Int? {
    switch self {
    case .omSystem: 21
    case .nikonHighEfficiency, .sonyHighQuality: nil
    }
  }

  /// Returns the reason for rejecting a file from this camera.
  func reason(camera: String) -> String {
    "a raw of the \(camera) in \(name), which "
      + (librawMinor.map { "LibRaw 0.\($0) or newer decodes; this is LibRaw \(LibRawVersion.text)" }
        ?? "no LibRaw decodes; use another raw setting of the camera, or convert the photo to DNG")
  }
}
