// The JPEGs of Kodak's DC120.
//
// Their components are not luminance and chroma. They are the greens of both rows of a cell next to
// each other, and half the differences of blue and of red from them. The two bytes of each pair are
// swapped.
//
// The camera's uncompressed photos of the same charts confirm this, with a linear fit of box means
// (rms 0.6 … 0.8 of 255): green is 1.004 c0, red c0 + 2.008 c2 − 256.7, blue c0 + 2.010 c1 − 257.6.
#include "CJPEG.h"
#include "CRawUnpack.h"

#include <stdlib.h>

enum {
  kWidth = 848,
  /// The rows of the JPEG. Each contains two rows of the mosaic.
  kRows = 488,
  kComponents = 3,
  kMiddle = 128,
  /// The white level: double the white of a component.
  kWhite = 510,
  /// The maximum bytes of a file for each sample of a component. Noise takes two.
  kMostBytes = 4 * kComponents * kWidth * kRows,
  kMostMemory = 64 * 1024 * 1024,
};

/// Returns the bytes from the job's offset to the end of the file in their order, or NULL if the
/// offset is at the end.
static uint8_t *read_swapped(const bromide_raw_job *job, size_t *count) {
  const uint64_t size = job->source.size;
  if (job->offset >= size || size - job->offset > kMostBytes) return NULL;
  *count = (size_t)(size - job->offset);
  uint8_t *bytes = malloc(*count + 1);
  if (!bytes) return NULL;
  if (job->source.read(job->source.context, job->offset, bytes, *count) != *count) {
    free(bytes);
    return NULL;
  }
  // The last byte might not have a partner.
  bytes[*count] = 0;
  *count += *count & 1;
  for (size_t i = 0; i < *count; i += 2) {
    const uint8_t first = bytes[i];
    bytes[i] = bytes[i + 1];
    bytes[i + 1] = first;
  }
  return bytes;
}

/// Returns whether the JPEG has the camera's size and components, without information about their
/// meaning.
static bool is_known(struct bromide_jpeg *jpeg, const bromide_raw_job *job, bromide_raw_damage_found *damage) {
  (void)damage;
  if (job->width != kWidth || job->height != 2 * kRows || job->stride < job->width) return false;
  struct bromide_jpeg_facts facts;
  bromide_jpeg_facts(jpeg, &facts);
  if (facts.width != kWidth || facts.height != kRows || facts.components != kComponents) return false;
  if (facts.is_progressive || facts.adobe_transform >= 0) return false;
  for (int c = 0; c < kComponents; c++)
    if (facts.across[c] != (c == 0 ? 2 : 1) || facts.down[c] != 1) return false;
  return true;
}

static uint16_t clamp(int value) { return (uint16_t)(value < 0 ? 0 : value > kWhite ? kWhite : value); }

/// Writes two rows of the mosaic, GRBG.
static void write_rows(const uint8_t *greens, const uint8_t *blues, const uint8_t *reds, uint16_t *above, uint16_t *below) {
  for (int x = 0; x < kWidth; x += 2) {
    // It is unknown which of the two greens the camera uses for the differences, because noise
    // hides it.
    const int green = greens[x] + greens[x + 1];
    above[x] = (uint16_t)(2 * greens[x]);
    above[x + 1] = clamp(green + 4 * (reds[x / 2] - kMiddle));
    below[x] = clamp(green + 4 * (blues[x / 2] - kMiddle));
    below[x + 1] = (uint16_t)(2 * greens[x + 1]);
  }
}

static bool decode(struct bromide_jpeg *jpeg, const bromide_raw_job *job, bromide_raw_damage_found *damage) {
  struct bromide_jpeg_facts facts;
  if (!is_known(jpeg, job, NULL)) return false;
  bromide_jpeg_facts(jpeg, &facts);
  uint8_t *planes[4] = {0};
  size_t strides[4] = {0};
  bool is_done = true;
  for (int c = 0; c < kComponents; c++) {
    strides[c] = facts.block_width[c];
    planes[c] = calloc(facts.block_rows[c], strides[c]);
    is_done &= planes[c] != NULL;
  }
  is_done = is_done && bromide_jpeg_read_planes(jpeg, planes, strides, 1);
  for (uint32_t y = 0; y < kRows && is_done; y++)
    write_rows(
        planes[0] + y * strides[0], planes[1] + y * strides[1], planes[2] + y * strides[2],
        job->samples + 2 * y * job->stride, job->samples + (2 * y + 1) * job->stride);
  for (int c = 0; c < kComponents; c++) free(planes[c]);
  if (is_done && bromide_jpeg_damage(jpeg)[0]) damage->jpeg_errors = 1;
  return is_done;
}

/// Calls `body` with the file's JPEG. Returns false without a JPEG.
static bool with_jpeg(
    const bromide_raw_job *job, bool (*body)(struct bromide_jpeg *, const bromide_raw_job *, bromide_raw_damage_found *),
    bromide_raw_damage_found *damage) {
  size_t count = 0;
  uint8_t *bytes = read_swapped(job, &count);
  struct bromide_jpeg *jpeg = bytes ? bromide_jpeg_open(bytes, count, kMostMemory) : NULL;
  // The camera's JPEG begins with its tables. Application segments would specify the meaning of
  // components.
  const bool is_bare = count > 4 && bytes[0] == 0xff && bytes[1] == 0xd8 && bytes[2] == 0xff && bytes[3] < 0xe0;
  const bool is_done = jpeg && is_bare && bromide_jpeg_read_header(jpeg) && body(jpeg, job, damage);
  if (jpeg) bromide_jpeg_close(jpeg);
  free(bytes);
  return is_done;
}

bool bromide_unpack_dc120_jpeg(const bromide_raw_job *job, bromide_raw_damage_found *damage) {
  *damage = (bromide_raw_damage_found){0};
  return with_jpeg(job, decode, damage);
}

bool bromide_is_dc120_jpeg(const bromide_raw_job *job) { return with_jpeg(job, is_known, NULL); }
