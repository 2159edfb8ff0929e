/// A preloaded library that makes picture libraries misbehave on some pictures.
public enum TroubledPictures {
  /// Width of a PNG, JPEG or TIFF that makes its library crash after reading the header.
  public static let crashingHeader = 37
  /// Width of a PNG, JPEG or TIFF that makes its library crash while reading pixels.
  public static let crashingPixels = 41
  /// Width of a PNG, JPEG or TIFF that makes its library hang after reading the header.
  public static let hanging = 43
  /// Environment variables that make lcms2 crash on every profile.
  public static let crashingProfiles = ["TROUBLED": "profile"]

  /// The compiled library, or `nil` without a compiler or if the system cannot preload libraries.
  public static let library = TroubledLibrary.compile(program, as: "troubled-pictures")

  /// Environment variables that preload the library.
  public static var environment: [String: String] { library.map { ["LD_PRELOAD": $0] } ?? [:] }

  private static let program = """
    #include <cstdio>
    #include <cstdlib>
    #include <cstring>
    #include <dlfcn.h>
    #include <jpeglib.h>
    #include <png.h>
    #include <unistd.h>

    typedef void *Search(void *, const char *);

    // The system's dlsym: this library has its own, and its versions differ by processor and age.
    static Search *system_search() {
      static Search *found;
      for (const char *version : {"GLIBC_2.34", "GLIBC_2.17", "GLIBC_2.2.5"})
        if (!found) found = (Search *)dlvsym(RTLD_NEXT, "dlsym", version);
      return found;
    }

    template <typename Function> static Function original(const char *name, Function) {
      return (Function)system_search()(RTLD_NEXT, name);
    }

    static void fault() { *(volatile int *)nullptr = 0; }

    static void trouble(unsigned width) {
      if (width == 37) fault();
      if (width == 43) for (;;) pause();
    }

    static void fault_if(const char *wish) {
      const char *const wanted = getenv("TROUBLED");
      if (wanted && !strcmp(wanted, wish)) fault();
    }

    static thread_local unsigned width_of_png;

    extern "C" void png_read_info(png_structrp png, png_inforp info) {
      original("png_read_info", png_read_info)(png, info);
      width_of_png = png_get_image_width(png, info);
      trouble(width_of_png);
    }

    extern "C" void png_read_row(png_structrp png, png_bytep row, png_bytep display) {
      if (width_of_png == 41) fault();
      original("png_read_row", png_read_row)(png, row, display);
    }

    extern "C" int jpeg_read_header(j_decompress_ptr jpeg, boolean whole) {
      const int result = original("jpeg_read_header", jpeg_read_header)(jpeg, whole);
      trouble(jpeg->image_width);
      return result;
    }

    // Bromide opens libtiff by name and looks up its functions, so these functions replace the
    // library's.
    static int (*is_tiled)(void *);
    static int (*get_field)(void *, unsigned, ...);
    static int (*read_scanline)(void *, void *, unsigned, unsigned short);

    static unsigned width_of_tiff(void *tiff) {
      unsigned width = 0;
      get_field(tiff, 256, &width);
      return width;
    }

    static int troubled_is_tiled(void *tiff) {
      trouble(width_of_tiff(tiff));
      return is_tiled(tiff);
    }

    static int troubled_read(void *tiff, void *row, unsigned y, unsigned short plane) {
      if (width_of_tiff(tiff) == 41) fault();
      return read_scanline(tiff, row, y, plane);
    }

    extern "C" void *dlsym(void *library, const char *name) noexcept {
      void *const found = system_search()(library, name);
      if (!found || strncmp(name, "TIFF", 4)) return found;
      if (!strcmp(name, "TIFFGetField")) get_field = (decltype(get_field))found;
      if (!strcmp(name, "TIFFIsTiled")) {
        is_tiled = (decltype(is_tiled))found;
        return (void *)troubled_is_tiled;
      }
      if (!strcmp(name, "TIFFReadScanline")) {
        read_scanline = (decltype(read_scanline))found;
        return (void *)troubled_read;
      }
      return found;
    }

    extern "C" boolean jpeg_start_decompress(j_decompress_ptr jpeg) {
      if (jpeg->image_width == 41) fault();
      return original("jpeg_start_decompress", jpeg_start_decompress)(jpeg);
    }

    extern "C" void *cmsOpenProfileFromMem(const void *bytes, unsigned count) {
      fault_if("profile");
      return original("cmsOpenProfileFromMem", cmsOpenProfileFromMem)(bytes, count);
    }
    """
}
