internal import CISAL
internal import CPNG
internal import CZlib

/// The libraries behind PNG that run.
public enum PNGLibraryVersions {
  /// The corresponding C function is `png_get_libpng_ver`.
  public static var libpng: String { unsafe String(cString: png_get_libpng_ver(nil)) }

  /// The corresponding C function is `zlibVersion`.
  public static var zlib: String { unsafe String(cString: zlibVersion()) }

  /// The one compiled against: ISA-L cannot be asked.
  public static var isal: String {
    "\(ISAL_MAJOR_VERSION).\(ISAL_MINOR_VERSION).\(ISAL_PATCH_VERSION)"
  }
}
