// Reads the segments of a VC-5 stream, which contain the position of each band's payload.
#include "vc5.h"

#include <string.h>

enum tag {
  kChannelCount = 12,
  kBandCount = 14,
  kWidth = 20,
  kHeight = 21,
  kLowpassBits = 35,
  kBand = 48,
  kQuantum = 53,
  kChannel = 62,
  kImageFormat = 84,
  kComponentBits = 101,
  kMostBits = 102,
  kPatternWidth = 106,
  kPatternHeight = 107,
  kComponents = 108,
  kPrescale = 109,
  // Bits of the tags of payloads. The lowest 8 bits of these tags belong to the size.
  kSection = 0x2000,
  kChunk = 0x4000,
  kCodeblock = kSection | kChunk,
  // Chunks that describe how bands are permuted or transformed.
  kFirstTransform = 0x4001,
  kLastTransform = 0x4003,
};

enum {
  kSegment = 4,
  /// The minimum pixels per side: bands of three rows or columns.
  kLeastSide = 34,
  kMostQuantum = 32767,
  kRaw = 4,
  kDepth = 12,
  /// Two bits per level, starting at the highest: 0 before the finest level, 2 before the others.
  kPrescales = 0x2800,
};

/// A number that must have a fixed value.
struct rule {
  enum tag tag;
  bool is_required;
  uint32_t value;
  const char *name, *accepted;
};
static const struct rule rules[] = {
    {kChannelCount, true, kChannels, "number of channels", "4"},
    {kBandCount, false, kBands, "number of subbands", "10"},
    {kImageFormat, true, kRaw, "image format", "4"},
    {kPatternWidth, true, 2, "pattern width", "2"},
    {kPatternHeight, true, 2, "pattern height", "2"},
    {kComponents, true, 1, "components per sample", "1"},
    {kMostBits, true, kDepth, "greatest number of bits", "12"},
    {kComponentBits, false, kDepth, "bits per component", "12"},
    {kPrescale, true, kPrescales, "prescale", "10240"},
};
enum { kRules = sizeof rules / sizeof *rules };

struct walk {
  struct vc5_headers *headers;
  const bromide_raw_job *job;
  uint32_t channel, band, quantum, lowpass_bits;
  bool has_quantum, has_width, has_height;
  bool is_met[kRules];
  uint32_t blocks;
  /// A window of the file.
  uint64_t start;
  size_t count;
  uint8_t bytes[1024];
};

static void reject(struct walk *walk, const char *name, uint32_t found, const char *accepted) {
  walk->headers->is_rejected = true;
  walk->headers->rejection = (bromide_raw_vc5_rejection){name, true, found, accepted};
}

/// Reads a segment. Returns false at the end.
static bool read_segment(struct walk *walk, uint64_t at, uint16_t *tag, uint16_t *value) {
  if (at > walk->headers->end || walk->headers->end - at < kSegment) return false;
  if (at < walk->start || at + kSegment > walk->start + walk->count) {
    const bromide_raw_source *source = &walk->job->source;
    walk->start = at;
    walk->count = source->read(source->context, at, walk->bytes, sizeof walk->bytes);
    if (walk->count < kSegment) return false;
  }
  const uint8_t *bytes = walk->bytes + (at - walk->start);
  *tag = (uint16_t)(bytes[0] << 8 | bytes[1]);
  *value = (uint16_t)(bytes[2] << 8 | bytes[3]);
  return true;
}

/// Records a payload with this number of words. Returns whether to continue.
static bool add_block(struct walk *walk, uint64_t at, uint64_t words) {
  struct vc5_headers *headers = walk->headers;
  const bool is_low = walk->band == 0;
  if (walk->channel >= kChannels || walk->band >= kBands) {
    reject(walk, "band after the last channel", walk->band, "none");
    return false;
  }
  struct vc5_block *block = &headers->blocks[walk->channel][walk->band];
  if (block->is_present) {
    reject(walk, "repeated band", walk->band, "each once");
    return false;
  }
  if (is_low ? walk->lowpass_bits == 0 : !walk->has_quantum) {
    headers->is_rejected = true;
    headers->rejection = is_low ? (bromide_raw_vc5_rejection){"lowpass bits", false, 0, "8 to 16"}
                              : (bromide_raw_vc5_rejection){"quantum", false, 0, "0 to 32767"};
    return false;
  }
  const uint64_t size = 4 * words, left = headers->end - at;
  *block = (struct vc5_block){
      true, at, size, size < left ? size : left, walk->quantum, walk->lowpass_bits};
  walk->blocks++;
  if (++walk->band == kBands) {
    walk->band = 0;
    walk->channel++;
  }
  return size <= left;
}

static bool check_size(struct walk *walk, const char *name, uint32_t found, uint32_t needed, bool *has) {
  *has = true;
  if (found == needed && found % 2 == 0 && found >= kLeastSide) return true;
  reject(walk, name, found, "the DNG's, if it is even and at least 34");
  return false;
}

/// Checks the range of a number. Returns false if it is out of range.
static bool check_limit(
    struct walk *walk, const char *name, uint32_t found, uint32_t least, uint32_t most, const char *accepted) {
  if (found >= least && found <= most) return true;
  reject(walk, name, found, accepted);
  return false;
}

/// Reads a segment without payload. Returns whether to continue. `is_known` becomes true if the tag
/// is known.
static bool read_number(struct walk *walk, uint16_t tag, uint16_t value, bool *is_known) {
  *is_known = true;
  for (uint32_t i = 0; i < kRules; i++) {
    if (rules[i].tag != tag) continue;
    walk->is_met[i] = true;
    if (value == rules[i].value) return true;
    reject(walk, rules[i].name, value, rules[i].accepted);
    return false;
  }
  switch (tag) {
  case kWidth: return check_size(walk, "width", value, walk->job->width, &walk->has_width);
  case kHeight: return check_size(walk, "height", value, walk->job->height, &walk->has_height);
  case kChannel:
    walk->channel = value;
    return check_limit(walk, "channel", value, 0, kChannels - 1, "0 to 3");
  case kBand:
    walk->band = value;
    return check_limit(walk, "subband", value, 0, kBands - 1, "0 to 9");
  case kLowpassBits:
    walk->lowpass_bits = value;
    return check_limit(walk, "lowpass bits", value, 8, 16, "8 to 16");
  case kQuantum:
    walk->quantum = value;
    walk->has_quantum = true;
    return check_limit(walk, "quantum", value, 0, kMostQuantum, "0 to 32767");
  default: *is_known = false; return true;
  }
}

/// Checks that all required numbers exist.
static void check_presence(struct walk *walk) {
  const char *missing = !walk->has_width ? "width" : !walk->has_height ? "height" : NULL;
  const char *accepted = "the DNG's";
  for (uint32_t i = 0; i < kRules && !missing; i++) {
    if (walk->is_met[i] || !rules[i].is_required) continue;
    missing = rules[i].name;
    accepted = rules[i].accepted;
  }
  if (!missing) return;
  walk->headers->is_rejected = true;
  walk->headers->rejection = (bromide_raw_vc5_rejection){missing, false, 0, accepted};
}

void vc5_read_headers(
    const bromide_raw_job *job, const bromide_raw_vc5 *format, struct vc5_headers *headers) {
  memset(headers, 0, sizeof *headers);
  struct walk walk = {.headers = headers, .job = job};
  const uint64_t size = job->source.size;
  headers->end = job->offset > size                    ? job->offset
                 : format->size > size - job->offset ? size
                                                       : job->offset + format->size;
  uint64_t at = job->offset;
  uint16_t tag, value;
  headers->is_vc5 = read_segment(&walk, at, &tag, &value) && tag == ('V' << 8 | 'C') && value == ('-' << 8 | '5');
  if (!headers->is_vc5) return;
  bool goes_on = true;
  at += kSegment;
  // Each iteration advances by at least one segment, so the stream's size limits the loop.
  while (goes_on && walk.blocks < kChannels * kBands && read_segment(&walk, at, &tag, &value)) {
    at += kSegment;
    const bool is_optional = tag & 0x8000;
    if (is_optional) tag = (uint16_t)-tag;
    bool is_known;
    goes_on = read_number(&walk, tag, value, &is_known);
    if (is_known) continue;
    const uint64_t words = (uint64_t)(tag & 0xff) << 16 | value;
    if ((tag & kCodeblock) == kCodeblock) {
      goes_on = add_block(&walk, at, words);
      at += 4 * words;
    } else if (tag & kSection) {
      // Continue with the segments inside the chunk.
    } else if (tag & kChunk && (is_optional || tag < kFirstTransform || tag > kLastTransform)) {
      at += 4ull * value;
    } else if (!is_optional) {
      reject(&walk, "tag", tag, "those of raw pictures, unless it is optional");
      goes_on = false;
    }
  }
  headers->reached = at < headers->end ? at : headers->end;
  if (!headers->is_rejected && walk.blocks > 0) check_presence(&walk);
}

bool bromide_rejects_vc5(
    const bromide_raw_job *job, const bromide_raw_vc5 *format, bromide_raw_vc5_rejection *rejection) {
  struct vc5_headers headers;
  vc5_read_headers(job, format, &headers);
  if (headers.is_rejected) *rejection = headers.rejection;
  return headers.is_rejected;
}
