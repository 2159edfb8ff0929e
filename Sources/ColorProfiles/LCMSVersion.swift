internal import CLCMS

/// The Little CMS that runs.
public enum LCMSVersion {
  /// The corresponding C function is `cmsGetEncodedCMMversion`, which says 2140 for 2.14.
  public static var text: String {
    let code = Int(cmsGetEncodedCMMversion())
    let patch = code % 10
    return "\(code / 1000).\(code % 1000 / 10)" + (patch > 0 ? ".\(patch)" : "")
  }
}
