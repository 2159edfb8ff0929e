// Kernels that read a sensor's mosaic, or rows at its pixels.
#include "harness.h"

enum { ROWS = 60, MOST = 16383 };

static const float blacks[4] = {500, 505, 512, 520};
static const uint8_t xtrans_colours[36] = {1, 1, 0, 1, 1, 2, 1, 1, 2, 1, 1, 0, 2, 0, 1, 0, 2, 1,
                                           1, 1, 2, 1, 1, 0, 1, 1, 0, 1, 1, 2, 0, 2, 1, 2, 0, 1};

/// A mosaic of at least 16 columns.
static bromide_mosaic mosaic(size_t *width) {
  if (*width < 16) *width = 16;
  const ptrdiff_t stride = (ptrdiff_t)*width + 5;
  return (bromide_mosaic){
    .samples = picture(stride, ROWS, MOST), .stride = stride, .width = (ptrdiff_t)*width,
    .height = ROWS, .red_x = 1, .red_y = 0, .black = blacks, .black_width = 2, .black_height = 2,
    .white = MOST, .gain = {2.1f, 1, 1.4f}, .ceiling = 3};
}

static bromide_lateral_moves moves(size_t width) {
  const ptrdiff_t columns = (ptrdiff_t)(width + 31) / 32, rows = (ROWS + 31) / 32;
  bromide_lateral_move *all = room((size_t)(2 * columns * rows) * sizeof *all);
  for (ptrdiff_t i = 0; i < 2 * columns * rows; i++) {
    bromide_lateral_move *m = all + i;
    m->green_x = (int)(random_bits() % 3) - 1;
    m->green_y = (int)(random_bits() % 3) - 1;
    const float spline[4] = {-.05f, .7f, .4f, -.05f};
    memcpy(m->along, spline, sizeof spline);
    memcpy(m->down, spline, sizeof spline);
    m->ratio_x = -(int)(random_bits() % 2);
    m->ratio_y = -(int)(random_bits() % 2);
    m->share_x = random_unit();
    m->share_y = random_unit();
  }
  return (bromide_lateral_moves){all, all + columns * rows, columns, rows};
}

static size_t bayer(size_t width, int repeats, int kernel, int moved) {
  bromide_mosaic m = mosaic(&width);
  if (moved) m.lateral = moves(width);
  const size_t shrunk = kernel == BROMIDE_HALF ? 2 : 1, columns = width / shrunk, rows = ROWS / shrunk;
  void *scratch = room(bromide_demosaic_scratch_bytes(kernel, (ptrdiff_t)columns));
  row_planes *out = room(rows * sizeof *out);
  for (size_t y = 0; y < rows; y++) out[y] = random_row();
  bromide_demosaic strip;
  for (int i = 0; i < repeats; i++) {
    memset(&strip, 0, sizeof strip);
    bromide_demosaic_begin(&strip, kernel, &m, 0, 0, (ptrdiff_t)columns, scratch);
    for (size_t y = 0; y < rows; y++) {
      bromide_demosaic_row(isa, &strip, out[y].red, out[y].green, out[y].blue);
    }
  }
  for (size_t y = 0; y < rows; y++) give_row(out[y], columns);
  return columns * rows;
}

static size_t rcd(size_t w, int n) { return bayer(w, n, BROMIDE_RCD, 0); }
static size_t rcd_lateral(size_t w, int n) { return bayer(w, n, BROMIDE_RCD, 1); }
static size_t bilinear(size_t w, int n) { return bayer(w, n, BROMIDE_BILINEAR, 0); }
static size_t half(size_t w, int n) { return bayer(w, n, BROMIDE_HALF, 0); }

static size_t banks(size_t width, int repeats, int period, int rounds, int kind) {
  bromide_bank_mosaic m = {.plain = mosaic(&width), .period = period};
  const uint8_t rggb[4] = {0, 1, 1, 2};
  memcpy(m.colours, period == 2 ? rggb : xtrans_colours, (size_t)(period * period));
  const size_t shrunk = kind == BROMIDE_BANKS_HALF ? 2 : 1, columns = width / shrunk, rows = ROWS / shrunk;
  void *scratch = room(bromide_banks_scratch_bytes(kind, period, rounds, (ptrdiff_t)columns));
  row_planes *out = room(rows * sizeof *out);
  for (size_t y = 0; y < rows; y++) out[y] = random_row();
  bromide_banks strip;
  for (int i = 0; i < repeats; i++) {
    memset(&strip, 0, sizeof strip);
    bromide_banks_begin(&strip, kind, rounds, &m, 0, 0, (ptrdiff_t)columns, scratch);
    for (size_t y = 0; y < rows; y++) {
      bromide_banks_row(isa, &strip, out[y].red, out[y].green, out[y].blue);
    }
  }
  for (size_t y = 0; y < rows; y++) give_row(out[y], columns);
  return columns * rows;
}

static size_t fine(size_t w, int n) { return banks(w, n, 2, 1, BROMIDE_BANKS); }
static size_t best(size_t w, int n) { return banks(w, n, 2, 2, BROMIDE_BANKS); }
static size_t xtrans(size_t w, int n) { return banks(w, n, 6, 0, BROMIDE_BANKS); }
static size_t xtrans_best(size_t w, int n) { return banks(w, n, 6, 1, BROMIDE_BANKS); }
static size_t xtrans_bilinear(size_t w, int n) { return banks(w, n, 6, 0, BROMIDE_BANKS_BILINEAR); }
static size_t xtrans_half(size_t w, int n) { return banks(w, n, 6, 0, BROMIDE_BANKS_HALF); }

// Measures

static size_t highlight_cells(size_t width, int repeats) {
  const bromide_mosaic m = mosaic(&width);
  const float s = 1 / (MOST - 500.0f);
  const bromide_highlight_samples samples = {
    m.samples, m.stride, m.width, m.height, 0, 1, {500, 505, 512, 520}, {s, s, s, s}};
  const size_t cells = (width / 2 + 7) / 8;
  float *sums = room(16 * CAPACITY);
  for (int i = 0; i < repeats; i++) bromide_highlight_cells(isa, &samples, 1, sums);
  give_floats(sums, 4 * cells);
  return 16 * width;
}

static size_t xtrans_highlight_cells(size_t width, int repeats) {
  if (width < 32) width = 32;
  const bromide_mosaic m = mosaic(&width);
  bromide_xtrans_samples samples = {.samples = m.samples, .stride = m.stride};
  memcpy(samples.colors, xtrans_colours, 36);
  for (int i = 0; i < 36; i++) {
    samples.black[i] = 500 + (float)i;
    samples.scale[i] = 1 / (MOST - samples.black[i]);
  }
  const size_t cells = (width - 2) / 16;
  float *sums = room(16 * CAPACITY);
  for (int i = 0; i < repeats; i++) {
    bromide_xtrans_highlight_cells(isa, &samples, 1, (ptrdiff_t)cells, sums);
  }
  give_floats(sums, 4 * cells);
  return 256 * cells;
}

static bromide_tone_meter meter(void) {
  const float s = 1 / (MOST - 512.0f);
  return (bromide_tone_meter){
    {500, 505, 512, 520}, {s, s, s, s}, {1.9f, -.2f, -.1f, -.1f, 1.3f, -.2f, 0, -.4f, 2}, {1.2f, 4, .4f}, .001f};
}

static size_t tone_quads(size_t width, int repeats) {
  const bromide_mosaic m = mosaic(&width);
  const bromide_tone_meter t = meter();
  const size_t plane = CAPACITY;
  float *sums = room(16 * CAPACITY);
  for (int i = 0; i < repeats; i++) {
    memset(sums, 0, 16 * CAPACITY);
    bromide_tone_quads_row(isa, &t, m.samples, m.samples + m.stride, 1, width / 2, sums, plane);
  }
  for (int i = 0; i < 4; i++) give_floats(sums + (size_t)i * plane, width / 2);
  return 2 * width;
}

static size_t tone_pixels(size_t width, int repeats) {
  const uint16_t *row = picture(3 * CAPACITY, 1, MOST);
  const bromide_tone_meter t = meter();
  float *sums = room(16 * CAPACITY);
  const size_t count = (width + 2) / 3;
  for (int i = 0; i < repeats; i++) {
    memset(sums, 0, 16 * CAPACITY);
    bromide_tone_pixels_row(isa, &t, row, 3, 3, count, sums, CAPACITY);
  }
  for (int i = 0; i < 4; i++) give_floats(sums + i * CAPACITY, count);
  return width;
}

static size_t defects(size_t width, int repeats) {
  const bromide_mosaic m = mosaic(&width);
  const double s = 1.0 / (MOST - 512);
  const bromide_defect_search search = {
    .samples = m.samples, .stride = m.stride, .width = m.width, .height = m.height,
    .black = {500, 505, 512, 520}, .scale = {s, s, s, s}, .a = 1e-4, .b = 1e-6,
    .floor = {500, 505, 512, 520}, .least = 60, .slope = 900, .offset = 300, .bright_slope = 4000};
  bromide_repair *found = room((CAPACITY + 64) * sizeof *found);
  for (int i = 0; i < repeats; i++) {
    for (ptrdiff_t y = 3; y < ROWS - 3; y++) {
      const ptrdiff_t count = bromide_find_defects(isa, &search, y, found);
      if (i + 1 == repeats) {
        give(&count, sizeof count);
        give(found, (size_t)count * sizeof *found);
      }
    }
  }
  return width * (ROWS - 6);
}

static size_t xtrans_defects(size_t width, int repeats) {
  const bromide_mosaic m = mosaic(&width);
  bromide_xtrans_defect_search *search = room(sizeof *search);
  *search = (bromide_xtrans_defect_search){
    .samples = m.samples, .stride = m.stride, .width = m.width, .height = m.height, .a = 1e-4,
    .b = 1e-6, .least = 60, .slope = 900, .offset = 300, .bright_slope = 4000};
  for (int i = 0; i < 36; i++) {
    search->black[i] = 512;
    search->floor[i] = 512;
    search->scale[i] = 1.0 / (MOST - 512);
  }
  bromide_xtrans_find_neighbours(search, xtrans_colours);
  bromide_repair *found = room((CAPACITY + 64) * sizeof *found);
  for (int i = 0; i < repeats; i++) {
    for (ptrdiff_t y = 4; y < ROWS - 4; y++) {
      const ptrdiff_t count = bromide_find_xtrans_defects(isa, search, y, found);
      if (i + 1 == repeats) {
        give(&count, sizeof count);
        give(found, (size_t)count * sizeof *found);
      }
    }
  }
  return width * (ROWS - 8);
}

static size_t lateral_block(size_t width, int repeats) {
  const uint16_t *samples = picture(240, 240, MOST);
  const float s = 1 / (MOST - 512.0f);
  const bromide_lateral_lattice lattice = {samples + 241, 240, 512, s, 512, s / 2, 15000, 15000};
  float *scratch = room(4 * BROMIDE_LATERAL_SCRATCH);
  bromide_lateral_sums sums;
  memset(&sums, 0, sizeof sums);
  for (int i = 0; i < repeats; i++) {
    bromide_lateral_block(
      isa, &lattice, 24 + (ptrdiff_t)(width % 8), 30, (float)(width % 7) - 3, .37f, scratch, &sums);
  }
  give_floats(&sums.count, sizeof sums / sizeof(float));
  return 64 * 64;
}

static size_t blocks(size_t width, int repeats) {
  const uint16_t *samples = picture(120, 120, MOST);
  const float s = 1 / (MOST - 512.0f);
  const bromide_blocks b = {samples, 120, {500, 505, 512, 520}, {s, s, s, s}, 1};
  struct {
    bromide_noise noise[4];
    float edge;
  } results = {0};
  for (int i = 0; i < repeats; i++) {
    const ptrdiff_t x = 8 + (ptrdiff_t)(width % 10) * 2;
    bromide_noise_block(isa, &b, x, 12, results.noise);
    results.edge = bromide_edge_block(isa, &b, x, 12, .01f, .0001f, .02f);
  }
  give_floats(&results.noise[0].detail, sizeof results / sizeof(float));
  return 32 * 32;
}

static size_t xtrans_blocks(size_t width, int repeats) {
  const uint16_t *samples = picture(120, 120, MOST);
  bromide_xtrans_blocks b = {.samples = samples, .stride = 120};
  for (int i = 0; i < 36; i++) {
    b.black[i] = 512;
    b.scale[i] = 1 / (MOST - 512.0f);
    b.is_green[i] = xtrans_colours[i] == 1;
  }
  struct {
    bromide_noise noise[2];
    float edge;
  } results = {0};
  for (int i = 0; i < repeats; i++) {
    const ptrdiff_t x = 8 + (ptrdiff_t)(width % 5) * 6, y = 14;
    bromide_xtrans_noise_block(&b, x, y, results.noise);
    results.edge = bromide_xtrans_edge_block(isa, &b, x, y, .01f, .0001f, .02f);
  }
  give_floats(&results.noise[0].detail, sizeof results / sizeof(float));
  return BROMIDE_XTRANS_BLOCK_WIDTH * BROMIDE_XTRANS_BLOCK_HEIGHT;
}

static size_t opcodes(size_t width, int repeats) {
  float *values = floats(CAPACITY, -.05f, 1.05f), *work = room(4 * CAPACITY);
  const float *map = floats(20 * 10, .7f, 1.6f);
  const bromide_opcode one = {
    .left = 3, .top = 0, .right = 900, .bottom = 100, .row_pitch = 1, .column_pitch = 1, .end_plane = 1,
    .values = map, .columns = 20, .rows = 10, .planes = 1, .origin_x = 2, .origin_y = 1, .spacing_x = 55,
    .spacing_y = 11, .centre_x = 400, .centre_y = 30, .inverse = 4e-6f, .factors = {.1f, .3f, -.1f, .02f, .01f}};
  for (int i = 0; i < repeats; i++) {
    for (int kind = BROMIDE_RADIAL_GAIN; kind <= BROMIDE_POLYNOMIAL; kind++) {
      bromide_opcode opcode = one;
      opcode.kind = kind;
      memcpy(work, values, 4 * CAPACITY);
      const bromide_opcode_run run = {work, (int32_t)width, 1, 1, 37, .5f, 0, 1, 1};
      bromide_opcode_apply(isa, &opcode, &run);
      if (i + 1 == repeats) give_floats(work, width);
    }
  }
  return 4 * width;
}

// Noise and sharpening

static size_t optics(size_t width, int repeats) {
  if (width < 8) width = 8;
  const bromide_optics_settings settings = {
    .chroma = 1, .luma = 1, .chroma_variance = {1e-6f, 1e-4f, 1e-4f, 1e-4f},
    .luma_variance = {1e-6f, 5e-5f, 1e-4f, 5e-5f}, .chroma_factors = {5, 1, .5f, 4},
    .luma_factors = {9, 1, .2f, .1f}, .sharpening = 1.5f, .blur = {.4f, .24f, .05f, .01f},
    .rest_variance = {1e-6f, 1e-5f, 2e-5f, 1e-5f}, .unclipped = {.5f, 1, .7f}};
  const ptrdiff_t plane = (ptrdiff_t)(width + 80) / 16 * 16, count = bromide_optics_input_rows(&settings);
  const bromide_ring input = {room((size_t)(3 * plane * count) * 4), 3 * plane, plane, count};
  const float *source = floats((size_t)(3 * plane * ROWS), .1f, .9f);
  void *scratch = room(bromide_optics_scratch_bytes(&settings, (ptrdiff_t)width));
  const row_planes row = random_row();
  bromide_optics *state = room(sizeof *state);
  for (int i = 0; i < repeats; i++) {
    const ptrdiff_t columns = (ptrdiff_t)width;
    bromide_optics_begin(state, &settings, columns, ROWS, 0, 0, columns, input, scratch);
    ptrdiff_t read = 0, needed;
    for (int y = 0; y < ROWS; y++) {
      while ((needed = bromide_optics_needs(state)) > 0) {
        for (; read < needed; read++) {
          memcpy(input.rows + read % count * input.row, source + read * 3 * plane, (size_t)(12 * plane));
        }
        bromide_optics_advance(isa, state);
      }
      bromide_optics_row(isa, state, row.red, row.green, row.blue);
      if (i + 1 == repeats) give_row(row, width);
    }
  }
  return width * ROWS;
}

const named_case sensor_cases[] = {
  {"rcd", rcd}, {"rcd_lateral", rcd_lateral}, {"bilinear", bilinear}, {"half", half},
  {"fine", fine}, {"best", best}, {"xtrans", xtrans}, {"xtrans_best", xtrans_best},
  {"xtrans_bilinear", xtrans_bilinear}, {"xtrans_half", xtrans_half},
  {"highlight_cells", highlight_cells}, {"xtrans_highlight_cells", xtrans_highlight_cells},
  {"tone_quads", tone_quads}, {"tone_pixels", tone_pixels}, {"defects", defects},
  {"xtrans_defects", xtrans_defects}, {"lateral_block", lateral_block}, {"blocks", blocks},
  {"xtrans_blocks", xtrans_blocks}, {"opcodes", opcodes}, {"optics", optics}, {0}};
