// Fujifilm's compressed pictures: the header, the blocks' bytes, and their strips in sequence.
#include "fuji.h"

#include "CVariants.h"

#include <stdlib.h>
#include <string.h>

enum {
  kHeader = 16,
  kMostBlocks = 16,
  /// The number of strips before a thread selects blocks again.
  kRun = 8,
};

struct picture {
  const bromide_raw_job *job;
  const bromide_raw_fuji *format;
  const struct fuji_pair *pairs;
  struct fuji_block *blocks;
  uint32_t count, strips;
  /// The file position after the last block.
  uint64_t end;
  /// Receives the damage if the blocks keep the strips before it. Otherwise NULL.
  bromide_raw_damage_found *damage;
};

static uint32_t big_endian(const uint8_t *bytes, int count) {
  uint32_t value = 0;
  for (int i = 0; i < count; i++) value = value << 8 | bytes[i];
  return value;
}

static uint32_t round_up(uint32_t value) { return (value + 15) & ~15u; }

bool bromide_read_fuji_header(
    const bromide_raw_source *source, uint64_t offset, bromide_raw_fuji_header *header) {
  uint8_t bytes[kHeader];
  if (source->read(source->context, offset, bytes, kHeader) != kHeader) return false;
  const uint32_t bits = bytes[4], height = big_endian(bytes + 5, 2), rounded = big_endian(bytes + 7, 2);
  const uint32_t width = big_endian(bytes + 9, 2), blocks = bytes[13];
  *header = (bromide_raw_fuji_header){bytes[2] == 1, bytes[3] == 16, bits, width, height};
  return bytes[0] == 0x49 && bytes[1] == 0x53 && bytes[2] <= 1 && (bytes[3] == 16 || bytes[3] == 0) &&
         (bits == 12 || bits == 14 || bits == 16) && height >= kStrip && height <= 0x4002 && height % kStrip == 0 &&
         width >= kColumns && width <= 0x4200 && width % 24 == 0 && big_endian(bytes + 11, 2) == kColumns &&
         blocks >= 1 && blocks <= kMostBlocks && rounded == blocks * kColumns && rounded >= width &&
         rounded - width < kColumns && big_endian(bytes + 14, 2) == height / kStrip;
}

// MARK: Bytes

/// Reads more bytes, so that the bytes of a strip are in memory. Zeros follow the last bytes,
/// because they are not a code.
static bool read_on(const struct picture *picture, struct fuji_block *block) {
  const bromide_raw_source *const source = &picture->job->source;
  const size_t used = (size_t)(block->position >> 3);
  if (block->left == 0 || block->count - used >= kMostStripBytes) return true;
  memmove(block->bytes, block->bytes + used, block->count - used);
  block->count -= used;
  block->position &= 7;
  const uint64_t room = kWindow - block->count;
  const size_t needed = (size_t)(room < block->left ? room : block->left);
  const size_t got = source->read(source->context, block->offset, block->bytes + block->count, needed);
  block->is_cut = got < needed;
  block->offset += got;
  block->left -= block->is_cut ? block->left : needed;
  block->count += got;
  memset(block->bytes + block->count, 0, BROMIDE_UNPACK_PADDING);
  return !block->is_cut || picture->damage;
}

// MARK: Strips

static bool decode_strip(const struct picture *picture, struct fuji_block *const *blocks, unsigned count) {
  const bromide_raw_job *const job = picture->job;
  for (unsigned k = 0; k < count; k++) {
    if (!read_on(picture, blocks[k])) return false;
    fuji_begin_strip(blocks[k]);
  }
  if (!DISPATCH(job->isa, fuji_strips, blocks, count, picture->pairs)) return false;
  for (unsigned k = 0; k < count; k++) {
    struct fuji_block *const block = blocks[k];
    if (block->position > 8 * (uint64_t)block->count) return false;
    DISPATCH(job->isa, fuji_place, block, job, picture->format->colours);
    // The last two lines of each colour become the first lines of the next strip.
    memcpy(&block->lines[kRed], &block->lines[kRed + 3], 2 * sizeof(struct fuji_line));
    memcpy(&block->lines[kGreen], &block->lines[kGreen + 6], 2 * sizeof(struct fuji_line));
    memcpy(&block->lines[kBlue], &block->lines[kBlue + 3], 2 * sizeof(struct fuji_line));
    block->strip++;
  }
  return true;
}

static bool decode_strips(void *context, const uint32_t *chains, unsigned count, uint32_t strips) {
  const struct picture *const picture = context;
  struct fuji_block *blocks[kLanes];
  for (unsigned k = 0; k < count; k++) blocks[k] = &picture->blocks[chains[k]];
  for (uint32_t i = 0; i < strips; i++)
    if (!decode_strip(picture, blocks, count)) return false;
  return true;
}

/// Decodes strips of one block up to its first damaged strip.
static bool decode_kept_strips(void *context, const uint32_t *chains, unsigned count, uint32_t strips) {
  const struct picture *const picture = context;
  (void)count;
  struct fuji_block *const block = &picture->blocks[chains[0]];
  for (uint32_t i = 0; i < strips && !block->is_damaged; i++) block->is_damaged = !decode_strip(picture, &block, 1);
  return true;
}

// MARK: The picture

/// Returns the levels of all differences for base 0. The middle is the level of 0.
static int8_t *make_levels(int32_t maximum) {
  int8_t *const levels = malloc(2 * (size_t)maximum + 1);
  int32_t points[4];
  fuji_points(0, maximum, points);
  for (int32_t d = -maximum; levels && d <= maximum; d++) levels[maximum + d] = fuji_level(points, d);
  return levels;
}

/// Finds the blocks in the file. The caller must free their memory even if this fails.
static bool find_blocks(struct picture *picture, const bromide_raw_fuji_header *header, const int8_t *levels) {
  const bromide_raw_source *const source = &picture->job->source;
  uint8_t sizes[4 * kMostBlocks];
  uint64_t at = picture->job->offset + kHeader;
  if (source->read(source->context, at, sizes, 4 * picture->count) != 4 * picture->count) return false;
  at += round_up(4 * picture->count);
  uint64_t data = at;
  if (!header->is_lossless) data += (uint64_t)picture->count * round_up(picture->strips);
  for (uint32_t i = 0; i < picture->count; i++) {
    struct fuji_block *const block = &picture->blocks[i];
    block->first_column = i * kColumns;
    const uint32_t columns_left = header->width - block->first_column;
    block->columns = columns_left < kColumns ? columns_left : kColumns;
    block->half = header->is_xtrans ? kHalf : kBayerHalf;
    block->maximum = (int32_t)(1u << header->bits) - 1;
    block->levels = levels + block->maximum;
    block->offset = data;
    block->left = big_endian(sizes + 4 * i, 4);
    data += block->left;
    picture->end = data;
    if (data > source->size && !picture->damage) return false;
    if (header->is_lossless) continue;
    block->bases = malloc(picture->strips);
    block->own_levels = malloc(2 * kSteepest + 1);
    const uint64_t bases = at + (uint64_t)i * round_up(picture->strips);
    if (!block->bases || !block->own_levels) return false;
    if (source->read(source->context, bases, block->bases, picture->strips) != picture->strips) return false;
  }
  return true;
}

/// Blackens the strips that were not decoded, and notes the damage. Returns false if no strip was
/// decoded.
static bool end_kept(const struct picture *picture) {
  const bromide_raw_job *const job = picture->job;
  bromide_raw_damage_found *const damage = picture->damage;
  uint32_t decoded = 0;
  for (uint32_t i = 0; i < picture->count; i++) {
    const struct fuji_block *const block = &picture->blocks[i];
    decoded += block->strip;
    for (uint64_t row = (uint64_t)block->strip * kStrip; row < job->height; row++)
      memset(job->samples + row * job->stride + block->first_column, 0, block->columns * sizeof(uint16_t));
    if (!block->is_damaged || block->is_cut) continue;
    const uint64_t place = block->offset - block->count + (block->position >> 3);
    if (damage->errors++ == 0 || place < damage->first_error) damage->first_error = place;
  }
  if (picture->end > job->source.size) {
    damage->first_missing = job->source.size;
    damage->missing_bytes = picture->end - job->source.size;
  }
  return decoded > 0;
}

/// Decodes the blocks. If the picture has a place for damage, they keep the strips before it.
static bool decode(struct picture *picture, const bromide_raw_fuji_header *header, const int8_t *levels) {
  const bromide_raw_crew *const crew = &picture->job->crew;
  picture->blocks = calloc(picture->count, sizeof *picture->blocks);
  bool is_done = picture->blocks && find_blocks(picture, header, levels);
  if (is_done && picture->damage)
    // A block with damage would end the others in its lock step.
    is_done = bromide_raw_chains(crew, picture->count, picture->strips, kRun, 1, decode_kept_strips, picture) &&
              end_kept(picture);
  else if (is_done)
    is_done = bromide_raw_chains(crew, picture->count, picture->strips, kRun, kLanes, decode_strips, picture);
  for (uint32_t i = 0; picture->blocks && i < picture->count; i++) {
    free(picture->blocks[i].bases);
    free(picture->blocks[i].own_levels);
  }
  free(picture->blocks);
  return is_done;
}

bool bromide_unpack_fuji(
    const bromide_raw_job *job, const bromide_raw_fuji *format, bromide_raw_damage_found *damage) {
  bromide_raw_fuji_header header;
  if (!bromide_read_fuji_header(&job->source, job->offset, &header)) return false;
  if (header.width != job->width || header.height != job->height) return false;
  struct picture picture = {
      .job = job,
      .format = format,
      .pairs = header.is_xtrans ? fuji_pairs_xtrans : fuji_pairs_bayer,
      .count = (header.width + kColumns - 1) / kColumns,
      .strips = header.height / kStrip,
  };
  for (int i = 0; i < 36; i++)
    if (format->colours[i / 6][i % 6] > 2) return false;
  int8_t *const levels = make_levels((int32_t)(1u << header.bits) - 1);
  bool is_done = levels && decode(&picture, &header, levels);
  if (levels && !is_done && damage) {
    picture.damage = damage;
    is_done = decode(&picture, &header, levels);
  }
  free(levels);
  return is_done;
}
