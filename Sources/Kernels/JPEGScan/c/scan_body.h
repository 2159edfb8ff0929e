// Processes a row of MCUs in tiles of TILE columns, which stay in the L1 cache from colours to
// coefficients.

enum { TILE = 64, TILE_BLOCKS = TILE / 8 };

/// The planes and coefficients of a tile.
typedef struct {
  /// Up to 16 rows of luma, and 8 rows of each chroma.
  int16_t luma[16 * TILE] __attribute__((aligned(64)));
  int16_t chroma[2][8 * TILE] __attribute__((aligned(64)));
  /// Two block rows of luma, and one of each chroma.
  int16_t blocks[4][TILE_BLOCKS * 64] __attribute__((aligned(64)));
  uint64_t masks[4][TILE_BLOCKS];
} tile;

/// Converts two rows to luma and to chroma of half width and half height.
INLINE void convert_quarter(const uint8_t *rows[2], tile *t, int y) {
  const words bias = alternate32(1, 2);
  for (int x = 0; x < TILE; x += 2 * WORDS) {
    words cb[2], cr[2];
    for (int i = 0; i < 2; i++) {
      const colours a = colours_of(rows[0] + 3 * (x + i * WORDS));
      const colours b = colours_of(rows[1] + 3 * (x + i * WORDS));
      store(t->luma + 2 * y * TILE + x + i * WORDS, a.y);
      store(t->luma + (2 * y + 1) * TILE + x + i * WORDS, b.y);
      cb[i] = add16(a.cb, b.cb);
      cr[i] = add16(a.cr, b.cr);
    }
    store(t->chroma[0] + y * TILE + x / 2, means_of_pairs(cb[0], cb[1], bias, 2));
    store(t->chroma[1] + y * TILE + x / 2, means_of_pairs(cr[0], cr[1], bias, 2));
  }
}

/// Converts a row to luma and to chroma of half width.
INLINE void convert_half(const uint8_t *row, tile *t, int y) {
  const words bias = alternate32(0, 1);
  for (int x = 0; x < TILE; x += 2 * WORDS) {
    colours c[2];
    for (int i = 0; i < 2; i++) {
      c[i] = colours_of(row + 3 * (x + i * WORDS));
      store(t->luma + y * TILE + x + i * WORDS, c[i].y);
    }
    store(t->chroma[0] + y * TILE + x / 2, means_of_pairs(c[0].cb, c[1].cb, bias, 1));
    store(t->chroma[1] + y * TILE + x / 2, means_of_pairs(c[0].cr, c[1].cr, bias, 1));
  }
}

INLINE void convert_full(const uint8_t *row, tile *t, int y) {
  for (int x = 0; x < TILE; x += WORDS) {
    const colours c = colours_of(row + 3 * x);
    store(t->luma + y * TILE + x, c.y);
    store(t->chroma[0] + y * TILE + x, c.cb);
    store(t->chroma[1] + y * TILE + x, c.cr);
  }
}

INLINE void convert_grey(const uint8_t *row, tile *t, int y) {
  for (int x = 0; x < TILE; x += WORDS) store(t->luma + y * TILE + x, subtract16(load_bytes(row + x), set16(128)));
}

INLINE void repeat_row(int16_t *plane, int y) { memcpy(plane + y * TILE, plane + (y - 1) * TILE, 2 * TILE); }

/// Converts `count` rows and completes the tile downwards by repeating the last row of every plane.
INLINE void convert(const bromide_jpeg_scan *scan, const uint8_t *rows, ptrdiff_t stride, int count, tile *t) {
  if (scan->down == 2) {
    for (int y = 0; y < 8; y++) {
      if (2 * y < count) {
        const uint8_t *const first = rows + 2 * y * stride;
        const uint8_t *pair[2] = {first, 2 * y + 1 < count ? first + stride : first};
        convert_quarter(pair, t, y);
      } else {
        repeat_row(t->luma, 2 * y);
        repeat_row(t->luma, 2 * y + 1);
        repeat_row(t->chroma[0], y);
        repeat_row(t->chroma[1], y);
      }
    }
    return;
  }
  for (int y = 0; y < count; y++) {
    if (scan->channels == 1) {
      convert_grey(rows + y * stride, t, y);
    } else if (scan->across == 2) {
      convert_half(rows + y * stride, t, y);
    } else {
      convert_full(rows + y * stride, t, y);
    }
  }
  for (int y = count; y < 8; y++) {
    repeat_row(t->luma, y);
    if (scan->channels == 1) continue;
    repeat_row(t->chroma[0], y);
    repeat_row(t->chroma[1], y);
  }
}

INLINE void code_plane(
  const int16_t *plane, int columns, const bromide_jpeg_divisors *divisors, int16_t *blocks, uint64_t *masks) {
  for (int x = 0; x < columns; x += WORDS) code_blocks(plane + x, TILE, divisors, blocks + 8 * x, masks + x / 8);
}

/// Copies the columns that a tile has and repeats the last one.
static void complete(
  const uint8_t *rows, ptrdiff_t stride, int count, int columns, int pixel, uint8_t *out) {
  for (int y = 0; y < count; y++, out += TILE * pixel) {
    memcpy(out, rows + y * stride, (size_t)(columns * pixel));
    for (int x = columns; x < TILE; x++) memcpy(out + x * pixel, out + (columns - 1) * pixel, (size_t)pixel);
  }
}

WIDE uint8_t *NAME(bromide_jpeg_code_row)(
  const bromide_jpeg_scan *scan, const uint8_t *rows, int count, uint8_t *out) {
  const int pixel = scan->channels, across = scan->across, down = scan->down;
  const ptrdiff_t stride = scan->width * pixel, unit = 8 * across;
  const ptrdiff_t block_columns = (scan->width + 7) / 8;
  tile t;
  uint8_t edge[16 * TILE * 3 + 64];
  // Unstuffed bytes are written after the place for the stuffed bytes, which cannot catch up with
  // them.
  uint8_t *const raw = out + bromide_jpeg_most_bytes(scan) / 2;
  bit_writer writer = {0, 0, raw};
  int dc[3] = {0, 0, 0};
  for (ptrdiff_t x = 0; x < scan->width; x += TILE) {
    const ptrdiff_t left = scan->width - x;
    // Reading a tile also reads up to four bytes of the next pixels.
    if (left > TILE + 1) {
      convert(scan, rows + x * pixel, stride, count, &t);
    } else {
      complete(rows + x * pixel, stride, count, left < TILE ? (int)left : TILE, pixel, edge);
      convert(scan, edge, TILE * pixel, count, &t);
    }
    for (int i = 0; i < down; i++)
      code_plane(t.luma + 8 * i * TILE, TILE, &scan->divisors[0], t.blocks[i], t.masks[i]);
    for (int i = 0; i < 2 && pixel == 3; i++)
      code_plane(t.chroma[i], TILE / across, &scan->divisors[1], t.blocks[2 + i], t.masks[2 + i]);
    const int units = (int)((left < TILE ? left : TILE) + unit - 1) / (int)unit;
    for (int u = 0; u < units; u++) {
      for (int i = 0; i < down; i++) {
        for (int j = 0; j < across; j++) {
          const int b = u * across + j;
          if (8 * i >= count || x / 8 + b >= block_columns) {
            put_filler(&writer, &scan->dc[0], &scan->ac[0]);
            continue;
          }
          const int16_t *const block = t.blocks[i] + 64 * b;
          put_block(&writer, block, t.masks[i][b], dc[0], &scan->dc[0], &scan->ac[0]);
          dc[0] = block[0];
        }
      }
      for (int i = 0; i < 2 && pixel == 3; i++) {
        const int16_t *const block = t.blocks[2 + i] + 64 * u;
        put_block(&writer, block, t.masks[2 + i][u], dc[1 + i], &scan->dc[1], &scan->ac[1]);
        dc[1 + i] = block[0];
      }
    }
  }
  return stuff(raw, end(&writer), out);
}
