// 8-bit R′G′B′ to 8-bit YCbCr in blocks of 2 · LANES pixels. YCbCr8EncodingForm.swift has the
// formula.
//
// The including file defines LANES, NAME(function), INLINE and the operations that differ:
// multiply_high, average, add_limited, load_rgb and follow. A pixel's samples are in the upper
// bytes of words. Even pixels are in one vector and odd pixels in another, so that luma can be
// joined without a shuffle.

// The three channels of LANES pixels.
typedef struct {
  words of[3];
} colors;

INLINE colors mean_of(colors a, colors b) {
  for (int c = 0; c < 3; c++) a.of[c] = average(a.of[c], b.of[c]);
  return a;
}

INLINE words luma_of(const bromide_rgb8 *f, colors p) {
  words y = multiply_high(p.of[0], (words)f->luma[0]) + multiply_high(p.of[1], (words)f->luma[1]);
  return y + multiply_high(p.of[2], (words)f->luma[2]) + f->luma_bias;
}

INLINE words chroma_of(const bromide_rgb8 *f, int kind, colors p) {
  const uint16_t *k = f->chroma[kind];
  const int own = kind == 0 ? 2 : 0;
  words less = multiply_high(p.of[1], (words)k[1]) + multiply_high(p.of[2 - own], (words)k[2 - own]);
  return add_limited(f->chroma_bias[kind] - less, multiply_high(p.of[own], (words)k[own]));
}

// Encodes one block: luma of `count` rows, and their chroma. `last` contains the odd pixels before
// the block with their rows already mixed, or is unused at the left edge.
INLINE void encode_block(
  const bromide_rgb8 *f, const uint8_t *above, const uint8_t *const rows[2], uint8_t *const luma[2],
  uint8_t *first, uint8_t *second, int centered, int starts, colors *last) {
  colors even, odd;
  load_rgb(rows[0], even.of, odd.of);
  store_words((uint16_t *)luma[0], (luma_of(f, even) >> 8) | (luma_of(f, odd) & 0xFF00));
  // Means of words with unused lower bits are exact: halves of two rows, then quarters.
  if (rows[1]) {
    colors even1, odd1;
    load_rgb(rows[1], even1.of, odd1.of);
    if (luma[1]) {
      store_words((uint16_t *)luma[1], (luma_of(f, even1) >> 8) | (luma_of(f, odd1) & 0xFF00));
    }
    if (above) {
      colors even0, odd0;
      load_rgb(above, even0.of, odd0.of);
      even1 = mean_of(even0, even1);
      odd1 = mean_of(odd0, odd1);
    }
    even = mean_of(even, even1);
    odd = mean_of(odd, odd1);
  }
  colors site;
  if (centered) {
    site = mean_of(even, odd);
  } else {
    for (int c = 0; c < 3; c++) {
      words before = starts ? follow((words)even.of[c][0], odd.of[c]) : follow(last->of[c], odd.of[c]);
      site.of[c] = average(average(before, odd.of[c]), even.of[c]);
    }
    *last = odd;
  }
  words u = chroma_of(f, 0, site), v = chroma_of(f, 1, site);
  if (f->swapped) {
    words w = u;
    u = v;
    v = w;
  }
  if (second) {
    *(word_bytes *)first = __builtin_convertvector(u >> 8, word_bytes);
    *(word_bytes *)second = __builtin_convertvector(v >> 8, word_bytes);
  } else {
    store_words((uint16_t *)first, (u >> 8) | (v & 0xFF00));
  }
}

// Repeats the last of `count` pixels to the end of a block.
INLINE void fill_block(const uint8_t *row, size_t count, uint8_t *block) {
  memcpy(block, row, 3 * count);
  for (size_t i = count; i < 2 * LANES; i++) memcpy(block + 3 * i, row + 3 * (count - 1), 3);
}

// All blocks of rows, with constant arguments for their layout, so that no block branches on it.
INLINE void encode_rows(
  const bromide_rgb8 *form, const bromide_rgb8_rows *rows, int paired, int shifted, int centered) {
  const bromide_rgb8 f = *form;
  const bromide_rgb8_rows r = *rows;
  const size_t step = r.second ? 1 : 2;
  colors last = {{0}};
  size_t x = 0;
  for (; x + 2 * LANES <= r.width; x += 2 * LANES) {
    const uint8_t *in[2] = {r.rows[0] + 3 * x, paired ? r.rows[1] + 3 * x : 0};
    uint8_t *luma[2] = {r.luma[0] + x, r.luma[1] ? r.luma[1] + x : 0};
    encode_block(
      &f, shifted ? r.above + 3 * x : 0, in, luma, r.first + x / 2 * step,
      r.second ? r.second + x / 2 : 0, centered, x == 0, &last);
  }
  const size_t left = r.width - x;
  if (left == 0) return;
  uint8_t in[3][6 * LANES], out[4][2 * LANES];
  const uint8_t *blocks[2] = {in[0], paired ? in[1] : 0};
  uint8_t *luma[2] = {out[0], r.luma[1] ? out[1] : 0};
  fill_block(r.rows[0] + 3 * x, left, in[0]);
  if (paired) fill_block(r.rows[1] + 3 * x, left, in[1]);
  if (shifted) fill_block(r.above + 3 * x, left, in[2]);
  encode_block(
    &f, shifted ? in[2] : 0, blocks, luma, out[2], r.second ? out[3] : 0, centered, x == 0, &last);
  memcpy(r.luma[0] + x, out[0], left);
  if (r.luma[1]) memcpy(r.luma[1] + x, out[1], left);
  memcpy(r.first + x / 2 * step, out[2], (left + 1) / 2 * step);
  if (r.second) memcpy(r.second + x / 2, out[3], (left + 1) / 2);
}

void NAME(rgb8_encode)(const bromide_rgb8 *form, const bromide_rgb8_rows *rows) {
  if (!rows->rows[1]) encode_rows(form, rows, 0, 0, rows->centered);
  else if (rows->above) encode_rows(form, rows, 1, 1, 0);
  else if (rows->centered) encode_rows(form, rows, 1, 0, 1);
  else encode_rows(form, rows, 1, 0, 0);
}
