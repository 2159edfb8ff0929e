internal import CLibRaw

/// The LibRaw that runs.
public enum LibRawVersion {
  /// As it names itself. The corresponding C function is `libraw_version`.
  public static var text: String { unsafe String(cString: bromide_raw_version()) }

  /// Its minor version: 20 for 0.20. The corresponding C function is `libraw_versionNumber`.
  public static var minor: Int { Int(bromide_raw_running_version() >> 8 & 255) }

  /// The reason why raws cannot be read here: the LibRaw that runs lays its objects out unlike the one whose headers this was
  /// compiled with. nil if both fit; otherwise `RawFile` ends the process rather than let memory be overwritten.
  ///
  /// The corresponding C function is `libraw_versionNumber`.
  public static let mismatch = mismatch(
    compiled: bromide_raw_compiled_version(), running: bromide_raw_running_version())

  /// Versions as LibRaw counts them: major << 16 | minor << 8 | patch. A patch keeps the layout.
  static func mismatch(compiled: Int32, running: Int32) -> String? {
    guard compiled >> 8 != running >> 8 else { return nil }
    return "compiled for LibRaw \(text(compiled)), but \(text(running)) is installed; "
      + "install that one, or compile again"
  }

  private static func text(_ version: Int32) -> String {
    "\(version >> 16).\(version >> 8 & 255).\(version & 255)"
  }
}

/// LibRaw's own demosaic methods, to compare with.
public enum LibRawInterpolation: String, Sendable, Hashable, Codable, CaseIterable {
  case vng, ppg, ahd, dcb, dht

  /// LibRaw's `user_qual`.
  var quality: Int32 {
    switch self {
    case .vng: 1
    case .ppg: 2
    case .ahd: 3
    case .dcb: 4
    case .dht: 11
    }
  }
}

/// The libjxl that decodes JPEG XL in DNGs.
public enum JPEGXLVersion {
  /// The version that is loaded with the first such photo, `0.7` for any 0.7.x; it is known before.
  public static var text: String { unsafe String(cString: bromide_raw_jxl_version()) }

  /// Loads it, if it is there, for a process that cannot do that later.
  package static func loadLibrary() { _ = bromide_raw_load_jxl() }

  /// Whether it was needed and could not be found.
  package static var isMissing: Bool { bromide_raw_misses_jxl() }
}
