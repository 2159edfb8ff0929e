// Canon's CR3.
#include "Unpackers.h"

#include <cstring>

namespace bromide {

namespace {
#if !LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 21)
/// A range of the file that contains boxes of ISO's base media format.
struct Boxes {
  const bromide_raw_source &source;
  uint64_t at, end;

  bool read(uint64_t offset, void *to, size_t count) const {
    return source.read(source.context, offset, to, count) == count;
  }

  static uint64_t big(const uint8_t *bytes, size_t count) {
    uint64_t value = 0;
    for (size_t i = 0; i < count; i++) value = value << 8 | bytes[i];
    return value;
  }

  /// Enters the box with this name, after skipping `number` boxes of that name and the first
  /// `skipped` bytes of its content.
  bool enter(const char *name, unsigned number = 0, uint64_t skipped = 0) {
    uint8_t head[16];
    while (end - at >= 8 && read(at, head, 8)) {
      uint64_t size = big(head, 4), front = 8;
      if (size == 1) {
        front = 16;
        if (!read(at, head, 16)) return false;
        size = big(head + 8, 8);
      } else if (size == 0) {
        size = end - at;
      }
      if (size < front || size > end - at) return false;
      if (std::memcmp(head + 4, name, 4) == 0 && number-- == 0) {
        if (size - front < skipped) return false;
        end = at + size;
        at += front + skipped;
        return true;
      }
      at += size;
    }
    return false;
  }
};

/// Returns the number of bits after a burst's planes are combined. LibRaw 0.20 does not read it.
unsigned medianBits(const bromide_raw_source &source, unsigned track, unsigned bits) {
  Boxes boxes{source, 0, source.size};
  const bool isThere = boxes.enter("moov") && boxes.enter("trak", track) && boxes.enter("mdia") &&
                       boxes.enter("minf") && boxes.enter("stbl") && boxes.enter("stsd", 0, 8) &&
                       boxes.enter("CRAW", 0, 82) && boxes.enter("CMP1");
  const uint64_t size = isThere ? boxes.end - boxes.at : 0;
  uint8_t box[85] = {};
  if (size < 33 || !boxes.read(boxes.at, box, size < sizeof box ? size : sizeof box)) return 0;
  const bool isExtended = box[32] & 0x80;
  return isExtended && (box[56] & 0x40) ? box[84] : bits;
}
#endif

/// Describes the frame that LibRaw found. Returns false without a frame.
bool describe(const UnpackRequest &request, bromide_raw_job &job, bromide_raw_crx &crx) {
  const unpacker_data_t &unpacker = request.unpacker();
  const int track = unpacker.crx_track_selected;
  if (track < 0 || track >= LIBRAW_CRXTRACKS_MAXCOUNT) return false;
  const crx_data_header_t &header = unpacker.crx_header[track];
  job.offset = static_cast<uint64_t>(unpacker.data_offset);
  crx.version = static_cast<uint32_t>(header.version);
  crx.width = static_cast<uint32_t>(header.f_width);
  crx.height = static_cast<uint32_t>(header.f_height);
  crx.tile_width = static_cast<uint32_t>(header.tileWidth);
  crx.tile_height = static_cast<uint32_t>(header.tileHeight);
  crx.bits = crx.median_bits = static_cast<uint32_t>(header.nBits);
  crx.planes = static_cast<uint32_t>(header.nPlanes);
  crx.layout = static_cast<uint32_t>(header.cfaLayout);
  crx.encoding = static_cast<uint32_t>(header.encType);
  crx.levels = static_cast<uint32_t>(header.imageLevels);
  crx.header_size = static_cast<uint32_t>(header.mdatHdrSize);
  crx.data_size = static_cast<uint64_t>(unpacker.data_size);
#if LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 21)
  crx.median_bits = static_cast<uint32_t>(header.medianBits);
#else
  if (crx.encoding == 3)
    crx.median_bits = medianBits(job.source, static_cast<unsigned>(track), crx.bits);
#endif
  return true;
}
}  // namespace

bool unpackCanonCR3(const UnpackRequest &request) {
  bromide_raw_job job = request.job;
  bromide_raw_crx crx = {};
  if (!describe(request, job, crx) || !bromide_unpack_crx(&job, &crx)) return false;
  request.data.color.maximum = (1u << crx.bits) - 1;
  return true;
}

const char *rejectCanonCR3(const UnpackRequest &request) {
  bromide_raw_job job = request.job;
  bromide_raw_crx crx = {};
  if (!describe(request, job, crx) || crx.planes != 4) return nullptr;
  const bromide_raw_crx_traits traits = bromide_crx_traits(&job, &crx);
  if (crx.levels > 0 && traits.has_large_steps)
    return "Canon's lossy compression with coarser steps than any decoder agrees on";
  // LibRaw throws at the end of the file inside OpenMP's threads, which ends the process.
  if (traits.is_cut) return "a Canon CR3 that ends before its data do";
#if !LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 22)
  // For some of these files, 0.20 reads outside its memory.
  if (request.hasDeclined) return "an irregular Canon CR3, at which this LibRaw may crash";
#endif
#if !LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 21)
  const bool isBurst = crx.encoding == 3 && crx.median_bits != crx.bits;
  if (crx.version != 0x100 || isBurst || (crx.levels > 0 && traits.has_line_steps))
    return "a newer Canon CR3, which this LibRaw does not know";
#endif
  return nullptr;
}

}  // namespace bromide
