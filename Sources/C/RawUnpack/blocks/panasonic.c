// Panasonic's blocks of 16 bytes, read from the highest bit of their last byte.
#include "CRawUnpack.h"

#include <string.h>

#include "scaled.h"

enum { kPage = 0x4000 };

/// A parameter of scaled rows. Without it, they have 14 bits.
static const char kHas12Bits;

/// 128 bits. The next bit is the uppermost.
struct bits {
  uint64_t high, low;
};

INLINE struct bits load_bits(const uint8_t *bytes) {
  struct bits bits = {0, 0};
  for (unsigned k = 0; k < 8; k++) {
    bits.low |= (uint64_t)bytes[k] << (8 * k);
    bits.high |= (uint64_t)bytes[8 + k] << (8 * k);
  }
  return bits;
}

/// Returns the next 1 to 63 bits.
INLINE int take(struct bits *bits, unsigned count) {
  const int value = (int)(bits->high >> (64 - count));
  bits->high = bits->high << count | bits->low >> (64 - count);
  bits->low <<= count;
  return value;
}

// MARK: 14 samples, each relative to the second one before it

/// Applies a number of 8 bits to the previous sample. 0 keeps it.
INLINE int near_sample(int before, int number, unsigned shift) {
  int base = before - (0x80 << shift);
  if (base < 0 || shift == 4) base &= (1 << shift) - 1;
  return number ? base + (number << shift) : before;
}

/// Returns the largest value.
static int unpack_near(const uint8_t *bytes, uint16_t *out) {
  struct bits bits = load_bits(bytes);
  int last[2] = {0, 0}, largest = 0;
  bool is_set[2] = {false, false};
  unsigned shift = 0;
#pragma clang loop unroll(full)
  for (unsigned i = 0; i < 14; i++) {
    if (i % 3 == 2) shift = 4 >> (3 - take(&bits, 2));
    const int number = take(&bits, 8);
    if (__builtin_expect(is_set[i & 1], true)) {
      last[i & 1] = near_sample(last[i & 1], number, shift);
    } else {
      is_set[i & 1] = number != 0;
      if (number || i > 11) last[i & 1] = number << 4 | take(&bits, 4);
    }
    out[i] = (uint16_t)last[i & 1];
    if (last[i & 1] > largest) largest = last[i & 1];
  }
  return largest;
}

// MARK: Rows

static bool unpack_near_rows(
    const bromide_raw_job *job, const void *parameters, const uint8_t *bytes, uint32_t first,
    uint32_t count) {
  (void)parameters;
  int largest = 0;
  for (uint32_t row = first; row < first + count; row++)
    for (uint32_t x = 0; x < job->width; x += 14, bytes += kBlock) {
      const int value = unpack_near(bytes, job->samples + row * job->stride + x);
      if (value > largest) largest = value;
    }
  // LibRaw counts an error for each value above this.
  return largest <= 4098;
}

static bool unpack_scaled_rows(
    const bromide_raw_job *job, const void *parameters, const uint8_t *bytes, uint32_t first,
    uint32_t count) {
  const bool has_12_bits = parameters == &kHas12Bits;
  const size_t row_bytes = (size_t)job->width / (has_12_bits ? 14 : 11) * kBlock;
  for (uint32_t row = first; row < first + count; row++, bytes += row_bytes)
    DISPATCH(job->isa, panasonic_scaled, bytes, row_bytes / kBlock, job->samples + row * job->stride, has_12_bits);
  return true;
}

/// A file with pages of 16 KiB. The first bytes of each page belong `turn` bytes later.
struct turned {
  bromide_raw_source source;
  uint64_t start;
  uint32_t turn;
};

static size_t read_turned(void *context, uint64_t offset, void *to, size_t count) {
  const struct turned *turned = context;
  size_t done = 0;
  while (done < count) {
    const uint64_t at = offset + done;
    const uint32_t inside = (uint32_t)(at % kPage);
    const bool is_early = inside < turned->turn;
    const uint32_t place = is_early ? inside + kPage - turned->turn : inside - turned->turn;
    const size_t left = (is_early ? turned->turn : kPage) - inside;
    const size_t piece = left < count - done ? left : count - done;
    const uint64_t from = turned->start + at - inside + place;
    const size_t got =
        turned->source.read(turned->source.context, from, (uint8_t *)to + done, piece);
    done += got;
    if (got != piece) break;
  }
  return done;
}

bool bromide_unpack_panasonic(const bromide_raw_job *job, const bromide_raw_panasonic *format) {
  bromide_raw_job inner = *job;
  struct turned turned = {job->source, job->offset, format->turn};
  if (format->turn) {
    if (format->turn >= kPage) return false;
    inner.source.context = &turned;
    inner.source.read = read_turned;
    inner.offset = 0;
  }
  const uint32_t samples = format->block_samples;
  if (samples == 0 || job->width % samples != 0) return false;
  const size_t row_bytes = (size_t)job->width / samples * kBlock;
  if (format->is_scaled) {
    if (samples != 14 && samples != 11) return false;
    return bromide_raw_bands(&inner, unpack_scaled_rows, samples == 14 ? &kHas12Bits : NULL, 1, row_bytes);
  }
  if (samples == 14) return bromide_raw_bands(&inner, unpack_near_rows, NULL, 1, row_bytes);
  const bromide_raw_packed packed = {
      .bits = samples == 10 ? 12 : 14,
      .is_low_first = true,
      .word = 1,
      .row_bytes = row_bytes,
      .block_samples = samples,
      .block_bytes = kBlock,
  };
  return (samples == 10 || samples == 9) && bromide_unpack_packed(&inner, &packed);
}
