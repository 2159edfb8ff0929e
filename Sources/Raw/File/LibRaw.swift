internal import CBromideLibRaw

/// The installed LibRaw.
public enum LibRawVersion {
  /// Its version. The corresponding C function is `libraw_version`.
  public static var text: String { unsafe String(cString: bromide_raw_version()) }

  /// Its minor version: 20 for 0.20. The corresponding C function is `libraw_versionNumber`.
  public static var minor: Int { Int(bromide_raw_running_version() >> 8 & 255) }

  /// The reason why raws cannot be read: the installed LibRaw has another memory layout than the
  /// headers at compile time. `nil` if they match. Otherwise, `RawFile` ends the process, because
  /// memory would be overwritten.
  ///
  /// The corresponding C function is `libraw_versionNumber`.
  public static let mismatch = mismatch(
    compiled: bromide_raw_compiled_version(), running: bromide_raw_running_version())

  /// Compares versions in LibRaw's form: major << 16 | minor << 8 | patch. A patch keeps the
  /// layout.
  static func mismatch(compiled: Int32, running: Int32) -> String? {
    guard compiled >> 8 != running >> 8 else { return nil }
    return "compiled for LibRaw \(text(compiled)), but \(text(running)) is installed; "
      + "install that one, or compile again"
  }

  private static func text(_ version: Int32) -> String {
    "\(version >> 16).\(version >> 8 & 255).\(version & 255)"
  }
}

/// LibRaw's demosaic methods, for comparisons.
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
  /// The version that the first such photo loads, known in advance. `0.7` covers all 0.7.x.
  public static var text: String { unsafe String(cString: bromide_raw_jxl_version()) }

  /// Loads it if it is installed, for a process that cannot do this later.
  package static func loadLibrary() { _ = bromide_raw_load_jxl() }

  /// Whether it was needed but not found.
  package static var isMissing: Bool { bromide_raw_misses_jxl() }
}
