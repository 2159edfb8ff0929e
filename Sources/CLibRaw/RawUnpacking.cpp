// A hook around LibRaw's decoders: memory in large pages, no leftovers of other photos in it, and a fast way for the one
// format that needs no decoding. LibRaw allocates the samples and then calls `load_raw`, a protected pointer to member.
#include "RawHandle.h"

#include <climits>
#include <cstring>
#include <sys/mman.h>
#include <unistd.h>

namespace {
/// Bytes read at once: large enough for few system calls, small enough to stop soon after the end.
constexpr size_t kPiece = 4 * 1024 * 1024;

/// Asks for large pages. Touching 48 MB for the first time takes 24 ms in pages of 4 KiB and 5 ms in large ones.
void adviseLargePages(void *start, size_t size) {
#ifdef MADV_HUGEPAGE
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t from = (reinterpret_cast<size_t>(start) + page - 1) & ~(page - 1);
  const size_t to = (reinterpret_cast<size_t>(start) + size) & ~(page - 1);
  // Only a hint: where it is refused, small pages do.
  if (to > from) madvise(reinterpret_cast<void *>(from), to - from, MADV_HUGEPAGE);
#else
  (void)start;
  (void)size;
#endif
}

void swapBytes(ushort *samples, size_t count) {
  for (size_t i = 0; i < count; i++)
    samples[i] = static_cast<ushort>(samples[i] << 8 | samples[i] >> 8);
}
}  // namespace

int bromide_raw::unpackPixels() {
  stream.beginUnpacking();
  firstError = -1;
  hookDecoder();
  const int status = unpack();
  // Where LibRaw stopped before it called the decoder.
  if (hooked_) load_raw = hooked_;
  hooked_ = nullptr;
  return status;
}

void bromide_raw::hookDecoder() {
  if (!load_raw) return;
  isPlain_ = isPlainDNG();
  hooked_ = load_raw;
  load_raw = static_cast<Decoder>(&bromide_raw::decodeHooked);
}

/// LibRaw knows its decoders by address, so it must see its own.
int bromide_raw::get_decoder_info(libraw_decoder_info_t *info) {
  if (!hooked_) return LibRaw::get_decoder_info(info);
  const Decoder mine = load_raw;
  load_raw = hooked_;
  const int status = LibRaw::get_decoder_info(info);
  load_raw = mine;
  return status;
}

void bromide_raw::decodeHooked() {
  // LibRaw compares it with its own afterwards, too.
  load_raw = hooked_;
  hooked_ = nullptr;
  const libraw_image_sizes_t &sizes = imgdata.sizes;
  if (imgdata.rawdata.raw_image && imgdata.rawdata.raw_image == imgdata.rawdata.raw_alloc) {
    const size_t bytes = size_t(sizes.raw_width) * sizes.raw_height * sizeof(ushort);
    adviseLargePages(imgdata.rawdata.raw_alloc, bytes);
    if (isPlain_) {
      readPlainDNG();
      return;
    }
    // A damaged file leaves rows untouched: those must not show another photo.
    std::memset(imgdata.rawdata.raw_alloc, 0, bytes);
  }
  (this->*load_raw)();
}

/// Whether the file holds the samples as they are: 16 bits, one after the other, no curve.
bool bromide_raw::isPlainDNG() {
  const unpacker_data_t &data = libraw_internal_data.unpacker_data;
  const char *const name = unpack_function_name();
  if (!name || std::strcmp(name, "packed_dng_load_raw()") != 0) return false;
  if (data.tiff_bps != 16 || data.tiff_samples != 1 || data.tile_length < INT_MAX) return false;
  if (!imgdata.idata.filters && imgdata.idata.colors != 1) return false;
  if (libraw_internal_data.internal_output_params.fuji_width) return false;
  for (unsigned i = 0; i < 0x10000; i++)
    if (imgdata.color.curve[i] != i) return false;
  return true;
}

/// The same as LibRaw's `packed_dng_load_raw` under isPlainDNG's conditions, without a copy and a table look-up a sample:
/// 24 MP take 12 ms instead of 67 (page cache, Zen 4).
void bromide_raw::readPlainDNG() {
  const size_t count = size_t(imgdata.sizes.raw_width) * imgdata.sizes.raw_height;
  ushort *const samples = imgdata.rawdata.raw_image;
  unsigned char *const bytes = reinterpret_cast<unsigned char *>(samples);
  size_t done = 0;
  while (done < count * sizeof(ushort)) {
    const size_t wanted = std::min(kPiece, count * sizeof(ushort) - done);
    const int got = stream.read(bytes + done, 1, wanted);
    done += static_cast<size_t>(got);
    if (static_cast<size_t>(got) == wanted) continue;
    std::memset(bytes + done, 0, count * sizeof(ushort) - done);
    derror();
    break;
  }
  const bool isLittleEndian = libraw_internal_data.unpacker_data.order == 0x4949;
  if (isLittleEndian == (LibRawBigEndian != 0)) swapBytes(samples, count);
}
