// Sony's blocks of 16 bytes.
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
}  // namespace

bool unpackSonyBlocks(const UnpackRequest &request) {
  if (hasSonyFlags(request.data) || !request.isLittleEndian()) return false;
  const bromide_raw_job job = request.visibleRows();
  return job.height > 0 && bromide_unpack_sony_blocks(&job, request.data.color.curve);
}

}  // namespace bromide
