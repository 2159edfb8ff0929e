// Unpacks a DNG's picture with Bromide's decoders, from its directory.
#include "RawHandle.h"

#include <algorithm>

namespace {
constexpr uint32_t kPlain = 1, kLosslessJPEG = 7, kDeflate = 8, kJPEGXL = 52546;
/// Additional rows that decoders can write to.
constexpr size_t kSpareRows = 8;

/// Returns the distance between a sample and its predictor, in pixels (DNG 1.4, "Predictor").
uint32_t distanceOf(uint32_t predictor) {
  switch (predictor) {
  case 2: case 3: return 1;
  case 34892: case 34894: return 2;
  case 34893: case 34895: return 4;
  default: return 0;
  }
}

bool isFloating(uint32_t predictor) { return predictor == 3 || predictor == 34894 || predictor == 34895; }

/// Returns whether uncompressed strips are stored without gaps.
bool isOneRun(const bromide_raw_dng &dng, uint64_t rowBytes) {
  if (dng.tile_width != dng.width) return false;
  for (size_t i = 0; i + 1 < dng.tile_count; i++)
    if (dng.offsets[i + 1] != dng.offsets[i] + rowBytes * dng.tile_height) return false;
  return true;
}

bromide_raw_tiles tilesOf(const bromide_raw_dng &dng) {
  return {dng.tile_width, dng.tile_height, dng.offsets, dng.sizes, dng.tile_count};
}

/// Returns the samples per pixel that the decoder writes. For three components, it leaves a fourth
/// one unused.
uint32_t stepOf(const bromide_raw_dng &dng) {
  const bool isJPEG = dng.compression == kLosslessJPEG || (dng.compression == kJPEGXL && !dng.has_floats);
  return isJPEG && dng.samples == 3 ? 4 : dng.samples;
}

bool unpackIntegers(const bromide_raw_dng &dng, const bromide_raw_job &job) {
  const uint64_t rowBytes = (uint64_t(dng.width) * dng.samples * dng.bits + 7) / 8;
  if (dng.compression == kPlain && isOneRun(dng, rowBytes)) {
    // Rows of samples, for any number of samples per pixel.
    bromide_raw_job rows = job;
    rows.width = dng.width * dng.samples;
    if (dng.samples > 1) rows.part_count = 0;
    const bromide_raw_plain plain = {dng.is_big_endian};
    if (dng.bits == 16 && !dng.curve) return bromide_unpack_plain(&rows, &plain);
    if (dng.bits < 16) {
      bromide_raw_packed packed = {};
      packed.bits = dng.bits;
      packed.word = 1;
      packed.row_bytes = rowBytes;
      packed.curve = dng.curve;
      return bromide_unpack_packed(&rows, &packed);
    }
  }
  const bromide_raw_integers integers = {
      tilesOf(dng), dng.bits, dng.samples, dng.is_big_endian, dng.compression == kDeflate,
      dng.compression == kDeflate ? distanceOf(dng.predictor) : 0, dng.curve};
  return bromide_unpack_integers(&job, &integers);
}

bool unpackNumbers(const bromide_raw_dng &dng, const bromide_raw_job &job, bromide_raw_float_scale &scale) {
  bromide_raw_floats floats = {};
  floats.tiles = tilesOf(dng);
  floats.bits = dng.bits;
  floats.samples = dng.samples;
  floats.is_big_endian = dng.is_big_endian;
  floats.is_plain = dng.compression == kPlain;
  const uint32_t distance = floats.is_plain ? 0 : distanceOf(dng.predictor);
  (isFloating(dng.predictor) ? floats.distance : floats.bit_distance) = distance;
  floats.fits_white = true;
  floats.white = dng.white;
  if (bromide_unpack_floats(&job, &floats, &scale)) return true;
  // If this produces no numbers or infinite numbers, the predictor could have ignored the samples
  // of a pixel.
  floats.is_bytewise = true;
  return floats.distance == 1 && dng.samples > 1 && bromide_unpack_floats(&job, &floats, &scale);
}

bool unpackJPEG(const bromide_raw_dng &dng, const bromide_raw_job &job) {
  // Before DNG 1.1, a difference of 16 bits was followed by 16 bits.
  if (dng.version != 0 && dng.version < 0x1010000) return false;
  bromide_raw_ljpeg parameters = {};
  parameters.has_table = dng.tile_count > 1;
  parameters.offsets = dng.offsets;
  parameters.tile_width = dng.tile_width;
  parameters.tile_height = dng.tile_height;
  parameters.most_components = dng.samples == 3 ? 3 : 4;
  parameters.has_pixels = dng.samples == 3;
  parameters.curve = dng.curve;
  return bromide_unpack_ljpeg(&job, &parameters);
}

bool unpackJXL(const bromide_raw_dng &dng, const bromide_raw_job &job, bromide_raw_float_scale &scale) {
  if (!bromide_raw_has_jxl()) return false;
  bromide_raw_jxl parameters = {};
  parameters.tiles = tilesOf(dng);
  parameters.components = dng.samples;
  parameters.row_fields = dng.row_fields;
  parameters.column_fields = dng.column_fields;
  parameters.largest = dng.largest;
  parameters.curve = dng.curve;
  parameters.fits_white = dng.has_floats;
  return dng.has_floats ? bromide_unpack_jxl_floats(&job, &parameters, dng.white, &scale)
                        : bromide_unpack_jxl(&job, &parameters);
}

bool unpackAny(const bromide_raw_dng &dng, const bromide_raw_job &job, bromide_raw_float_scale &scale) {
  switch (dng.compression) {
  case kPlain: case kDeflate:
    return dng.has_floats ? unpackNumbers(dng, job, scale) : unpackIntegers(dng, job);
  case kLosslessJPEG: return unpackJPEG(dng, job);
  case kJPEGXL: return unpackJXL(dng, job, scale);
  default: return false;
  }
}

/// Returns whether the first JPEG has as many samples as its tile. Otherwise, rows of a different
/// length would be shifted.
bool hasItsShape(const bromide_raw_dng &dng, const bromide_raw_source &source) {
  uint32_t row, rows;
  if (dng.compression != kLosslessJPEG || !bromide_ljpeg_shape(&source, dng.offsets[0], &row, &rows)) return true;
  const uint64_t needed = uint64_t(dng.tile_width) * dng.samples;
  return uint64_t(row) * rows == needed * dng.tile_height || (row == needed && rows >= std::min(dng.tile_height, dng.height));
}

/// Returns whether parts of the picture can be decoded.
bool takesPartsOf(const bromide_raw_dng &dng) {
  if (dng.samples != 1 || dng.has_floats) return false;
  switch (dng.compression) {
  case kPlain: return dng.bits < 16;
  case kLosslessJPEG: return dng.tile_count > 1;
  case kJPEGXL: return dng.row_fields == 1 && dng.column_fields == 1;
  default: return false;
  }
}

void addPart(const bromide_raw_dng &dng, const bromide_raw_rectangle &part, std::vector<bromide_raw_part> &parts) {
  const int64_t left = std::max<int64_t>(part.x, 0), top = std::max<int64_t>(part.y, 0);
  const int64_t right = std::min<int64_t>(int64_t(part.x) + part.width, dng.width);
  const int64_t bottom = std::min<int64_t>(int64_t(part.y) + part.height, dng.height);
  if (left < right && top < bottom)
    parts.push_back({uint32_t(left), uint32_t(top), uint32_t(right - left), uint32_t(bottom - top)});
}
}  // namespace

bool bromide_raw::unpackDNG(
    const bromide_raw_dng &dng, const bromide_raw_unpacking &how, bromide_raw_dng_scale &scale) {
  dngFrame = {};
  how_ = how;
  isOurs = false;
  share = {};
  scale = {1, 0, false};
  const uint32_t step = stepOf(dng);
  bromide_raw_job job = {};
  job.source = source();
  job.crew = {how_.context, how_.run};
  job.isa = how_.isa;
  job.width = dng.width;
  job.height = dng.height;
  job.stride = size_t(dng.width) * step;
  job.offset = dng.offsets[0];
  if (!hasItsShape(dng, job.source)) {
    scale.is_contradicted = true;
    return false;
  }
  std::vector<bromide_raw_part> parts;
  if (takesPartsOf(dng))
    for (size_t i = 0; i < how.part_count; i++) addPart(dng, how.parts[i], parts);
  if (!parts.empty())
    for (size_t i = 0; i < dng.masked_count; i++) addPart(dng, dng.masked[i], parts);
  bromide_raw_share decoded = {};
  job.parts = parts.data();
  job.part_count = parts.size();
  job.share = &decoded;
  const INT64 alreadyRead = stream.bytesRead();
  if (!mapDNG(dng, job)) {
    const size_t bytes = job.stride * (size_t(dng.height) + kSpareRows) * sizeof(ushort);
    job.samples = sampleMemory(bytes, parts.empty());
    bromide_raw_float_scale found = {};
    if (!job.samples || !unpackAny(dng, job, found)) {
      pixels_.release();
      stream.forgetSharedReads(alreadyRead);
      return false;
    }
    if (dng.has_floats) scale = {found.factor, found.stops, false};
    if (decoded.decoded < decoded.all) share = {decoded.decoded, decoded.all, decoded.are_tiles};
    dngFrame.samples = job.samples;
  }
  dngFrame.stride = job.stride;
  dngFrame.width = static_cast<int>(dng.width);
  dngFrame.height = static_cast<int>(dng.height);
  dngFrame.channels = static_cast<int>(step);
  return isOurs = true;
}

/// Uses samples directly from the file, if they are in this machine's byte order.
bool bromide_raw::mapDNG(const bromide_raw_dng &dng, const bromide_raw_job &job) {
  constexpr bool isBigEndian = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
  const uint64_t bytes = uint64_t(dng.width) * dng.height * sizeof(ushort);
  if (!how_.may_map || dng.samples != 1 || dng.bits != 16 || dng.has_floats || dng.curve) return false;
  if (dng.compression != kPlain || dng.is_big_endian != isBigEndian) return false;
  if (!isOneRun(dng, uint64_t(dng.width) * sizeof(ushort))) return false;
  if (job.offset % alignof(ushort) != 0 || job.offset > job.source.size) return false;
  if (bytes > job.source.size - job.offset) return false;
  dngFrame.samples = static_cast<const uint16_t *>(map_.open(stream.descriptor(), job.offset, bytes));
  return dngFrame.samples != nullptr;
}
