// DNG's deflated floating-point numbers, and its lossy JPEG.
#include "Tiles.h"

#include <algorithm>
#include <climits>
#include <cmath>
#include <cstring>

namespace bromide {

namespace {
/// The value of each sample of lossy JPEG, for each colour.
struct ValueTables {
  uint16_t values[3][256];

  /// Sets sRGB's curve (IEC 61966-2-1). Exponent and slope are exact, and the joint is computed
  /// from them.
  bool setGamma() {
    constexpr double power = 1 / 2.4, slope = 12.92;
    double low = 0, high = 1, join = 0;
    for (int i = 0; i < 48; i++) {
      join = (low + high) / 2;
      if ((std::pow(join / slope, -power) - 1) / power - 1 / join > -1)
        high = join;
      else
        low = join;
    }
    const double offset = join * (1 / power - 1);
    for (int i = 0; i < 256; i++) {
      const double r = i / 255.0;
      const double value =
          r < join ? r / slope : std::pow((r + offset) / (1 + offset), 1 / power);
      for (auto &table : values) table[i] = i == 255 ? 0xffff : static_cast<uint16_t>(65536 * value);
    }
    return true;
  }

  /// Reads DNG's opcodes MapPolynomial (DNG 1.4, chapter 7). Like LibRaw, ignores their areas.
  /// Returns false unless there is one for each colour.
  bool readPolynomials(const UnpackRequest &request) {
    const bromide_raw_source &source = request.job.source;
    uint64_t at = static_cast<uint64_t>(request.unpacker().meta_offset);
    const auto read = [&](auto &bytes) {
      const size_t got = source.read(source.context, at, bytes, sizeof bytes);
      at += sizeof bytes;
      return got == sizeof bytes;
    };
    uint8_t count[4];
    if (!read(count) || word(count) > kMostOpcodes) return false;
    bool isSet[3] = {};
    for (uint32_t i = 0; i < word(count); i++) {
      uint8_t head[16];
      if (!read(head)) return false;
      const uint64_t next = at + word(head + 12);
      if (word(head) == kMapPolynomial) {
        uint8_t body[36], numbers[8 * (kMostDegree + 1)] = {};
        if (!read(body)) return false;
        const uint32_t plane = word(body + 16), degree = word(body + 32);
        if (plane > 2 || degree > kMostDegree) return false;
        const size_t needed = 8 * (degree + 1);
        if (source.read(source.context, at, numbers, needed) != needed) return false;
        if (!set(values[plane], numbers, degree)) return false;
        isSet[plane] = true;
      }
      at = next;
    }
    return isSet[0] && isSet[1] && isSet[2];
  }

private:
  static constexpr uint32_t kMapPolynomial = 8, kMostDegree = 8, kMostOpcodes = 1024;

  static uint32_t word(const uint8_t *bytes) {
    return uint32_t(bytes[0]) << 24 | uint32_t(bytes[1]) << 16 | uint32_t(bytes[2]) << 8 | bytes[3];
  }

  /// Returns false if a value is outside the range of samples.
  static bool set(uint16_t (&table)[256], const uint8_t *numbers, uint32_t degree) {
    for (int i = 0; i < 256; i++) {
      double sum = 0;
      for (uint32_t j = 0; j <= degree; j++) {
        const uint64_t bits = uint64_t(word(numbers + 8 * j)) << 32 | word(numbers + 8 * j + 4);
        double factor;
        static_assert(sizeof factor == sizeof bits);
        std::memcpy(&factor, &bits, sizeof factor);
        sum += factor * std::pow(i / 255.0, int(j));
      }
      const double value = sum * 0xffff;
      if (!(value > -1 && value < 65536)) return false;
      table[i] = static_cast<uint16_t>(value);
    }
    return true;
  }
};
}  // namespace

/// Scales levels with numbers that became integers, like LibRaw.
void scaleLevels(libraw_colordata_t &color, const bromide_raw_float_scale &scale) {
  color.fmaximum = scale.largest;
  color.fnorm = scale.factor == 1 ? 0 : scale.factor;
  if (scale.factor == 1) return;
  const auto scaled = [&](unsigned level) {
    // In a damaged file, a level can exceed all numbers.
    return static_cast<unsigned>(std::min(static_cast<float>(level) * scale.factor, 4294967040.f));
  };
  color.maximum = 16383;
  color.black = scaled(color.black);
  // Skip the two entries with the size of the pattern.
  for (unsigned i = 0; i < sizeof color.cblack / sizeof *color.cblack; i++)
    if (i != 4 && i != 5) color.cblack[i] = scaled(color.cblack[i]);
}

/// Converts numbers to integers like LibRaw, and scales levels.
bool unpackFloats(const UnpackRequest &request) {
  const unpacker_data_t &unpacker = request.unpacker();
  const tiff_ifd_t *const directory = request.directory;
  if (!directory || directory->comp != 8 || directory->sample_format != 3) return false;
  const Tiles tiles(request, request.job.width, request.job.height);
  bromide_raw_floats floats = {};
  floats.tiles = tiles.native();
  floats.bits = unpacker.tiff_bps;
  floats.samples = unpacker.tiff_samples;
  // DNG 1.4, "Predictor": floating point, with the same predictor over two and four samples.
  switch (directory->predictor) {
  case 0: case 1: floats.distance = 0; break;
  case 3: floats.distance = 1; break;
  case 34894: floats.distance = 2; break;
  case 34895: floats.distance = 4; break;
  default: return false;
  }
  floats.is_big_endian = !request.isLittleEndian();
  floats.white = static_cast<float>(request.data.color.maximum);
  bromide_raw_float_scale scale = {};
  if (!bromide_unpack_floats(&request.job, &floats, &scale)) return false;
  scaleLevels(request.data.color, scale);
  return true;
}

/// LibRaw treats numbers without prediction, and with other predictors, like a predictor over the
/// previous sample.
const char *rejectFloats(const UnpackRequest &request) {
  const int predictor = request.directory ? request.directory->predictor : 3;
  return predictor == 3 || predictor == 34894 || predictor == 34895
             ? nullptr : "deflated numbers with a predictor that this LibRaw does not know";
}

bool unpackLossyDNG(const UnpackRequest &request) {
  const libraw_image_sizes_t &sizes = request.data.sizes;
  const unpacker_data_t &unpacker = request.unpacker();
  const tiff_ifd_t *const directory = request.directory;
  if (!directory || request.data.idata.colors != 3 || unpacker.tiff_samples != 3) return false;
  // LibRaw places tiles in the visible area as if it were the raw picture.
  if (sizes.width != sizes.raw_width || sizes.height != sizes.raw_height) return false;
  if (unpacker.tile_length == INT_MAX && directory->strip_offsets_count > 1) return false;
  const Tiles tiles(request, sizes.width, sizes.height);
  ValueTables tables;
  if (!(unpacker.meta_offset ? tables.readPolynomials(request) : tables.setGamma())) return false;
  const bromide_raw_lossy lossy = {tiles.native(), tables.values};
  if (!bromide_unpack_lossy(&request.job, &lossy)) return false;
  request.data.color.maximum = 0xffff;
  return true;
}

}  // namespace bromide
