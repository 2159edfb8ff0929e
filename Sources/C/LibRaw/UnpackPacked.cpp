// Uncompressed samples, in the forms that LibRaw's decoders read.
#include "Unpackers.h"

#include <climits>
#include <cstring>
#include <strings.h>

namespace bromide {

bool areSamplesPlain(const char *decoder, const UnpackRequest &request) {
  const unpacker_data_t &unpacker = request.unpacker();
  constexpr bool isLittleEndian = __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__;
  return std::strcmp(decoder, "packed_dng_load_raw()") == 0 && unpacker.tiff_samples == 1 &&
         unpacker.tile_length == INT_MAX && unpacker.tiff_bps == 16 &&
         request.isLittleEndian() == isLittleEndian && request.hasIdentityCurve();
}

/// Unpacks rows that begin on a byte boundary, highest bit first. 16-bit words are in the file's
/// order.
bool unpackPackedDNG(const UnpackRequest &request) {
  const unpacker_data_t &unpacker = request.unpacker();
  if (unpacker.tiff_samples != 1 || unpacker.tile_length < INT_MAX) return false;
  const unsigned bits = unpacker.tiff_bps;
  if (bits == 16) {
    const bromide_raw_plain plain = {!request.isLittleEndian()};
    return request.hasIdentityCurve() && bromide_unpack_plain(&request.job, &plain);
  }
  if (bits < 8 || bits > 15 || unpacker.zero_after_ff) return false;
  bromide_raw_packed packed = {};
  packed.bits = bits;
  packed.word = 1;
  packed.row_bytes = (size_t(request.job.width) * bits + 7) / 8;
  packed.curve = request.hasIdentityCurve((1u << bits) - 1) ? nullptr : request.data.color.curve;
  return bromide_unpack_packed(&request.job, &packed);
}

/// Unpacks the makers' forms. LibRaw's flags: 1 a byte after every ten samples, 2 and 4 fields, 8
/// and 16 the size of words, 32 the position of black, 64 swapped pairs, 128 rows of complete
/// 16-bit words.
bool unpackPacked(const UnpackRequest &request) {
  const unpacker_data_t &unpacker = request.unpacker();
  const unsigned flags = unpacker.load_flags, bits = unpacker.tiff_bps;
  if (flags > 255 || flags & 6) return false;
  bromide_raw_packed packed = {};
  packed.bits = bits;
  packed.word = 1 + (flags >> 3 & 3);
  packed.swaps_pairs = flags & 64;
  packed.row_bytes = size_t(request.job.width) * bits / 8;
  packed.row_bytes += packed.row_bytes & flags >> 7;
  if (flags & 1) {
    if (bits != 12 || request.job.width % 10 != 0) return false;
    packed.block_samples = 10;
    packed.block_bytes = 16;
    packed.has_gaps = true;
    packed.row_bytes = size_t(request.job.width) / 10 * 16;
  }
  return bromide_unpack_packed(&request.job, &packed);
}

bool unpackWords(const UnpackRequest &request) {
  if (unpackFujiTakenForPlain(request)) return true;
  const libraw_image_sizes_t &sizes = request.data.sizes;
  const unsigned maximum = request.data.color.maximum;
  bromide_raw_words words = {};
  words.is_big_endian = !request.isLittleEndian();
  words.shift = request.unpacker().load_flags;
  do words.bits++;
  while (words.bits < 16 && 1u << words.bits < maximum);
  words.left = sizes.left_margin;
  words.top = sizes.top_margin;
  words.visible_width = sizes.width;
  words.visible_height = sizes.height;
  return bromide_unpack_words(&request.job, &words);
}

/// Unpacks 12 bits, lowest first, in rows of a multiple of 16 bytes.
bool unpackNikonPadded(const UnpackRequest &request) {
  bromide_raw_packed packed = {};
  packed.bits = 12;
  packed.is_low_first = true;
  packed.word = 1;
  packed.row_bytes = (size_t(request.job.width) * 3 / 2 + 15) / 16 * 16;
  // LibRaw does not decode other lengths, or only in some versions.
  if (request.job.width % 2 != 0 || packed.row_bytes < 2000 || packed.row_bytes > 64000) return false;
  return bromide_unpack_packed(&request.job, &packed);
}

/// Unpacks 14 bits, lowest first, in rows of a multiple of 16 bytes.
bool unpackNikon14(const UnpackRequest &request) {
  bromide_raw_packed packed = {};
  packed.bits = 14;
  packed.is_low_first = true;
  packed.word = 1;
  packed.row_bytes = (size_t(request.job.width) * 7 / 4 + 15) / 16 * 16;
  return request.job.width % 4 == 0 && bromide_unpack_packed(&request.job, &packed);
}

}  // namespace bromide
