// Kernels that work on one row of planes or pixels.
#include "harness.h"

static const float matrix[9] = {1.4f, -.3f, -.1f, -.2f, 1.5f, -.3f, .05f, -.4f, 1.35f};
static const float weights[3] = {.2126f, .7152f, .0722f};

static void restore(row_planes to, row_planes from) {
  memcpy(to.red, from.red, CAPACITY * sizeof(float));
  memcpy(to.green, from.green, CAPACITY * sizeof(float));
  memcpy(to.blue, from.blue, CAPACITY * sizeof(float));
}

/// A case for a kernel that works in place. `input` is restored to `row` before each run.
#define IN_PLACE(name, setup, call) \
  static size_t name(size_t width, int repeats) { \
    const row_planes input = random_row(), row = random_row(); \
    setup; \
    for (int i = 0; i < repeats; i++) { \
      restore(row, input); \
      call; \
    } \
    give_row(row, width); \
    return width; \
  }

#define ROW row.red, row.green, row.blue, width

static const bromide_tone tone = {2.51f, .03f, 2.43f, .59f, 3.5f, 1};
IN_PLACE(color, , bromide_color_row(isa, matrix, &tone, ROW))

static bromide_tone_table tone_table(void) {
  float *values = floats(300, 0, 1);
  for (int i = 0; i < 258; i++) values[i] = i < 256 ? (float)i / 256 * (2 - (float)i / 256) : 1;
  return (bromide_tone_table){values, 128, 256, 1};
}
IN_PLACE(table, const bromide_tone_table t = tone_table(), bromide_table_row(isa, matrix, &t, ROW))

/// Cubics that give codes of 8 or 16 bits for every piece.
static bromide_transfer transfer(float most) {
  float *k = room(256 * sizeof *k);
  for (int p = 0; p < 32; p++) {
    k[p] = most * (float)p / 40;
    k[32 + p] = most / 100;
    k[64 + p] = -most / 900;
    k[96 + p] = most / 3000;
  }
  for (int p = 0; p < 32; p++)
    for (int power = 0; power < 4; power++) k[128 + 4 * p + power] = k[32 * power + p];
  return (bromide_transfer){k, k + 128, .95f, .01f, 1};
}

#define ENCODE(name, channels, bytes, most) \
  static size_t name(size_t width, int repeats) { \
    const row_planes row = random_row(); \
    const bromide_transfer t = transfer(most); \
    uint8_t *out = room(8 * CAPACITY); \
    for (int i = 0; i < repeats; i++) { \
      bromide_encode_row( \
        isa, channels == 3 ? matrix : 0, channels == 3 ? weights : 0, &t, channels, bytes, ROW, out); \
    } \
    give(out, width *channels *bytes); \
    return width; \
  }
ENCODE(encode8, 3, 1, 255)
ENCODE(encode16, 3, 2, 65535)
ENCODE(encode_grey8, 1, 1, 255)
ENCODE(encode_grey16, 1, 2, 65535)

static size_t interleave(size_t width, int repeats) {
  const row_planes row = random_row();
  float *out = room(12 * CAPACITY);
  for (int i = 0; i < repeats; i++) bromide_interleave_row(isa, matrix, weights, 3, ROW, out);
  give_floats(out, 3 * width);
  return width;
}

static const bromide_highlights highlights = {{5, 4, 6}, 3.8f};
IN_PLACE(blend, , bromide_blend_row(isa, &highlights, ROW))

static bromide_highlight_field field(void) {
  return (bromide_highlight_field){
    floats(80 * 4, -1, 1), floats(80 * 4, -1, 1), floats(80 * 4, 0, 1), 80, 4, 16, {2, 1, 1.5f}, 8};
}
IN_PLACE(
  recover, const bromide_highlight_field f = field(),
  bromide_recover_row(isa, &highlights, &f, 5, 21, ROW))

static size_t weighted_sums(size_t width, int repeats) {
  const float *values = floats(9 * CAPACITY, -1, 1), *taps = floats(9, 0, 1);
  float *sums = room(4 * CAPACITY);
  for (int i = 0; i < repeats; i++) {
    bromide_weighted_sums(isa, values, CAPACITY, taps, 9, width, sums);
  }
  give_floats(sums, width);
  return width;
}

static size_t add_rows(size_t width, int repeats) {
  const float *rows = floats(3 * 12 * CAPACITY, -.1f, 1.2f), *taps = floats(48, 0, 1);
  float *sums = room(3 * 4 * CAPACITY * sizeof *sums);
  const bromide_block block = {rows, 3 * CAPACITY, CAPACITY, CAPACITY, 12, 3, 0, {1, 1.5f, 2}, 1};
  bromide_share shares[2];
  for (int i = 0; i < 2; i++) {
    shares[i] = (bromide_share){sums + i * 3 * CAPACITY, taps + 12 * i, i, 12 - i, 1};
  }
  for (int i = 0; i < repeats; i++) bromide_add_rows(isa, &block, shares, 2, width);
  for (int i = 0; i < 6; i++) give_floats(sums + i * CAPACITY, width);
  return width;
}

static size_t resample(size_t width, int repeats) {
  int32_t *starts = room((CAPACITY + 8) * sizeof *starts);
  for (size_t i = 0; i < CAPACITY; i++) starts[i] = (int32_t)(i * 2);
  const float *taps = floats(CAPACITY * 8, -.2f, .4f), *input = floats(3 * 3 * CAPACITY, 0, 1);
  float *out = room(3 * CAPACITY * sizeof *out);
  const bromide_across work = {starts, taps, 8, width, 0, 3, 3 * CAPACITY, CAPACITY};
  for (int i = 0; i < repeats; i++) bromide_resample_row(isa, &work, input, out);
  for (int i = 0; i < 3; i++) give_floats(out + i * CAPACITY, width);
  return width;
}

static size_t linear(size_t width, int repeats) {
  const uint16_t *samples = picture(3 * CAPACITY, 1, 65535);
  const float scale[3] = {0x1p-16f, 1.5f * 0x1p-16f, 2 * 0x1p-16f};
  const row_planes row = random_row();
  for (int i = 0; i < repeats; i++) {
    bromide_linear_row(isa, samples, 3, scale, 1, width, row.red, row.green, row.blue);
  }
  give_row(row, width);
  return width;
}

// Filters

static bromide_octaves octaves(void) {
  float *pairs = floats(2 * 128 * 24, 0, 0);
  for (int i = 0; i < 128 * 24; i++) {
    pairs[2 * i] = (float)i / 3000;
    pairs[2 * i + 1] = 1.0f / 3000 / 65536;
  }
  return (bromide_octaves){pairs, -12};
}
IN_PLACE(
  gain, const bromide_gain g = ((bromide_gain){{.2f, .7f, .1f}, .001f, 8, octaves()}),
  bromide_gain_row(isa, &g, ROW))
IN_PLACE(curve, const bromide_octaves o = octaves(), bromide_curve_row(isa, &o, ROW))

static const bromide_chroma chroma = {
  {.41f, .54f, .05f, .21f, .68f, .11f, .09f, .28f, .63f}, {1, 0, 0, 0, 1, 0, 0, 0, 1},
  {.21f, .79f, -.004f, 1.98f, -2.43f, .45f, .026f, .78f, -.81f},
  {1, .396f, .216f, 1, -.106f, -.064f, 1, -.09f, -1.29f},
  {4.08f, -3.31f, .23f, -1.27f, 2.61f, -.34f, -.004f, -.7f, 1.71f}, .6f, .1f};
IN_PLACE(vibrance, , bromide_chroma_row(isa, &chroma, ROW))

static const bromide_toning toning = {
  {.2f, .7f, .1f}, {.02f, -.01f, .03f}, {-.03f, .02f, .01f}, .2f, 1.4f};
IN_PLACE(tone_split, , bromide_toning_row(isa, &toning, ROW))

static const bromide_vignette vignette = {.002f, -1, .3f, 1.2f, -2};
IN_PLACE(vignetting, , bromide_vignette_row(isa, &vignette, 11, .04f, ROW))

static const bromide_grain grain_settings = {{.2f, .7f, .1f}, .2f, .6f, 77};
IN_PLACE(grain, , bromide_grain_row(isa, &grain_settings, 13, 9, ROW))
IN_PLACE(mix, , bromide_mix_row(isa, weights, .3f, ROW))

static size_t codes(size_t width, int repeats) {
  const row_planes row = random_row();
  uint16_t *packed = room(2 * CAPACITY), *written = room(2 * CAPACITY);
  float *back = room(4 * CAPACITY), *read = room(4 * CAPACITY);
  for (int i = 0; i < repeats; i++) {
    bromide_pack_row(isa, row.red, 1.1f, width, packed);
    bromide_unpack_row(isa, packed, 1.1f, width, 64, back);
    bromide_read_row(isa, packed, width, read);
    bromide_write_row(isa, back, width, written);
  }
  give(packed, 2 * width);
  give_floats(back, width);
  give_floats(read, width);
  give(written, 2 * width);
  return width;
}

static size_t box(size_t width, int repeats) {
  const float *rows = floats(16 * CAPACITY, 0, 1);
  float *in = room(64 * CAPACITY), *out = room(64 * CAPACITY), *back = room(64 * CAPACITY);
  for (int i = 0; i < repeats; i++) {
    bromide_turn_lines(rows, CAPACITY, width, in);
    bromide_box_lines(isa, in, width, 4, .1f, .05f, out);
    bromide_turn_rows(out, width, back, CAPACITY);
  }
  for (int i = 0; i < 16; i++) give_floats(back + i * CAPACITY, width);
  return 16 * width;
}

static bromide_denoise denoise(void) {
  bromide_denoise d = {.step = 2, .luma = 30, .chroma = 50};
  for (int i = 0; i < 15; i++) d.rows[i] = floats(CAPACITY + 32, 0, 1) + 16;
  return d;
}
IN_PLACE(denoising, const bromide_denoise d = denoise(), bromide_denoise_row(isa, &d, ROW))

static size_t brightness(size_t width, int repeats) {
  const row_planes row = random_row();
  float *bright = room(4 * CAPACITY);
  for (int i = 0; i < repeats; i++) bromide_brightness_row(isa, weights, ROW, bright);
  give_floats(bright, width);
  return width;
}
IN_PLACE(
  sharpen, const float *blurred = floats(CAPACITY, 0, 1),
  bromide_sharpen_row(isa, weights, .8f, .02f, blurred, ROW))

/// Positions along a slightly bent line.
static size_t warped(size_t width, int repeats, double across, double down) {
  enum { ROWS = 1400, SPACING = 32, NODES = COLUMNS / SPACING + 4, PLANE = 1500 };
  static double x[NODES], y[NODES];
  static const float *rows[ROWS + 2 * BROMIDE_WARP_ROWS];
  const float *samples = floats(3 * PLANE * 40, 0, 1);
  for (int i = 0; i < ROWS + 2 * BROMIDE_WARP_ROWS; i++) {
    rows[i] = samples + 3 * PLANE * (i % 40) + BROMIDE_WARP_MARGIN;
  }
  for (int i = 0; i < NODES; i++) {
    x[i] = 31.37 + i * SPACING * across + .001 * i * i;
    y[i] = 11.83 + i * SPACING * down;
  }
  const bromide_warp warp = {
    .x = x, .y = y, .spacing = SPACING, .width = PLANE - 2 * BROMIDE_WARP_MARGIN, .height = ROWS,
    .rows = rows, .top = -BROMIDE_WARP_ROWS, .plane = PLANE, .planes = 3, .ceiling = .95f};
  float *out = room(3 * CAPACITY * sizeof *out);
  for (int i = 0; i < repeats; i++) bromide_warp_row(isa, &warp, 5, width, out, CAPACITY);
  for (int c = 0; c < 3; c++) give_floats(out + c * CAPACITY, width);
  return width;
}

static size_t warp(size_t width, int repeats) { return warped(width, repeats, .993, .011); }
static size_t turned(size_t width, int repeats) { return warped(width, repeats, .81, .62); }

// Profiles and local tone

static bromide_color_table color_map(void) {
  float *entries = floats(4 * 24 * 8 * 3, .8f, 1.2f);
  for (int i = 0; i < 24 * 8 * 3; i++) entries[4 * i] = .3f * (entries[4 * i] - 1);
  return (bromide_color_table){
    entries, 24, 8, 3, floats(BROMIDE_PROFILE_PIECES + 1, .5f, 1), floats(BROMIDE_PROFILE_PIECES + 1, .5f, 1)};
}
IN_PLACE(
  color_table, const bromide_color_table t = color_map(),
  bromide_color_table_row(isa, matrix, &t, ROW))

static bromide_gain_table gain_map(void) {
  return (bromide_gain_table){
    floats(20 * 9 * 16, .5f, 2), 20, 9, 16, {.1f, .3f, .1f, .2f, .3f},
    floats(BROMIDE_PROFILE_PIECES + 1, .5f, 1), {.4f, 3.3f}, {.015f, .001f}};
}
IN_PLACE(
  gain_table, const bromide_gain_table t = gain_map(),
  bromide_gain_table_row(isa, matrix, &t, 3, ROW))

static bromide_local_tone local(void) {
  return (bromide_local_tone){
    floats(2 * 40 * 30, .2f, .9f), 40, 30, {.8f, 2.9f, .3f}, .001f, 1.3f, .5f, -.4f, .3f};
}
IN_PLACE(
  local_tone, const bromide_local_tone t = local();
  const bromide_tone_place p = ((bromide_tone_place){-.4f, .035f, 7.3f, .001f}),
  bromide_local_tone_row(isa, &t, &p, 9, ROW))

const named_case row_cases[] = {
  {"color", color}, {"table", table}, {"encode8", encode8}, {"encode16", encode16},
  {"encode_grey8", encode_grey8}, {"encode_grey16", encode_grey16}, {"interleave", interleave},
  {"blend", blend}, {"recover", recover}, {"weighted_sums", weighted_sums},
  {"add_rows", add_rows}, {"resample", resample}, {"linear", linear}, {"gain", gain},
  {"curve", curve}, {"vibrance", vibrance}, {"tone_split", tone_split}, {"vignetting", vignetting},
  {"grain", grain}, {"mix", mix}, {"codes", codes}, {"box", box}, {"denoising", denoising},
  {"brightness", brightness}, {"sharpen", sharpen}, {"warp", warp}, {"turned", turned},
  {"color_table", color_table}, {"gain_table", gain_table}, {"local_tone", local_tone}, {0}};
