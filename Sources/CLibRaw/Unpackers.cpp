#include "Unpackers.h"

#include <climits>
#include <cstring>

namespace bromide {

namespace {
struct Entry {
  const char *decoder;
  Unpacker unpacker;
};

const Entry entries[] = {
    {"packed_dng_load_raw()", unpackPlainDNG},
};
}  // namespace

Unpacker findUnpacker(const char *decoder) {
  if (!decoder) return nullptr;
  for (const Entry &entry : entries)
    if (std::strcmp(entry.decoder, decoder) == 0) return entry.unpacker;
  return nullptr;
}

bool UnpackRequest::hasIdentityCurve(unsigned last) const {
  for (unsigned i = 0; i <= last; i++)
    if (data.color.curve[i] != i) return false;
  return true;
}

/// Samples of 16 bits, one after the other, no curve.
bool unpackPlainDNG(const UnpackRequest &request) {
  const unpacker_data_t &unpacker = request.unpacker();
  if (unpacker.tiff_bps != 16 || unpacker.tiff_samples != 1) return false;
  if (unpacker.tile_length < INT_MAX || !request.hasIdentityCurve()) return false;
  const bromide_raw_plain plain = {!request.isLittleEndian()};
  return bromide_unpack_plain(&request.job, &plain);
}

}  // namespace bromide
