internal import CLibRaw

/// The LibRaw that runs.
public enum LibRawVersion {
  /// As it names itself. The corresponding C function is `libraw_version`.
  public static var text: String { unsafe String(cString: bromide_raw_version()) }
}
