// Fujifilm's RAF: compressed blocks, and packed samples of 14 bits.
#include "Unpackers.h"

#include <strings.h>

namespace bromide {

namespace {
constexpr uint64_t kHeader = 16;
constexpr unsigned kXTrans = 9;

bool isFujifilm(const UnpackRequest &request) {
  return strcasecmp(request.data.idata.make, "Fujifilm") == 0;
}

/// Unpacks the blocks with their header at an offset.
bool unpackFujiAt(const UnpackRequest &request, uint64_t offset, bromide_raw_damage_found *damage) {
  const libraw_iparams_t &parameters = request.data.idata;
  bromide_raw_fuji_header header;
  if (!isFujifilm(request) || !bromide_read_fuji_header(&request.job.source, offset, &header)) return false;
  // 1 is Leaf's pattern. 0 means without a pattern.
  if (header.is_xtrans != (parameters.filters == kXTrans) || parameters.filters < kXTrans) return false;
  bromide_raw_fuji fuji = {};
  for (unsigned y = 0; y < 6; y++)
    for (unsigned x = 0; x < 6; x++) {
      const unsigned bayer = parameters.filters >> ((y * 2 + x % 2) * 2) & 3;
      const unsigned color = header.is_xtrans ? static_cast<unsigned char>(parameters.xtrans_abs[y][x]) : bayer;
      // The second green.
      fuji.colours[y][x] = static_cast<uint8_t>(color == 3 && !header.is_xtrans ? 1 : color);
    }
  bromide_raw_job job = request.job;
  job.offset = offset;
  return bromide_unpack_fuji(&job, &fuji, damage);
}
}  // namespace

/// LibRaw's offset is after the header.
bool unpackFuji(const UnpackRequest &request) {
  return request.job.offset >= kHeader && unpackFujiAt(request, request.job.offset - kHeader, request.damage);
}

/// Unpacks blocks with a header that LibRaw did not recognise, for example lossy blocks in 0.20. With
/// damage, the samples could also be plain.
bool unpackFujiTakenForPlain(const UnpackRequest &request) {
  return unpackFujiAt(request, request.job.offset, nullptr);
}

const char *rejectFujiTakenForPlain(const UnpackRequest &request) {
  bromide_raw_fuji_header header;
  if (!isFujifilm(request) || !bromide_read_fuji_header(&request.job.source, request.job.offset, &header)) return nullptr;
  return header.is_lossless ? "Fujifilm's lossless compression in a form that this LibRaw does not know"
                            : "Fujifilm's lossy compression, which this LibRaw does not know";
}

/// 14 bits, highest first, in words of 32 bits.
bool unpackFuji14(const UnpackRequest &request) {
  bromide_raw_packed packed = {};
  packed.bits = 14;
  packed.word = 4;
  packed.row_bytes = size_t(request.job.width) * 7 / 4;
  // LibRaw truncates other rows.
  return request.job.width % 16 == 0 && bromide_unpack_packed(&request.job, &packed);
}

}  // namespace bromide
