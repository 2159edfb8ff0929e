// Panasonic's compression formats, by number.
#include "PanasonicFields.h"
#include "Unpackers.h"

namespace bromide {

namespace {
bool unpackBlocks(const UnpackRequest &request, unsigned samples, unsigned turn, bool isScaled = false) {
  const bromide_raw_panasonic panasonic = {samples, turn, isScaled};
  return bromide_unpack_panasonic(&request.job, &panasonic);
}

/// Returns whether the file uses neither a curve for values nor rounded differences. We do not have
/// files with these features, so their meaning is unknown.
bool isLinear(const PanasonicFields &fields) {
  unsigned count = 0;
  const auto points = fields.bytes(0x39, 26, count), slopes = fields.bytes(0x3a, 26, count);
  const auto shifts = fields.bytes(0x41, 36, count);
  if (!points || !slopes || !shifts) return false;
  for (const auto &bytes : {*points, *slopes, *shifts})
    for (const uint8_t byte : bytes)
      if (byte) return false;
  return true;
}

bool readStripes(const PanasonicFields &fields, const bromide_raw_job &job, bromide_raw_stripes &result) {
  const auto count = fields.number(0x42);
  if (!count || *count < 1 || *count > 5) return false;
  result.count = *count;
  unsigned numbers[5] = {};
  const auto offsets = fields.bytes(0x44, 50, numbers[0]), lefts = fields.bytes(0x45, 50, numbers[1]);
  const auto sizes = fields.bytes(0x46, 50, numbers[2]);
  const auto widths = fields.bytes(0x47, 26, numbers[3]), heights = fields.bytes(0x48, 26, numbers[4]);
  if (!offsets || !lefts || !sizes || !widths || !heights) return false;
  for (const unsigned number : numbers)
    if (number < result.count) return false;
  uint64_t left = 0;
  for (unsigned i = 0; i < result.count; i++) {
    auto &stripe = result.stripes[i];
    stripe.offset = longAt(*offsets, 4 * i);
    stripe.bits = longAt(*sizes, 4 * i);
    stripe.width = shortAt(*widths, 2 * i);
    if (longAt(*lefts, 4 * i) != left || shortAt(*heights, 2 * i) != job.height) return false;
    left += stripe.width;
  }
  return true;
}

bool readCodes(const PanasonicFields &fields, bromide_raw_stripes &result) {
  unsigned number = 0;
  const auto codes = fields.bytes(0x40, 70, number);
  const auto limit = fields.number(0x3b);
  if (!codes || number != 17 || !limit) return false;
  result.limit = static_cast<uint16_t>(*limit);
  for (unsigned i = 0; i < 17; i++) {
    result.codes[i].length = static_cast<uint16_t>(shortAt(*codes, 4 * i));
    result.codes[i].code = static_cast<uint16_t>(shortAt(*codes, 4 * i + 2));
  }
  for (unsigned i = 0; i < 4; i++) {
    const auto start = fields.number(0x3c + i);
    if (!start) return false;
    result.start[i] = static_cast<uint16_t>(*start);
  }
  return true;
}
}  // namespace

/// Unpacks format 5, and 4 and below. LibRaw does not distinguish the others.
bool unpackPanasonic(const UnpackRequest &request) {
  const unpacker_data_t &unpacker = request.unpacker();
  if (unpacker.pana_encoding > 5) return unpackPanasonicStripes(request);
  // LibRaw moves the first bytes of a page this far after its last bytes.
  const unsigned turn = unpacker.load_flags;
  if (unpacker.pana_encoding != 5) return unpackBlocks(request, 14, turn);
  if (unpacker.pana_bpp != 12 && unpacker.pana_bpp != 14) return false;
  return unpackBlocks(request, unpacker.pana_bpp == 12 ? 10 : 9, turn);
}

const char *rejectPanasonic(const UnpackRequest &request) {
  return request.unpacker().pana_encoding > 5 ? "Panasonic's RW2 of a format that this LibRaw does not know" : nullptr;
}

/// Unpacks format 6.
bool unpackPanasonicScaled(const UnpackRequest &request) {
  // LibRaw skips remainders of less than 16 rows.
  if (request.job.height % 16 != 0) return false;
  return unpackBlocks(request, request.unpacker().pana_bpp == 12 ? 14 : 11, 0, true);
}

/// LibRaw before 0.22 decodes 12 bits as 14 bits.
const char *rejectPanasonicScaled(const UnpackRequest &request) {
#if LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 22)
  (void)request;
  return nullptr;
#else
  return request.unpacker().pana_bpp == 12 ? "Panasonic's RW2 of format 6 with 12 bits, which this LibRaw does not know"
                                           : nullptr;
#endif
}

/// Unpacks format 7.
bool unpackPanasonicPacked(const UnpackRequest &request) {
  const int bits = request.unpacker().pana_bpp;
  if ((bits != 12 && bits != 14) || request.job.height % 16 != 0) return false;
  return unpackBlocks(request, bits == 14 ? 9 : 10, 0);
}

/// Unpacks format 8. It reads the parameters from the file, because LibRaw before 0.21 does not
/// keep them and could have seen another format.
bool unpackPanasonicStripes(const UnpackRequest &request) {
  const PanasonicFields fields(request.job.source);
  if (fields.number(PanasonicFields::kFormat) == 6u) return unpackPanasonicScaled(request);
  bromide_raw_stripes stripes = {};
  return fields.number(PanasonicFields::kFormat) == 8u && isLinear(fields) && readCodes(fields, stripes) &&
         readStripes(fields, request.job, stripes) && bromide_unpack_stripes(&request.job, &stripes);
}

/// The rejection of a format that the file does not have.
const char *rejectPanasonicStripes(const UnpackRequest &request) {
  const PanasonicFields fields(request.job.source);
  return fields.number(PanasonicFields::kFormat) == 6u ? "Panasonic's RW2 of format 6 with 12 bits and odd rows" : nullptr;
}

}  // namespace bromide
