// A hook for LibRaw's decoders. It provides memory in large pages without data of other photos, and
// Bromide's decoders if they support the format. LibRaw allocates the samples, then calls
// `load_raw`, a protected pointer to member.
#include "RawHandle.h"
#include "Unpackers.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <strings.h>
#include <vector>

namespace {
/// Returns the value in memory that a decoder has not written yet. Sensors do not produce these
/// values in sequence.
inline ushort placeholder(size_t index) {
  return static_cast<ushort>((static_cast<uint32_t>(index) * 2654435761u) >> 16);
}

/// Fewer placeholders in sequence can be a coincidence, but this many cannot (16 bits each).
constexpr size_t kRun = 16;

/// LibRaw's limit. Samples of 32 bits take up twice as much of it.
constexpr size_t kMostOwnMemory = size_t(1) << 30;

void fillWithPlaceholders(ushort *samples, size_t count, size_t step) {
  for (size_t i = 0; i < count; i++) samples[i * step] = placeholder(i);
}

/// Fills half a megabyte of the stack below the caller. Volatile, because it is never read.
[[gnu::noinline]] void fillStack(uint8_t value) {
  volatile uint8_t bytes[512 << 10];
  for (size_t i = 0; i < sizeof bytes; i++) bytes[i] = value;
}

}  // namespace

int bromide_raw::unpackPixels(const bromide_raw_unpacking &how) {
  stream.beginUnpacking();
  how_ = how;
  isOurs = false;
  rejection = nullptr;
  share = {};
  firstError = -1;
  untouched = 0;
  hookDecoder();
  const int status = unpack();
  // LibRaw stopped before it called the decoder.
  if (hooked_) load_raw = hooked_;
  hooked_ = nullptr;
  return rejection ? LIBRAW_NOT_IMPLEMENTED : status;
}

void bromide_raw::hookDecoder() {
  if (!load_raw) return;
  decoder_ = unpack_function_name();
  hooked_ = load_raw;
  load_raw = static_cast<Decoder>(&bromide_raw::decodeHooked);
}

/// LibRaw identifies its decoders by address, so it must see its own decoder here.
int bromide_raw::get_decoder_info(libraw_decoder_info_t *info) {
  if (!hooked_) return LibRaw::get_decoder_info(info);
  const Decoder mine = load_raw;
  load_raw = hooked_;
  const int status = LibRaw::get_decoder_info(info);
  load_raw = mine;
  return status;
}

void bromide_raw::decodeHooked() {
  // LibRaw also compares the address afterwards.
  load_raw = hooked_;
  hooked_ = nullptr;
  const unsigned maximum = imgdata.color.maximum;
  if (raisesMaximum()) imgdata.color.maximum = 0xffff;
  if (!unpackOurselves()) decodeByLibRaw();
  if (raisesMaximum()) imgdata.color.maximum = maximum;
}

void bromide_raw::decodeByLibRaw() {
  const libraw_image_sizes_t &sizes = imgdata.sizes;
  if (imgdata.rawdata.raw_image && imgdata.rawdata.raw_image == imgdata.rawdata.raw_alloc) {
    const size_t bytes = size_t(sizes.raw_width) * sizes.raw_height * sizeof(ushort);
    bromide::adviseLargePages(imgdata.rawdata.raw_alloc, bytes);
    // A damaged file does not fill all rows. They must not show another photo.
    if (!isSilentDecoder()) std::memset(imgdata.rawdata.raw_alloc, 0, bytes);
  }
  if (isSilentDecoder())
    decodeCountingUntouched();
  else if (imgdata.rawdata.raw_image && imgdata.rawdata.raw_image == imgdata.rawdata.raw_alloc)
    callDecoderUpToEnd(imgdata.rawdata.raw_image, 1, [](size_t) { return ushort(0); });
  else
    callDecoder();
}

/// The bytes that bit readers fetch after the last code of an intact file.
constexpr INT64 kLookahead = 16;

/// Calls LibRaw's decoder. At an early end of the file, it continues with zeros and computes samples
/// from them, which show a coloured area. These samples become `unwritten` again.
void bromide_raw::callDecoderUpToEnd(ushort *samples, size_t step, ushort (*unwritten)(size_t)) {
  // These decoders write from several threads, so at no time are all earlier samples written.
  const bool isParallel = decoder_ && (std::strcmp(decoder_, "crxLoadRaw()") == 0 ||
                                       std::strcmp(decoder_, "fuji_compressed_load_raw()") == 0);
  if (isParallel) {
    callDecoder();
    return;
  }
  const size_t count = size_t(imgdata.sizes.raw_width) * imgdata.sizes.raw_height;
  std::vector<bool> isMissing;
  stream.atFirstMissing([&] {
    isMissing.resize(count);
    for (size_t i = 0; i < count; i++) isMissing[i] = samples[i * step] == unwritten(i);
  });
  const auto finish = [&](bool isDamaged) {
    stream.atFirstMissing(nullptr);
    if (!isDamaged && errors() == 0 && stream.missing() <= kLookahead) return;
    for (size_t i = 0; i < isMissing.size(); i++)
      if (isMissing[i]) samples[i * step] = unwritten(i);
  };
  try {
    callDecoder();
  } catch (...) {
    finish(true);
    throw;
  }
  finish(false);
}

#if !LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 22)
/// Decodes the planes of a CR3 in sequence. LibRaw's loop throws in OpenMP's threads if a plane is
/// damaged, which ends the process.
void bromide_raw::crxLoadDecodeLoop(void *image, int planes) {
  for (int plane = 0; plane < planes; plane++) {
    bool isSound = false;
    try {
      isSound = crxDecodePlane(image, static_cast<uint32_t>(plane)) == 0;
    } catch (LibRaw_exceptions) {
    }
    if (!isSound) derror();
  }
}
#endif

void bromide_raw::callDecoder() {
  if (how_.stack_fill) fillStack(how_.stack_fill);
  (this->*load_raw)();
}

/// Returns whether LibRaw's `unpack` raises the white level while its decoder runs. For an unknown
/// decoder, it does not.
bool bromide_raw::raisesMaximum() {
  const char *const make = imgdata.idata.make;
  return decoder_ && std::strcmp(decoder_, "unpacked_load_raw()") == 0 &&
         (strcasecmp(make, "Nikon") == 0 || strcasecmp(make, "Hasselblad") == 0);
}

/// Decodes without LibRaw. If this is not possible, restores the state, unless LibRaw must not
/// decode the file either.
bool bromide_raw::unpackOurselves() {
  bromide_raw_job job = {};
  job.source = source();
  job.crew = {how_.context, how_.run};
  job.isa = how_.isa;
  job.offset = static_cast<uint64_t>(stream.tell());
  job.stride = job.width = imgdata.sizes.raw_width;
  job.height = imgdata.sizes.raw_height;
  const tiff_ifd_t *const directory = findDirectory();
  const bromide::JPEGXLPicture *const jpegXL = findJPEGXL(directory);
  const bromide::VC5Picture *const vc5 = findVC5();
  const bromide::UnpackEntry *const entry = vc5 ? bromide::findVC5Unpacker()
                                            : sonyPicture_ ? bromide::findSonyYCCUnpacker()
                                            : jpegXL ? bromide::findJPEGXLUnpacker(*jpegXL)
                                                     : bromide::findUnpacker(decoder_);
  if (!entry) return false;
  bromide_raw_damage_found damage = {};
  bromide::UnpackRequest request{job, imgdata, libraw_internal_data, directory, jpegXL, vc5, &damage, &rejectionText_};
  const INT64 alreadyRead = stream.bytesRead();
  const bool isDone = !how_.libraw_only && unpackBy(*entry, request);
  noteDamage(damage);
  if (isDone) return isOurs = true;
  request.hasDeclined = !how_.libraw_only;
  if (entry->rejection) rejection = entry->rejection(request);
  // Keep the count of read bytes, because it shows that the data were examined and are irregular.
  if (!rejection && entry->isAlone && !how_.libraw_only) throw LIBRAW_EXCEPTION_IO_CORRUPT;
  stream.forgetSharedReads(alreadyRead);
  stream.seek(static_cast<INT64>(request.job.offset), SEEK_SET);
  // LibRaw catches this and frees its memory.
  if (rejection) throw LIBRAW_EXCEPTION_DECODE_RAW;
  return false;
}

/// Records the damage that Bromide's decoder found.
void bromide_raw::noteDamage(const bromide_raw_damage_found &damage) {
  libraw_internal_data.unpacker_data.data_error += damage.errors;
  stream.addJPEGWarnings(damage.jpeg_errors);
  if (damage.errors > 0) firstError = static_cast<INT64>(damage.first_error);
  if (damage.missing_bytes > 0)
    stream.addMissing(static_cast<INT64>(damage.first_missing), static_cast<INT64>(damage.missing_bytes));
}

bool bromide_raw::unpackBy(const bromide::UnpackEntry &entry, bromide::UnpackRequest &request) {
  libraw_rawdata_t &data = imgdata.rawdata;
  switch (entry.output) {
  case bromide::Output::mosaic:
    if (entry.pixelUnpacker && imgdata.image && !data.raw_image)
      return unpackPixelsOf4(entry.pixelUnpacker, request);
    return data.raw_image && data.raw_image == data.raw_alloc && unpackMosaic(entry, request);
  case bromide::Output::pixels: return imgdata.image && unpackPixelsOf4(entry.unpacker, request);
  case bromide::Output::ownMemory: return unpackIntoOwnMemory(entry, request);
  }
  return false;
}

/// Unpacks samples of one plane into LibRaw's memory.
bool bromide_raw::unpackMosaic(const bromide::UnpackEntry &entry, bromide::UnpackRequest &request) {
  const libraw_image_sizes_t &sizes = imgdata.sizes;
  if (sizes.raw_pitch != sizes.raw_width * sizeof(ushort)) return false;
  if (mapSamples(request)) return true;
  // The size of LibRaw's memory. For some cameras, the visible area exceeds the raw picture.
  const size_t width = std::max<size_t>(sizes.raw_width, sizes.width + sizes.left_margin);
  const size_t height = std::max<size_t>(sizes.raw_height, sizes.height + sizes.top_margin) + 8;
  std::vector<bromide_raw_part> parts;
  if (bromide::takesParts(decoder_, request)) parts = neededParts();
  bromide_raw_share decoded = {};
  request.job.parts = parts.data();
  request.job.part_count = parts.size();
  request.job.share = &decoded;
  request.job.samples = sampleMemory(width * height * sizeof(ushort), parts.empty());
  if (!request.job.samples || !entry.unpacker(request)) {
    pixels_.release();
    return false;
  }
  if (decoded.decoded < decoded.all) share = {decoded.decoded, decoded.all, decoded.are_tiles};
  this->free(imgdata.rawdata.raw_alloc);
  imgdata.rawdata.raw_alloc = nullptr;
  imgdata.rawdata.raw_image = request.job.samples;
  return true;
}

/// Returns the caller's memory if it is large enough, otherwise the handle's memory.
uint16_t *bromide_raw::sampleMemory(size_t bytes, bool inLargePages) {
  const bool fits = how_.memory && bytes <= how_.memory_size;
  return static_cast<uint16_t *>(fits ? how_.memory : pixels_.reserve(bytes, inLargePages));
}

/// Unpacks four samples per pixel of the visible area into LibRaw's memory, which LibRaw has
/// cleared.
bool bromide_raw::unpackPixelsOf4(bromide::Unpacker unpacker, bromide::UnpackRequest &request) {
  const libraw_image_sizes_t &sizes = imgdata.sizes;
  request.job.width = sizes.width;
  request.job.height = sizes.height;
  request.job.stride = size_t(sizes.width) * 4;
  request.job.samples = imgdata.image[0];
  if (unpacker(request)) return true;
  std::memset(imgdata.image, 0, request.job.stride * sizes.height * sizeof(ushort));
  return false;
}

/// Unpacks any number of samples per pixel. LibRaw's decoder would allocate memory for them itself.
bool bromide_raw::unpackIntoOwnMemory(
    const bromide::UnpackEntry &entry, bromide::UnpackRequest &request) {
  const unsigned samples = request.unpacker().tiff_samples;
  if (samples != 1 && samples != 3 && samples != 4) return false;
  libraw_image_sizes_t &sizes = imgdata.sizes;
  request.job.stride = size_t(sizes.raw_width) * samples;
  const size_t bytes = request.job.stride * (size_t(sizes.raw_height) + 8) * sizeof(ushort);
  if (bytes > kMostOwnMemory) return false;
  request.job.samples = sampleMemory(bytes, true);
  if (!request.job.samples || !entry.unpacker(request)) {
    pixels_.release();
    return false;
  }
  libraw_rawdata_t &data = imgdata.rawdata;
  sizes.raw_pitch = static_cast<unsigned>(request.job.stride * sizeof(ushort));
  if (samples == 1) data.raw_image = request.job.samples;
  if (samples == 3) data.color3_image = reinterpret_cast<ushort(*)[3]>(request.job.samples);
  if (samples == 4) data.color4_image = reinterpret_cast<ushort(*)[4]>(request.job.samples);
  return true;
}

/// Returns the parts that the caller uses, and the parts from which LibRaw takes the black level.
std::vector<bromide_raw_part> bromide_raw::neededParts() const {
  const libraw_image_sizes_t &sizes = imgdata.sizes;
  std::vector<bromide_raw_part> parts;
  const auto add = [&](int64_t left, int64_t top, int64_t right, int64_t bottom) {
    left = std::max<int64_t>(left, 0);
    top = std::max<int64_t>(top, 0);
    right = std::min<int64_t>(right, sizes.raw_width);
    bottom = std::min<int64_t>(bottom, sizes.raw_height);
    if (left < right && top < bottom)
      parts.push_back({uint32_t(left), uint32_t(top), uint32_t(right - left), uint32_t(bottom - top)});
  };
  for (size_t i = 0; i < how_.part_count; i++) {
    const bromide_raw_rectangle &part = how_.parts[i];
    add(part.x, part.y, int64_t(part.x) + part.width, int64_t(part.y) + part.height);
  }
  if (!parts.empty())
    for (const auto &mask : sizes.mask) add(mask[1], mask[0], mask[3], mask[2]);
  return parts;
}

/// Uses samples directly from the file, if they are in this machine's byte order.
bool bromide_raw::mapSamples(const bromide::UnpackRequest &request) {
  const libraw_image_sizes_t &sizes = imgdata.sizes;
  const bromide_raw_job &job = request.job;
  const uint64_t bytes = uint64_t(job.width) * job.height * sizeof(ushort);
  const bool isShown = sizes.left_margin + sizes.width <= sizes.raw_width &&
                       sizes.top_margin + sizes.height <= sizes.raw_height;
  if (!how_.may_map || !isShown || job.offset % alignof(ushort) != 0) return false;
  if (job.offset > job.source.size || bytes > job.source.size - job.offset) return false;
  if (!bromide::areSamplesPlain(decoder_, request)) return false;
  void *const samples = map_.open(stream.descriptor(), job.offset, bytes);
  if (!samples) return false;
  this->free(imgdata.rawdata.raw_alloc);
  imgdata.rawdata.raw_alloc = nullptr;
  imgdata.rawdata.raw_image = static_cast<ushort *>(samples);
  return true;
}

/// Returns whether the decoder silently ends at a tile or strip that is not lossless JPEG.
bool bromide_raw::isSilentDecoder() {
  return decoder_ && (std::strcmp(decoder_, "lossless_dng_load_raw()") == 0 ||
                      std::strcmp(decoder_, "lossless_jpeg_load_raw()") == 0);
}

void bromide_raw::decodeCountingUntouched() {
  const size_t count = size_t(imgdata.sizes.raw_width) * imgdata.sizes.raw_height;
  ushort *samples = imgdata.rawdata.raw_image;
  size_t step = 1;
  if (!samples && imgdata.image) {
    samples = imgdata.image[0];
    step = 4;
  }
  if (!samples) {
    callDecoder();
    return;
  }
  fillWithPlaceholders(samples, count, step);
  try {
    callDecoderUpToEnd(samples, step, placeholder);
  } catch (...) {
    untouched = clearUntouched(samples, step);
    throw;
  }
  untouched = clearUntouched(samples, step);
}

/// Makes placeholders black. Returns how many of them are visible pixels.
INT64 bromide_raw::clearUntouched(ushort *samples, size_t step) {
  const libraw_image_sizes_t &sizes = imgdata.sizes;
  const size_t width = sizes.raw_width;
  const size_t left = sizes.left_margin, right = std::min(width, left + sizes.width);
  INT64 found = 0;
  for (size_t row = 0; row < sizes.raw_height; row++) {
    const size_t start = row * width;
    const bool isVisible = row >= sizes.top_margin && row < size_t(sizes.top_margin) + sizes.height;
    const auto isUntouched = [&](size_t x) {
      return samples[(start + x) * step] == placeholder(start + x);
    };
    size_t done = 0;
    // Every run of at least kRun samples contains one of these positions.
    for (size_t x = 0; x < width; x += kRun) {
      if (x < done || !isUntouched(x)) continue;
      size_t from = x, to = x + 1;
      while (from > done && isUntouched(from - 1)) from--;
      while (to < width && isUntouched(to)) to++;
      done = to;
      if (to - from < std::min(kRun, width)) continue;
      for (size_t i = from; i < to; i++) samples[(start + i) * step] = 0;
      const size_t first = std::max(from, left), last = std::min(to, right);
      if (isVisible && last > first) found += static_cast<INT64>(last - first);
    }
  }
  return found;
}
