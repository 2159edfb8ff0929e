// A loader of camera raws for libvips, as a module: programs that use libvips open raws as they open JPEGs. See Documentation/vips.md.
//
// If a loader's class name begins with a known prefix, libvips shrinks thumbnails while it loads them. Loaders of SVG accept a scale,
// so the classes in this file use their prefix. scripts/test-vips fails if a version of libvips does not support this.
#include <bromide.h>
#include <stdlib.h>
#include <string.h>
#include <vips/vips.h>

// MARK: All loaders

typedef struct {
  VipsForeignLoad parent;
  // Scale of the picture: 0.25 is a quarter of each side. Above 1, libvips enlarges it.
  double scale;
  // The recipe, as in bromide.h.
  char *recipe;
  bromide_photo *photo;
  // The recipe that develops the picture, set with the header.
  char *text;
  bromide_layout layout;
} Load;

typedef VipsForeignLoadClass LoadClass;

GType bromide_vips_load_get_type(void);
G_DEFINE_ABSTRACT_TYPE(Load, bromide_vips_load, VIPS_TYPE_FOREIGN_LOAD)
#define LOAD(object) ((Load *)(object))

static int fail(VipsObject *object, char *error) {
  vips_error(VIPS_OBJECT_GET_CLASS(object)->nickname, "%s", error ? error : "not enough memory");
  bromide_free(error);
  return -1;
}

static void load_dispose(GObject *object) {
  Load *load = LOAD(object);
  bromide_close(load->photo);
  load->photo = NULL;
  g_clear_pointer(&load->text, g_free);
  G_OBJECT_CLASS(bromide_vips_load_parent_class)->dispose(object);
}

static VipsForeignFlags load_flags(VipsForeignLoad *load) {
  (void)load;
  // Developed at once into memory.
  return 0;
}

// The recipe for the scale. libvips divides the height by the scale's inverse and rounds. Bromide needs the long edge.
static int load_text(Load *load) {
  if (load->text) return 0;
  const char *recipe = load->recipe ? load->recipe : "";
  char *error = NULL;
  bromide_layout full = {.bytes = sizeof full};
  if (bromide_size(load->photo, recipe, &full, &error)) return fail(VIPS_OBJECT(load), error);
  if (load->scale >= 1) {
    load->text = g_strdup(recipe);
    load->layout = full;
    return 0;
  }
  const double edge = (full.width > full.height ? full.width : full.height) * load->scale;
  const unsigned length = edge < 1 ? 1 : (unsigned)(edge + 0.5);
  load->text = g_strdup_printf("%s\nsize=%u", recipe, length);
  load->layout.bytes = sizeof load->layout;
  if (bromide_size(load->photo, load->text, &load->layout, &error)) return fail(VIPS_OBJECT(load), error);
  return 0;
}

static void put_image(Load *load, VipsImage *image, VipsBandFormat format) {
  const VipsInterpretation meaning =
    load->layout.channels < 3 ? VIPS_INTERPRETATION_B_W : VIPS_INTERPRETATION_sRGB;
  vips_image_init_fields(image, (int)load->layout.width, (int)load->layout.height, (int)load->layout.channels,
    format, VIPS_CODING_NONE, meaning, 1, 1);
  vips_image_set_int(image, VIPS_META_ORIENTATION, 1);
  vips_image_set_string(image, VIPS_META_LOADER, "bromide");
  // Pictures in other spaces than sRGB contain a profile.
  const char *space = load->recipe ? strstr(load->recipe, "space=") : NULL;
  if (!space) return;
  char name[32] = {0};
  for (int i = 0; i < 31 && space[6 + i] && !strchr("\n; ", space[6 + i]); i++) name[i] = space[6 + i];
  void *profile = NULL;
  size_t count = 0;
  if (strcmp(name, "srgb") == 0 || bromide_profile(name, &profile, &count, NULL)) return;
  vips_image_set_blob_copy(image, VIPS_META_ICC_NAME, profile, count);
  bromide_free(profile);
}

static int load_header(VipsForeignLoad *parent) {
  Load *load = LOAD(parent);
  if (load_text(load)) return -1;
  put_image(load, parent->out, VIPS_FORMAT_UCHAR);
  char *json = NULL;
  if (bromide_info(load->photo, &json, NULL) == BROMIDE_OK) {
    vips_image_set_string(parent->out, "bromide-info", json);
    bromide_free(json);
  }
  return 0;
}

static int32_t is_killed(void *image, double done) {
  (void)done;
  return vips_image_iskilled(image) ? 1 : 0;
}

static int load_pixels(VipsForeignLoad *parent) {
  Load *load = LOAD(parent);
  if (load_text(load)) return -1;
  VipsImage *image = parent->real;
  put_image(load, image, VIPS_FORMAT_UCHAR);
  // Pixels in memory, where libvips reads them without a copy.
  VipsImage **parts = (VipsImage **)vips_object_local_array(VIPS_OBJECT(load), 1);
  parts[0] = vips_image_new_memory();
  put_image(load, parts[0], VIPS_FORMAT_UCHAR);
  if (vips_image_write_prepare(parts[0])) return -1;
  const size_t row = VIPS_IMAGE_SIZEOF_LINE(parts[0]);
  const bromide_run run = {.bytes = sizeof run, .progress = is_killed, .context = parent->out};
  char *error = NULL;
  if (bromide_develop(load->photo, load->text, BROMIDE_U8, VIPS_IMAGE_ADDR(parts[0], 0, 0), row,
        row * load->layout.height, &run, &error))
    return fail(VIPS_OBJECT(load), error);
  return vips_image_write(parts[0], image);
}

static void bromide_vips_load_class_init(LoadClass *class) {
  GObjectClass *object_class = G_OBJECT_CLASS(class);
  VipsObjectClass *vips_class = VIPS_OBJECT_CLASS(class);
  object_class->dispose = load_dispose;
  object_class->set_property = vips_object_set_property;
  object_class->get_property = vips_object_get_property;
  vips_class->nickname = "bromideload_base";
  vips_class->description = "load a camera raw with Bromide";
  class->get_flags = load_flags;
  class->header = load_header;
  class->load = load_pixels;
  VIPS_ARG_DOUBLE(class, "scale", 30, "Scale", "Scale of the picture", VIPS_ARGUMENT_OPTIONAL_INPUT,
    G_STRUCT_OFFSET(Load, scale), 0.0001, 100000.0, 1.0);
  VIPS_ARG_STRING(class, "recipe", 31, "Recipe", "Settings of bromide convert, for example exposure=0.5",
    VIPS_ARGUMENT_OPTIONAL_INPUT, G_STRUCT_OFFSET(Load, recipe), NULL);
}

static void bromide_vips_load_init(Load *load) { load->scale = 1; }

// MARK: Identify raws

// Whether a file begins like a raw: 1, 0, or -1 if the complete file is needed.
static int is_raw_start(const void *start, size_t count) { return bromide_is_raw(start, count); }

// Whether a TIFF container is a raw. Bromide opens it, and a raw has a rawSize in its JSON. libvips reads finished TIFFs.
static gboolean is_raw_photo(bromide_photo *photo) {
  char *json = NULL;
  if (bromide_info(photo, &json, NULL)) return FALSE;
  const gboolean is_raw = strstr(json, "\"rawSize\":") != NULL;
  bromide_free(json);
  return is_raw;
}

// MARK: From a file

typedef struct {
  Load parent;
  char *filename;
} LoadFile;

typedef LoadClass LoadFileClass;

static gpointer file_parent_class;

static gboolean file_is_a(const char *name) {
  unsigned char start[64];
  const gint64 count = vips__get_bytes(name, start, sizeof start);
  if (count <= 0) return FALSE;
  const int known = is_raw_start(start, (size_t)count);
  if (known >= 0) return known;
  bromide_photo *photo = NULL;
  if (bromide_open_path(name, NULL, &photo, NULL)) return FALSE;
  const gboolean is_raw = is_raw_photo(photo);
  bromide_close(photo);
  return is_raw;
}

static int file_build(VipsObject *object) {
  LoadFile *file = (LoadFile *)object;
  char *error = NULL;
  if (file->filename && !LOAD(object)->photo &&
      bromide_open_path(file->filename, NULL, &LOAD(object)->photo, &error))
    return fail(object, error);
  return VIPS_OBJECT_CLASS(file_parent_class)->build(object);
}

static int file_header(VipsForeignLoad *load) {
  if (load_header(load)) return -1;
  VIPS_SETSTR(load->out->filename, ((LoadFile *)load)->filename);
  return 0;
}

static void file_class_init(gpointer class, gpointer unused) {
  (void)unused;
  static const char *suffixes[] = {".3fr", ".arw", ".cr2", ".cr3", ".crw", ".dng", ".erf", ".fff", ".gpr", ".iiq",
    ".kdc", ".mef", ".mos", ".mrw", ".nef", ".nrw", ".orf", ".ori", ".pef", ".raf", ".raw", ".rw2", ".rwl", ".sr2",
    ".srf", ".srw", ".x3f", NULL};
  file_parent_class = g_type_class_peek_parent(class);
  VIPS_OBJECT_CLASS(class)->nickname = "bromideload";
  VIPS_OBJECT_CLASS(class)->description = "load a camera raw with Bromide";
  VIPS_OBJECT_CLASS(class)->build = file_build;
  VIPS_FOREIGN_CLASS(class)->suffs = suffixes;
  VIPS_FOREIGN_CLASS(class)->priority = 200;
  ((VipsForeignLoadClass *)class)->is_a = file_is_a;
  ((VipsForeignLoadClass *)class)->header = file_header;
  G_OBJECT_CLASS(class)->set_property = vips_object_set_property;
  G_OBJECT_CLASS(class)->get_property = vips_object_get_property;
  VIPS_ARG_STRING((VipsForeignLoadClass *)class, "filename", 1, "Filename", "Filename to load from",
    VIPS_ARGUMENT_REQUIRED_INPUT, G_STRUCT_OFFSET(LoadFile, filename), NULL);
}

// MARK: From memory

typedef struct {
  Load parent;
  VipsArea *bytes;
} LoadBuffer;

static gpointer buffer_parent_class;

static gboolean buffer_is_a(const void *start, size_t count) {
  const int known = is_raw_start(start, count < 64 ? count : 64);
  if (known >= 0) return known;
  bromide_photo *photo = NULL;
  if (bromide_open_bytes(start, count, NULL, &photo, NULL)) return FALSE;
  const gboolean is_raw = is_raw_photo(photo);
  bromide_close(photo);
  return is_raw;
}

static int buffer_build(VipsObject *object) {
  LoadBuffer *buffer = (LoadBuffer *)object;
  char *error = NULL;
  if (buffer->bytes && !LOAD(object)->photo &&
      bromide_open_bytes(buffer->bytes->data, buffer->bytes->length, NULL, &LOAD(object)->photo, &error))
    return fail(object, error);
  return VIPS_OBJECT_CLASS(buffer_parent_class)->build(object);
}

static void buffer_class_init(gpointer class, gpointer unused) {
  (void)unused;
  buffer_parent_class = g_type_class_peek_parent(class);
  VIPS_OBJECT_CLASS(class)->nickname = "bromideload_buffer";
  VIPS_OBJECT_CLASS(class)->description = "load a camera raw with Bromide";
  VIPS_OBJECT_CLASS(class)->build = buffer_build;
  VIPS_FOREIGN_CLASS(class)->priority = 200;
  ((VipsForeignLoadClass *)class)->is_a_buffer = buffer_is_a;
  G_OBJECT_CLASS(class)->set_property = vips_object_set_property;
  G_OBJECT_CLASS(class)->get_property = vips_object_get_property;
  VIPS_ARG_BOXED((VipsForeignLoadClass *)class, "buffer", 1, "Buffer", "Buffer to load from",
    VIPS_ARGUMENT_REQUIRED_INPUT, G_STRUCT_OFFSET(LoadBuffer, bytes), VIPS_TYPE_BLOB);
}

// MARK: From a source, such as a pipe

typedef struct {
  Load parent;
  VipsSource *source;
} LoadSource;

static gpointer source_parent_class;

static gboolean source_is_a(VipsSource *source) {
  const unsigned char *start = vips_source_sniff(source, 64);
  if (!start) return FALSE;
  const int known = is_raw_start(start, 64);
  if (known >= 0) return known;
  size_t count;
  const void *all = vips_source_map(source, &count);
  return all ? buffer_is_a(all, count) : FALSE;
}

static int source_build(VipsObject *object) {
  LoadSource *load = (LoadSource *)object;
  if (load->source && !LOAD(object)->photo) {
    size_t count;
    char *error = NULL;
    const void *all = vips_source_map(load->source, &count);
    if (!all) return -1;
    if (bromide_open_bytes(all, count, NULL, &LOAD(object)->photo, &error)) return fail(object, error);
  }
  return VIPS_OBJECT_CLASS(source_parent_class)->build(object);
}

static void source_class_init(gpointer class, gpointer unused) {
  (void)unused;
  source_parent_class = g_type_class_peek_parent(class);
  VIPS_OBJECT_CLASS(class)->nickname = "bromideload_source";
  VIPS_OBJECT_CLASS(class)->description = "load a camera raw with Bromide";
  VIPS_OBJECT_CLASS(class)->build = source_build;
  VIPS_FOREIGN_CLASS(class)->priority = 200;
  // A cached source would be freed twice.
  VIPS_OPERATION_CLASS(class)->flags |= VIPS_OPERATION_NOCACHE;
  ((VipsForeignLoadClass *)class)->is_a_source = source_is_a;
  G_OBJECT_CLASS(class)->set_property = vips_object_set_property;
  G_OBJECT_CLASS(class)->get_property = vips_object_get_property;
  VIPS_ARG_OBJECT((VipsForeignLoadClass *)class, "source", 1, "Source", "Source to load from",
    VIPS_ARGUMENT_REQUIRED_INPUT, G_STRUCT_OFFSET(LoadSource, source), VIPS_TYPE_SOURCE);
}

// MARK: The module

// Registers a class under a name that libvips knows.
static void add(const char *name, gsize instance, GClassInitFunc init) {
  const GTypeInfo info = {
    .class_size = sizeof(LoadClass), .class_init = init, .instance_size = (guint16)instance};
  g_type_class_ref(g_type_register_static(bromide_vips_load_get_type(), name, &info, 0));
}

G_MODULE_EXPORT const gchar *g_module_check_init(GModule *module) {
  if (bromide_abi() != BROMIDE_ABI) return "libbromide has another interface";
  // Types cannot be unloaded.
  g_module_make_resident(module);
  add("VipsForeignLoadSvgBromideFile", sizeof(LoadFile), file_class_init);
  add("VipsForeignLoadSvgBromideBuffer", sizeof(LoadBuffer), buffer_class_init);
  add("VipsForeignLoadSvgBromideSource", sizeof(LoadSource), source_class_init);
  return NULL;
}
