internal import CJPEG

/// The libjpeg this was compiled with; no libjpeg tells its version at run time.
public enum JPEGVersion {
  /// `libjpeg-turbo 2.1.5`, or for another libjpeg the number of its interface: `libjpeg 90`.
  public static var text: String {
    let code = Int(bromide_jpeg_turbo_version())
    guard code > 0 else { return "libjpeg \(bromide_jpeg_interface())" }
    return "libjpeg-turbo \(code / 1_000_000).\(code / 1000 % 1000).\(code % 1000)"
  }
}
