internal import CBromideCodecs
internal import CBromideSystem

/// The versions of the libraries for PNG.
public enum PNGLibraryVersions {
  /// libpng's version at run time. The corresponding C function is `png_get_libpng_ver`.
  public static var libpng: String { unsafe String(cString: png_get_libpng_ver(nil)) }

  /// zlib's version at run time. The corresponding C function is `zlibVersion`.
  public static var zlib: String { unsafe String(cString: zlibVersion()) }

  /// ISA-L's version at compile time, because ISA-L does not provide it at run time.
  public static var isal: String {
    "\(ISAL_MAJOR_VERSION).\(ISAL_MINOR_VERSION).\(ISAL_PATCH_VERSION)"
  }
}
