/// A library with the name and the functions of liblensfun, and with other lenses in memory than its header declares.
public enum StrangeLensfun {
  /// The compiled library, or `nil` without a compiler or if the system cannot preload libraries.
  public static let library = TroubledLibrary.compile(
    program, as: "strange-lensfun", soname: "liblensfun.so.1")

  /// Environment variables that load it instead of the installed one.
  public static var environment: [String: String] { library.map { ["LD_PRELOAD": $0] } ?? [:] }

  private static let program = """
    #include <cstddef>

    struct Lens {
      const char *maker, *model, *variant;
      float numbers[64];
    };

    static Lens lens;
    static Lens *lenses[] = {&lens, nullptr};

    extern "C" {
    void *lf_db_new() { return lenses; }
    void lf_db_destroy(void *) {}
    int lf_db_load_data(void *, const char *, const char *, size_t) { return 0; }
    Lens **lf_db_get_lenses(void *) { return lenses; }
    void *lf_modifier_new(void *, float, int, int) { return lenses; }
    void lf_modifier_destroy(void *) {}
    int lf_modifier_initialize() { return 0; }
    int lf_modifier_apply_geometry_distortion() { return 0; }
    int lf_modifier_apply_subpixel_distortion() { return 0; }
    int lf_modifier_apply_color_modification() { return 0; }
    }
    """
}
