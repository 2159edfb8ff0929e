// Tiles of lossy JPEG in DNGs, by libjpeg as it decodes pictures: each thread decodes one at a time.
//
// libjpeg reports errors by longjmp; across a call that may jump, only the thread's worker owns
// memory. Any warning that concerns pixels counts as an error.
#include "CRawUnpack.h"

#include <setjmp.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

#include <jerror.h>

enum {
  /// More tiles than any camera writes; damaged files claim more.
  kMostTiles = 1 << 20,
  /// Larger pictures are refused by libjpeg itself.
  kMostSize = 65500,
  /// Bytes of a tile for each of its samples, beyond which it is not read: quantized by 1, noise takes
  /// two.
  kMostBytes = 4,
};

struct lossy {
  const bromide_raw_job *job;
  const bromide_raw_lossy *format;
  uint32_t across, count;
  atomic_uint next;
  atomic_bool failed;
};

/// Working memory of a thread.
struct worker {
  const struct lossy *lossy;
  struct jpeg_decompress_struct jpeg;
  struct jpeg_error_mgr errors;
  jmp_buf escape;
  uint8_t *bytes, *row;
  size_t bytes_capacity;
};

static void fail(j_common_ptr jpeg) {
  struct worker *worker = jpeg->client_data;
  longjmp(worker->escape, 1);
}

static void note(j_common_ptr jpeg, int level) {
  if (level < 0 && jpeg->err->msg_code != JWRN_EXTRANEOUS_DATA) fail(jpeg);
}

static void print_nothing(j_common_ptr jpeg) { (void)jpeg; }

static bool read_tile(struct worker *worker, uint32_t index, size_t *size) {
  const bromide_raw_source *source = &worker->lossy->job->source;
  const bromide_raw_tiles *tiles = &worker->lossy->format->tiles;
  const uint64_t offset = tiles->offsets[index];
  if (offset >= source->size) return false;
  const uint64_t left = source->size - offset, stated = tiles->sizes[index];
  const uint64_t area = (uint64_t)tiles->width * tiles->height;
  // A size of 0 is none; whoever states too much is read up to what a JPEG can take up.
  uint64_t count = stated > 0 && stated < left ? stated : left;
  const uint64_t most = 65536 + 3 * kMostBytes * area;
  if (count > most) count = most;
  if (count > worker->bytes_capacity) {
    free(worker->bytes);
    worker->bytes = malloc(count);
    worker->bytes_capacity = worker->bytes ? count : 0;
    if (!worker->bytes) return false;
  }
  *size = count;
  return source->read(source->context, offset, worker->bytes, count) == count;
}

/// Writes the pixels of a row that are in the picture.
static void write_row(const struct worker *worker, size_t x, size_t y, size_t count) {
  const bromide_raw_job *job = worker->lossy->job;
  const uint16_t(*values)[256] = worker->lossy->format->values;
  const uint8_t *samples = worker->row;
  uint16_t *out = job->samples + y * job->stride + 4 * x;
  for (size_t i = 0; i < count; i++, samples += 3, out += 4) {
    out[0] = values[0][samples[0]];
    out[1] = values[1][samples[1]];
    out[2] = values[2][samples[2]];
  }
}

/// Decodes a tile, which must have the size that the file states. Returns false on damage.
static bool decode_tile(struct worker *worker, uint32_t index) {
  const struct lossy *lossy = worker->lossy;
  const bromide_raw_job *job = lossy->job;
  const bromide_raw_tiles *tiles = &lossy->format->tiles;
  const size_t x = (size_t)(index % lossy->across) * tiles->width;
  const size_t y = (size_t)(index / lossy->across) * tiles->height;
  size_t size;
  if (!read_tile(worker, index, &size)) return false;
  struct jpeg_decompress_struct *jpeg = &worker->jpeg;
  if (setjmp(worker->escape)) return false;
  jpeg_mem_src(jpeg, worker->bytes, size);
  jpeg_read_header(jpeg, TRUE);
  const size_t width = job->width - x < tiles->width ? job->width - x : tiles->width;
  const size_t height = job->height - y < tiles->height ? job->height - y : tiles->height;
  if (jpeg->num_components != 3 || jpeg->data_precision != 8 || jpeg->progressive_mode) return false;
  if (jpeg->image_width != tiles->width || jpeg->image_height < height ||
      jpeg->image_height > tiles->height)
    return false;
  jpeg_start_decompress(jpeg);
  if (jpeg->output_components != 3) return false;
  for (size_t r = 0; r < height; r++) {
    JSAMPROW row = worker->row;
    if (jpeg_read_scanlines(jpeg, &row, 1) != 1) return false;
    write_row(worker, x, y + r, width);
  }
  // Rows below the picture need not be decoded.
  jpeg_abort_decompress(jpeg);
  return true;
}

static void run_tiles(void *argument) {
  struct lossy *lossy = argument;
  struct worker *worker = calloc(1, sizeof *worker);
  bool ok = worker != NULL;
  if (ok) {
    worker->lossy = lossy;
    worker->row = malloc((size_t)lossy->format->tiles.width * 3);
    worker->jpeg.err = jpeg_std_error(&worker->errors);
    worker->errors.error_exit = fail;
    worker->errors.emit_message = note;
    worker->errors.output_message = print_nothing;
    worker->jpeg.client_data = worker;
    ok = worker->row != NULL && !setjmp(worker->escape);
    if (ok) jpeg_create_decompress(&worker->jpeg);
  }
  while (ok && !atomic_load_explicit(&lossy->failed, memory_order_relaxed)) {
    const uint32_t index = atomic_fetch_add(&lossy->next, 1);
    if (index >= lossy->count) break;
    ok = decode_tile(worker, index);
  }
  if (!ok) atomic_store(&lossy->failed, true);
  if (!worker) return;
  jpeg_destroy_decompress(&worker->jpeg);
  free(worker->bytes);
  free(worker->row);
  free(worker);
}

/// Whether tiles cover the picture and do not exceed it by more than one.
static bool is_regular(const bromide_raw_job *job, const bromide_raw_tiles *tiles) {
  if (job->width == 0 || job->height == 0 || job->stride < 4 * (size_t)job->width) return false;
  if (tiles->width == 0 || tiles->width > kMostSize) return false;
  if (tiles->height == 0 || tiles->height > kMostSize) return false;
  const uint64_t across = (job->width - 1) / tiles->width + 1;
  const uint64_t down = (job->height - 1) / tiles->height + 1;
  return across * down <= kMostTiles && across * down <= tiles->count;
}

bool bromide_unpack_lossy(const bromide_raw_job *job, const bromide_raw_lossy *format) {
  if (!is_regular(job, &format->tiles)) return false;
  struct lossy lossy = {
      .job = job, .format = format, .across = (job->width - 1) / format->tiles.width + 1};
  lossy.count = lossy.across * ((job->height - 1) / format->tiles.height + 1);
  bromide_raw_together(&job->crew, run_tiles, &lossy);
  return !atomic_load(&lossy.failed);
}
