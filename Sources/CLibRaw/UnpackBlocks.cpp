// Sony's and Panasonic's blocks of 16 bytes.
#include "Unpackers.h"

namespace bromide {

namespace {
bool hasSonyFlags(const libraw_data_t &data) {
#if LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 21)
  return data.rawparams.specials & LIBRAW_RAWSPECIAL_SONYARW2_ALLFLAGS;
#else
  return data.params.raw_processing_options & LIBRAW_PROCESSING_SONYARW2_ALLFLAGS;
#endif
}

bool unpackBlocks(const UnpackRequest &request, unsigned samples, unsigned turn, bool isScaled = false) {
  const bromide_raw_panasonic panasonic = {samples, turn, isScaled};
  return bromide_unpack_panasonic(&request.job, &panasonic);
}
}  // namespace

bool unpackSonyBlocks(const UnpackRequest &request) {
  if (hasSonyFlags(request.data) || !request.isLittleEndian()) return false;
  const bromide_raw_job job = request.visibleRows();
  return job.height > 0 && bromide_unpack_sony_blocks(&job, request.data.color.curve);
}

/// Numbers 5, and 4 and below.
bool unpackPanasonic(const UnpackRequest &request) {
  const unpacker_data_t &unpacker = request.unpacker();
  // LibRaw puts a page's first bytes that far behind its last ones.
  const unsigned turn = unpacker.load_flags;
  if (unpacker.pana_encoding != 5) return unpackBlocks(request, 14, turn);
  if (unpacker.pana_bpp != 12 && unpacker.pana_bpp != 14) return false;
  return unpackBlocks(request, unpacker.pana_bpp == 12 ? 10 : 9, turn);
}

/// Number 6.
bool unpackPanasonicScaled(const UnpackRequest &request) {
  // From 0.22 on 12 bits are another format; what is less than 16 rows LibRaw leaves out.
  if (request.unpacker().pana_bpp == 12 || request.job.height % 16 != 0) return false;
  return unpackBlocks(request, 11, 0, true);
}

/// Number 7.
bool unpackPanasonicPacked(const UnpackRequest &request) {
  const int bits = request.unpacker().pana_bpp;
  if ((bits != 12 && bits != 14) || request.job.height % 16 != 0) return false;
  return unpackBlocks(request, bits == 14 ? 9 : 10, 0);
}

}  // namespace bromide
