// The C interface: calls with protection against C++ exceptions.
#include "RawHandle.h"

#include <new>
#if defined(__linux__)
#include <dlfcn.h>
#include <sys/resource.h>
#include <unistd.h>
#endif

namespace {
/// Limits LibRaw to the calling thread if the system could refuse new threads (`ulimit -u`),
/// because libgomp would then end the process. The setting belongs to the calling thread, so set it
/// on each one. root does not have this limit.
void spareThreads() {
#if defined(__linux__)
  static const bool isScarce = [] {
    rlimit limit = {};
    return geteuid() != 0 && getrlimit(RLIMIT_NPROC, &limit) == 0 && limit.rlim_cur < 4096;
  }();
  if (!isScarce) return;
  static void (*const set)(int) = reinterpret_cast<void (*)(int)>(dlsym(RTLD_DEFAULT, "omp_set_num_threads"));
  if (set) set(1);
#endif
}

template <typename Body>
bromide_raw_status guarded(bromide_raw *raw, Body body) {
  bromide_raw_status status = {0, 0};
  if (!raw) {
    status.libraw = LIBRAW_UNSUFFICIENT_MEMORY;
    return status;
  }
  spareThreads();
  try {
    status.libraw = body(status.system);
  } catch (const std::bad_alloc &) {
    status.libraw = LIBRAW_UNSUFFICIENT_MEMORY;
  } catch (...) {
    status.libraw = LIBRAW_DATA_ERROR;
  }
  return status;
}
}  // namespace

bromide_raw *bromide_raw_create(bool collectTags) {
  try {
    return new bromide_raw(collectTags);
  } catch (...) {
    return nullptr;
  }
}

void bromide_raw_destroy(bromide_raw *raw) { delete raw; }

const char *bromide_raw_message(int libraw) { return LibRaw::strerror(libraw); }

const char *bromide_raw_version(void) { return LibRaw::version(); }

int bromide_raw_compiled_version(void) { return LIBRAW_VERSION; }

int bromide_raw_running_version(void) { return LibRaw::versionNumber(); }

const char *bromide_raw_jxl_version(void) { return bromide_raw_jxl_interface(); }

bool bromide_raw_load_jxl(void) { return bromide_raw_has_jxl(); }

bool bromide_raw_misses_jxl(void) { return bromide_raw_lacks_jxl(); }

bromide_raw_status bromide_raw_open(bromide_raw *raw, int descriptor, const char *path) {
  return guarded(raw, [&](int &system) { return raw->openFile(descriptor, path, system); });
}

bool bromide_raw_is_headerless(const bromide_raw *raw) { return raw->isHeaderless; }

bromide_raw_status bromide_raw_unpack(bromide_raw *raw, const bromide_raw_unpacking *how) {
  return guarded(raw, [&](int &) { return raw->unpackPixels(*how); });
}

bool bromide_raw_unpack_dng(
    bromide_raw *raw, const bromide_raw_dng *picture, const bromide_raw_unpacking *how,
    bromide_raw_dng_scale *scale) {
  bool isDone = false;
  guarded(raw, [&](int &) {
    isDone = raw->unpackDNG(*picture, *how, *scale);
    return 0;
  });
  return isDone;
}

bool bromide_raw_reads_jxl(void) { return bromide_raw_has_jxl(); }

bool bromide_raw_is_ours(const bromide_raw *raw) { return raw->isOurs; }

const char *bromide_raw_rejection(const bromide_raw *raw) { return raw->rejection; }

bromide_raw_decoded_share bromide_raw_get_share(const bromide_raw *raw) { return raw->share; }

bool bromide_raw_has_lost_pixels(const bromide_raw *raw) { return raw->hasLostPixels(); }

bool bromide_raw_release_pixels(const bromide_raw *raw) { return raw->releasePixels(); }

void bromide_raw_release_bytes(const bromide_raw *raw, const void *bytes, size_t count) {
  raw->releaseBytes(bytes, count);
}

bool bromide_raw_find(const bromide_raw *raw, const void *address, bromide_raw_place *place) {
  return raw->find(address, *place);
}

struct bromide_raw_map {
  bromide::FileMap map;
  const void *bytes = nullptr;
};

bromide_raw_map *bromide_raw_map_open(int descriptor, uint64_t offset, size_t count) {
  bromide_raw_map *const made = new (std::nothrow) bromide_raw_map;
  if (made) made->bytes = made->map.open(descriptor, offset, count);
  if (made && made->bytes) return made;
  delete made;
  return nullptr;
}

const void *bromide_raw_map_bytes(const bromide_raw_map *map) { return map->bytes; }

bool bromide_raw_map_has_lost_bytes(const bromide_raw_map *map) { return map->map.hasLostBytes(); }

bool bromide_raw_map_release(const bromide_raw_map *map) { return map->map.release(); }

void bromide_raw_map_release_bytes(const bromide_raw_map *map, const void *bytes, size_t count) {
  map->map.release(bytes, count);
}

void bromide_raw_map_close(bromide_raw_map *map) { delete map; }

void bromide_raw_close_file(bromide_raw *raw) {
  if (raw) raw->stream.close();
}

bromide_raw_status bromide_raw_interpolate(
    bromide_raw *raw, const bromide_raw_interpolation *how, bromide_raw_picture *picture) {
  *picture = bromide_raw_picture{};
  return guarded(raw, [&](int &) { return raw->interpolate(*how, *picture); });
}

bromide_raw_damage bromide_raw_get_damage(const bromide_raw *raw) {
  bromide_raw_damage damage = {};
  damage.errors = raw->errors();
  damage.first_error = raw->firstError;
  damage.missing_bytes = raw->stream.missing();
  damage.first_missing = raw->stream.firstMissing();
  damage.untouched_pixels = raw->untouched;
  damage.header_missing_bytes = raw->headerMissing;
  damage.jpeg_warnings = raw->stream.jpegWarnings();
  damage.bytes_read = raw->stream.bytesRead();
  damage.system_error = raw->stream.systemError();
  return damage;
}

const char *bromide_raw_decoder(bromide_raw *raw) {
  const char *name = nullptr;
  try {
    name = raw->decoderName();
  } catch (...) {
  }
  return name ? name : "";
}

int bromide_raw_color_at(const bromide_raw *raw, int row, int column) {
  return const_cast<bromide_raw *>(raw)->COLOR(row, column);
}

bromide_raw_plane bromide_raw_get_mosaic(const bromide_raw *raw) {
  const libraw_rawdata_t &data = raw->imgdata.rawdata;
  const libraw_image_sizes_t &sizes = data.sizes;
  bromide_raw_plane plane = {};
  if (!data.raw_image || sizes.left_margin >= sizes.raw_width || sizes.top_margin >= sizes.raw_height)
    return plane;
  plane.stride = sizes.raw_pitch / 2;
  plane.samples = data.raw_image + sizes.top_margin * plane.stride + sizes.left_margin;
  // A few cameras record a larger visible area than their data.
  plane.width = std::min<int>(sizes.width, sizes.raw_width - sizes.left_margin);
  plane.height = std::min<int>(sizes.height, sizes.raw_height - sizes.top_margin);
  return plane;
}

bromide_raw_frame bromide_raw_get_frame(const bromide_raw *raw) {
  const libraw_rawdata_t &data = raw->imgdata.rawdata;
  const libraw_image_sizes_t &sizes = data.sizes;
  if (raw->dngFrame.samples) return raw->dngFrame;
  bromide_raw_frame frame = {};
  frame.width = sizes.raw_width;
  frame.height = sizes.raw_height;
  if (data.raw_image) {
    frame.samples = data.raw_image;
    frame.channels = 1;
  } else if (data.color4_image) {
    frame.samples = data.color4_image[0];
    frame.channels = 4;
  } else if (data.color3_image) {
    frame.samples = data.color3_image[0];
    frame.channels = 3;
  }
  // Decoders that fill LibRaw's picture only support its width as distance.
  const size_t recorded = sizes.raw_pitch / sizeof(ushort), least = size_t(frame.width) * frame.channels;
  frame.stride = recorded < least ? least : recorded;
  return frame;
}

bool bromide_raw_has_pixels(const bromide_raw *raw) {
  const libraw_rawdata_t &data = raw->imgdata.rawdata;
  return raw->dngFrame.samples || data.raw_image || data.color3_image || data.color4_image;
}

bromide_raw_preview bromide_raw_get_preview(const bromide_raw *raw) {
  const libraw_thumbnail_t &thumbnail = raw->imgdata.thumbnail;
  bromide_raw_preview preview = {};
  preview.width = thumbnail.twidth;
  preview.height = thumbnail.theight;
  // The format is recorded when the preview is read.
  switch (thumbnail.tformat) {
  case LIBRAW_THUMBNAIL_JPEG: preview.format = 1; break;
  case LIBRAW_THUMBNAIL_BITMAP: preview.format = 2; break;
  case LIBRAW_THUMBNAIL_BITMAP16: preview.format = 3; break;
  default: break;
  }
  preview.offset = raw->internals().internal_data.toffset;
  preview.length = thumbnail.tlength;
  preview.bytes = reinterpret_cast<const uint8_t *>(thumbnail.thumb);
  return preview;
}

bromide_raw_status bromide_raw_read_preview(bromide_raw *raw) {
  return guarded(raw, [&](int &) { return raw->readPreview(); });
}
