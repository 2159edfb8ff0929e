// A picture of VC-5: its channels on any threads, and the cells of rows that all four channels
// have.
#include "dispatch.h"

#include <math.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "../arena.h"

enum {
  kLeastSide = 34,
  /// The size of a segment, which is the minimum that is missing with a missing block.
  kSegment = 4,
  /// Room after a row for a complete vector.
  kMargin = 64,
};

struct picture {
  const bromide_raw_job *job;
  const bromide_raw_vc5 *format;
  struct vc5_headers headers;
  struct vc5_codes codes;
  struct vc5_channel channels[kChannels];
  /// The sample of each value, and an extra one, because a look-up of two samples can access it.
  uint16_t curve[kMostValue + 2];
  /// The rows of the coarsest level that each channel has decoded.
  uint32_t decoded[kChannels];
  /// The rows of cells that are needed.
  uint32_t first, end;
  /// Protects the following fields.
  pthread_mutex_t lock;
  /// The finished rows of each channel, and the rows of cells that threads have taken.
  uint32_t ready[kChannels], taken;
};

// MARK: Memory

static int16_t *grab_row(struct arena *arena, size_t samples) {
  return grab(arena, (samples + kMargin) * sizeof(int16_t));
}

static void prepare_channel(struct picture *picture, uint32_t number, struct arena *arena) {
  struct vc5_channel *channel = &picture->channels[number];
  const bromide_raw_job *job = picture->job;
  channel->codes = &picture->codes;
  channel->isa = job->isa;
  channel->rows = job->samples + number / 2 * job->stride + number % 2 * (job->width / 2);
  channel->stride = 2 * job->stride;
  uint32_t width = job->width / 2, height = job->height / 2, needed = picture->first;
  for (uint32_t l = kLevels; l-- > 0;) {
    struct vc5_level *level = &channel->levels[l];
    level->out_width = width;
    level->out_height = height;
    level->width = width = (width + 1) / 2;
    level->height = height = (height + 1) / 2;
    channel->first_needed[l] = needed;
    // The last row needs the two rows before it.
    needed = needed / 2 > 2 ? needed / 2 - 2 : 0;
    const size_t rows = (size_t)vc5_rows_in_memory(l) * width;
    if (l > 0) level->low = grab_row(arena, rows);
    for (uint32_t half = 0; half < 2; half++) {
      level->left[half] = grab_row(arena, width);
      level->right[half] = grab_row(arena, width);
    }
    for (uint32_t b = l > 0 ? 1 : 0; b <= kHighBands; b++) {
      struct vc5_stream *stream = &channel->streams[kHighBands * l + b];
      const struct vc5_block *block = &picture->headers.blocks[number][kHighBands * l + b];
      stream->width = width;
      stream->height = height;
      int16_t *const samples = grab_row(arena, rows + kSlack);
      uint8_t *const bytes = grab(arena, vc5_stream_bytes(block));
      if (arena->memory) vc5_open(stream, &job->source, block, bytes, samples);
    }
  }
}

/// Returns the memory of all channels, or NULL if there is not enough memory.
static void *prepare(struct picture *picture) {
  struct arena arena = {0};
  for (uint32_t c = 0; c < kChannels; c++) prepare_channel(picture, c, &arena);
  void *const memory = calloc(1, arena.used);
  if (!memory) return NULL;
  arena = (struct arena){.memory = memory};
  for (uint32_t c = 0; c < kChannels; c++) prepare_channel(picture, c, &arena);
  return memory;
}

/// Sets the inverse of GoPro's logarithmic curve, without the bits that samples do not have.
static void set_curve(struct picture *picture) {
  for (int i = 0; i <= kMostValue; i++) {
    const double linear = (pow(113, i / (double)kMostValue) - 1) / 112;
    picture->curve[i] = (uint16_t)((uint32_t)(UINT16_MAX * linear) >> (16 - picture->format->bits));
  }
}

// MARK: Rows

static uint32_t step_count(const struct picture *picture) {
  const struct vc5_level *levels = picture->channels[0].levels;
  const uint32_t all = (levels[0].height + kRowsOfStep - 1) / kRowsOfStep;
  uint32_t steps = 0;
  while (steps < all && vc5_rows_of_steps(levels, steps) < picture->end) steps++;
  return steps;
}

/// Sets the rows of cells that overlap the job's parts.
static void choose_rows(struct picture *picture) {
  const bromide_raw_job *job = picture->job;
  const uint32_t rows = job->height / 2;
  picture->end = rows;
  if (job->part_count == 0) return;
  picture->first = rows;
  picture->end = 0;
  for (size_t i = 0; i < job->part_count; i++) {
    const bromide_raw_part *part = &job->parts[i];
    if (part->height == 0 || part->y >= job->height) continue;
    const uint64_t end = (uint64_t)part->y + part->height;
    const uint32_t last = end < job->height ? ((uint32_t)end + 1) / 2 : rows;
    if (part->y / 2 < picture->first) picture->first = part->y / 2;
    if (last > picture->end) picture->end = last;
  }
  if (picture->first > picture->end) picture->first = picture->end;
}

static void note_share(const struct picture *picture) {
  const bromide_raw_job *job = picture->job;
  if (!job->share) return;
  enum { kRows = kPictureRowsOfStep / 2 };
  const uint32_t all = (job->height / 2 + kRows - 1) / kRows;
  const uint32_t first = picture->first / kRows, last = (picture->end + kRows - 1) / kRows;
  *job->share = (bromide_raw_share){last > first ? last - first : 0, all, false};
}

/// Converts the channels' rows to cells in place, with copies of the two rows that contain them.
static void set_cells(const struct picture *picture, uint32_t from, uint32_t to, uint16_t *copies) {
  const bromide_raw_job *job = picture->job;
  const uint32_t width = job->width, half = width / 2;
  for (uint32_t y = from; y < to; y++) {
    uint16_t *const rows[] = {job->samples + 2 * y * job->stride, job->samples + (2 * y + 1) * job->stride};
    memcpy(copies, rows[0], width * sizeof *copies);
    memcpy(copies + width, rows[1], width * sizeof *copies);
    const struct vc5_cells cells = {
        .green = copies,
        .red_green = copies + half,
        .blue_green = copies + width,
        .green_difference = copies + width + half,
        .count = half,
        .curve = picture->curve,
        .is_gbrg = picture->format->is_gbrg,
        .rows = {rows[0], rows[1]},
    };
    DISPATCH(job->isa, vc5_set_cells, &cells);
  }
}

/// Records a channel's rows, and takes rows that all channels have now.
static void take_rows(struct picture *picture, uint32_t channel, uint32_t rows, uint32_t *from, uint32_t *to) {
  pthread_mutex_lock(&picture->lock);
  picture->ready[channel] = rows;
  uint32_t all = picture->end;
  for (uint32_t c = 0; c < kChannels; c++)
    if (picture->ready[c] < all) all = picture->ready[c];
  *from = picture->taken;
  *to = all;
  if (all > picture->taken) picture->taken = all;
  pthread_mutex_unlock(&picture->lock);
}

static bool decode_steps(void *context, const uint32_t *chains, unsigned count, uint32_t steps) {
  struct picture *picture = context;
  uint16_t *const copies = malloc(2 * (size_t)picture->job->width * sizeof *copies);
  if (!copies) return false;
  for (unsigned i = 0; i < count; i++) {
    struct vc5_channel *channel = &picture->channels[chains[i]];
    for (uint32_t step = 0; step < steps; step++) {
      uint32_t *const decoded = &picture->decoded[chains[i]];
      const uint32_t left = channel->levels[0].height - *decoded;
      *decoded += left < kRowsOfStep ? left : kRowsOfStep;
      uint32_t from, to;
      take_rows(picture, chains[i], vc5_decode_rows(channel, *decoded), &from, &to);
      set_cells(picture, from, to, copies);
    }
  }
  free(copies);
  return true;
}

// MARK: Damage

static void note_error(bromide_raw_damage_found *damage, uint64_t place) {
  if (damage->errors == 0 || place < damage->first_error) damage->first_error = place;
  damage->errors++;
}

/// Records the damage that is known before decoding. Returns false without the lowpass bands.
static bool check_blocks(const struct vc5_headers *headers, const bromide_raw_job *job, bromide_raw_damage_found *damage) {
  bool has_picture = true;
  damage->first_missing = headers->end;
  if (!headers->is_vc5) {
    note_error(damage, job->offset);
    if (headers->end - job->offset < kSegment) damage->missing_bytes = kSegment - (headers->end - job->offset);
    return false;
  }
  for (uint32_t c = 0; c < kChannels; c++) {
    for (uint32_t b = 0; b < kBands; b++) {
      const struct vc5_block *block = &headers->blocks[c][b];
      const bool is_cut = !block->is_present || block->available < block->size;
      if (is_cut) {
        note_error(damage, block->is_present ? headers->end : headers->reached);
        damage->missing_bytes += block->is_present ? block->size - block->available : kSegment;
      }
      if (b > 0) continue;
      const uint32_t width = (job->width + 15) / 16, height = (job->height + 15) / 16;
      const uint64_t bits = (uint64_t)width * height * block->lowpass_bits;
      const bool is_whole = block->size == (bits + 31) / 32 * 4;
      if (!is_cut && !is_whole) note_error(damage, block->offset);
      if (is_cut || block->size < (bits + 31) / 32 * 4) has_picture = false;
    }
  }
  return has_picture;
}

/// Records the damage that decoding found. Returns false if the file could not be read.
static bool check_streams(struct picture *picture, bool is_whole, bromide_raw_damage_found *damage) {
  for (uint32_t c = 0; c < kChannels; c++) {
    for (uint32_t b = 0; b < kBands; b++) {
      struct vc5_stream *stream = &picture->channels[c].streams[b];
      const struct vc5_block *block = stream->block;
      if (!block->is_present || block->available < block->size) continue;
      if (b > 0 && is_whole && !stream->is_broken && !vc5_ends_well(stream, &picture->codes)) vc5_break(stream);
      if (stream->has_failed) return false;
      if (stream->is_broken) note_error(damage, block->offset + stream->broken_at / 8);
    }
  }
  return true;
}

// MARK: The picture

bool bromide_unpack_vc5(
    const bromide_raw_job *job, const bromide_raw_vc5 *format, bromide_raw_damage_found *damage) {
  *damage = (bromide_raw_damage_found){0};
  if (job->width % 2 != 0 || job->height % 2 != 0 || job->width < kLeastSide || job->height < kLeastSide) return false;
  if (job->stride < job->width || format->bits < 1 || format->bits > 16) return false;
  struct picture *picture = calloc(1, sizeof *picture);
  if (!picture) return false;
  picture->job = job;
  picture->format = format;
  vc5_read_headers(job, format, &picture->headers);
  void *memory = NULL;
  bool is_done = false;
  if (!picture->headers.is_rejected && check_blocks(&picture->headers, job, damage)) {
    choose_rows(picture);
    memory = prepare(picture);
  }
  if (memory) {
    vc5_set_codes(&picture->codes);
    set_curve(picture);
    pthread_mutex_init(&picture->lock, NULL);
    picture->taken = picture->first;
    const uint32_t steps = step_count(picture);
    // A step of a channel takes about 50 us.
    is_done = bromide_raw_chains(&job->crew, kChannels, steps, 1, 1, decode_steps, picture);
    const bool is_whole = picture->decoded[0] == picture->channels[0].levels[0].height;
    is_done = is_done && check_streams(picture, is_whole, damage);
    pthread_mutex_destroy(&picture->lock);
    if (is_done) note_share(picture);
  }
  free(memory);
  free(picture);
  return is_done;
}
