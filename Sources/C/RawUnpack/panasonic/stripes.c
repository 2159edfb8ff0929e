// Panasonic's stripes: the table of codes, the streams' bytes, and their rows in sequence.
#include "stripes.h"

#include "CVariants.h"

#include <stdlib.h>
#include <string.h>

enum {
  /// The pairs of rows before a thread selects stripes again.
  kRun = 16,
  /// The maximum bytes of a sample: a code of 16 bits and a difference of 16 bits.
  kMostBytes = 4,
};

struct picture {
  const bromide_raw_job *job;
  const bromide_raw_stripes *format;
  struct stripe_codes *codes;
  struct stripe stripes[5];
};

/// Stores the code at the start of every pattern of 16 bits: the first one in the list that
/// matches, or the last one.
static bool make_codes(const bromide_raw_stripes *format, struct stripe_codes *codes) {
  for (int size = 16; size >= 0; size--) {
    const unsigned length = format->codes[size].length, code = format->codes[size].code;
    if (length > kLong) return false;
    const bool fits_all = size == 16 || length == 0;
    if (!fits_all && code >> length) continue;
    const uint32_t first = fits_all ? 0 : code << (kLong - length);
    const uint32_t count = fits_all ? 1u << kLong : 1u << (kLong - length);
    const unsigned entry = size == 16 ? kUnknown : length | (unsigned)size << 8;
    for (uint32_t i = first; i < first + count; i++) codes->long_ones[i] = (uint16_t)entry;
  }
  for (uint32_t i = 0; i < 1 << kShort; i++) {
    const uint16_t *const patterns = codes->long_ones + (i << (kLong - kShort));
    codes->short_ones[i] = patterns[0];
    for (int k = 1; k < 1 << (kLong - kShort); k++)
      if (patterns[k] != patterns[0]) codes->short_ones[i] = kUnknown;
  }
  return true;
}

static void reverse_bits(uint8_t *bytes, size_t count) {
  for (size_t i = 0; i < count; i++) {
    unsigned byte = bytes[i];
    byte = (byte & 0xf0) >> 4 | (byte & 0x0f) << 4;
    byte = (byte & 0xcc) >> 2 | (byte & 0x33) << 2;
    bytes[i] = (uint8_t)((byte & 0xaa) >> 1 | (byte & 0x55) << 1);
  }
}

/// Returns the maximum bytes of two rows.
static size_t most_bytes(const struct stripe *stripe) { return 2 * (size_t)stripe->width * kMostBytes; }

/// Reads more bytes, so that the bytes of two rows are in memory. Zeros follow the last bytes.
static bool read_on(const bromide_raw_job *job, struct stripe *stripe) {
  const size_t used = (size_t)(stripe->position >> 3), most = most_bytes(stripe);
  if (stripe->bytes_left == 0 || stripe->count - used >= most) return true;
  memmove(stripe->bytes, stripe->bytes + used, stripe->count - used);
  stripe->count -= used;
  stripe->position &= 7;
  stripe->bits_left -= 8 * (uint64_t)used;
  const uint64_t room = stripe->room - stripe->count;
  const size_t needed = (size_t)(room < stripe->bytes_left ? room : stripe->bytes_left);
  uint8_t *const to = stripe->bytes + stripe->count;
  if (job->source.read(job->source.context, stripe->offset, to, needed) != needed) return false;
  reverse_bits(to, needed);
  stripe->offset += needed;
  stripe->bytes_left -= needed;
  stripe->count += needed;
  memset(stripe->bytes + stripe->count, 0, most + BROMIDE_UNPACK_PADDING);
  return true;
}

static bool decode_rows(void *context, const uint32_t *chains, unsigned count, uint32_t pairs) {
  struct picture *const picture = context;
  struct stripe *stripes[kStripeLanes];
  for (unsigned k = 0; k < count; k++) stripes[k] = &picture->stripes[chains[k]];
  for (uint32_t i = 0; i < pairs; i++) {
    for (unsigned k = 0; k < count; k++)
      if (!read_on(picture->job, stripes[k])) return false;
    if (!DISPATCH(
            picture->job->isa, stripe_rows, stripes, count, picture->codes, picture->job,
            picture->format->limit))
      return false;
    for (unsigned k = 0; k < count; k++) {
      if (stripes[k]->position > stripes[k]->bits_left) return false;
      stripes[k]->row += 2;
    }
  }
  return true;
}

/// Finds the stripes in the file. The caller must free their memory even if this fails.
static bool find_stripes(struct picture *picture) {
  const bromide_raw_job *const job = picture->job;
  uint32_t left = 0;
  for (uint32_t i = 0; i < picture->format->count; i++) {
    struct stripe *const stripe = &picture->stripes[i];
    const uint64_t offset = picture->format->stripes[i].offset, bits = picture->format->stripes[i].bits;
    const uint32_t width = picture->format->stripes[i].width;
    if (width < 2 || width % 2 != 0 || width > job->width - left) return false;
    if (offset > job->source.size || bits > 8 * (job->source.size - offset)) return false;
    stripe->left = left;
    stripe->width = width;
    stripe->offset = offset;
    stripe->bits_left = bits;
    stripe->bytes_left = (bits + 7) / 8;
    for (int k = 0; k < 4; k++) stripe->start[k] = picture->format->start[(k & 1) << 1 | k >> 1];
    stripe->room = 2 * most_bytes(stripe);
    stripe->bytes = calloc(stripe->room + most_bytes(stripe) + BROMIDE_UNPACK_PADDING, 1);
    if (!stripe->bytes) return false;
    left += width;
  }
  return left == job->width;
}

bool bromide_unpack_stripes(const bromide_raw_job *job, const bromide_raw_stripes *format) {
  if (format->count < 1 || format->count > 5 || job->height % 2 != 0 || job->height == 0) return false;
  struct picture picture = {.job = job, .format = format, .codes = malloc(sizeof *picture.codes)};
  const bool is_done = picture.codes && make_codes(format, picture.codes) && find_stripes(&picture) &&
                       bromide_raw_chains(
                           &job->crew, format->count, job->height / 2, kRun, kStripeLanes,
                           decode_rows, &picture);
  for (uint32_t i = 0; i < format->count; i++) free(picture.stripes[i].bytes);
  free(picture.codes);
  return is_done;
}
