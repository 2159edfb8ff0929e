// Decodes the codes of two streams in alternation, because the latency of the table exceeds all
// other work.

/// Reads a code longer than the table's patterns. It passes a copy, so that the cursor itself stays
/// in registers.
INLINE bool vc5_take_long(struct vc5_cursor *cursor, const struct vc5_codes *codes) {
  struct vc5_cursor copy = *cursor;
  const bool is_sound = vc5_take_code(&copy, codes);
  *cursor = copy;
  return is_sound;
}

INLINE bool vc5_take_entry(struct vc5_cursor *cursor, const struct vc5_codes *codes) {
  const struct vc5_entry *entry = &codes->entries[cursor->window >> (64 - kTableBits)];
  if (__builtin_expect(entry->bits == 0, 0)) return vc5_take_long(cursor, codes);
  int16_t *const to = cursor->samples + cursor->place;
  to[entry->places[0]] = (int16_t)(entry->values[0] * cursor->quantum);
  to[entry->places[1]] = (int16_t)(entry->values[1] * cursor->quantum);
  cursor->place += entry->advance;
  cursor->bit += entry->bits;
  cursor->window <<= entry->bits;
  return true;
}

/// Returns the position before which complete windows can be decoded.
INLINE int64_t vc5_last_place(const struct vc5_stream *stream) {
  const int64_t last = stream->cursor.end - kMostOfWindow;
  // Products of values in the table must fit in 16 bits.
  if (stream->cursor.largest > INT16_MAX) return 0;
  return last < stream->needed ? last : stream->needed;
}

INLINE void vc5_keep(struct vc5_stream *stream, const struct vc5_cursor *cursor, bool is_sound) {
  stream->cursor = *cursor;
  if (!is_sound) vc5_break(stream);
}

/// Decodes windows of one stream while there are any.
static void NAME(vc5_run)(struct vc5_stream *stream, const struct vc5_codes *codes) {
  struct vc5_cursor cursor = stream->cursor;
  const int64_t last = vc5_last_place(stream);
  const uint64_t bits = vc5_end_of_bits(stream);
  bool is_sound = true;
  while (is_sound && cursor.place < last && cursor.bit < bits) {
    cursor.window = vc5_window(&cursor);
    for (int i = 0; i < kCodesInWindow && is_sound; i++) is_sound = vc5_take_entry(&cursor, codes);
  }
  vc5_keep(stream, &cursor, is_sound);
}

/// Decodes windows of two streams while both have some.
static void NAME(vc5_run_both)(
    struct vc5_stream *first, struct vc5_stream *second, const struct vc5_codes *codes) {
  struct vc5_cursor a = first->cursor, b = second->cursor;
  const int64_t last_a = vc5_last_place(first), last_b = vc5_last_place(second);
  const uint64_t bits_a = vc5_end_of_bits(first), bits_b = vc5_end_of_bits(second);
  bool is_a_sound = true, is_b_sound = true;
  while (a.place < last_a && b.place < last_b && a.bit < bits_a && b.bit < bits_b) {
    a.window = vc5_window(&a);
    b.window = vc5_window(&b);
#pragma clang loop unroll(full)
    for (int i = 0; i < kCodesInWindow; i++) {
      is_a_sound = vc5_take_entry(&a, codes);
      is_b_sound = vc5_take_entry(&b, codes);
      if (__builtin_expect(!(is_a_sound & is_b_sound), 0)) goto end;
    }
  }
end:
  vc5_keep(first, &a, is_a_sound);
  vc5_keep(second, &b, is_b_sound);
}

/// Decodes the remaining codes: the last codes before the requested position or the band's end.
static void NAME(vc5_finish_stream)(struct vc5_stream *stream, const struct vc5_codes *codes) {
  while (!stream->is_broken && stream->cursor.place < stream->needed)
    if (!vc5_fill(stream) || !vc5_take_code(&stream->cursor, codes)) vc5_break(stream);
}

/// Returns whether a stream has windows to decode.
INLINE bool vc5_has_windows(struct vc5_stream *stream) {
  return !stream->is_broken && stream->cursor.place < vc5_last_place(stream) && vc5_fill(stream);
}

/// Decodes the requested coefficients of all highpass bands of a channel.
void NAME(vc5_take_bands)(struct vc5_stream *streams, const struct vc5_codes *codes) {
  // The largest bands first.
  uint32_t next = kBands;
  struct vc5_stream *pair[2] = {NULL, NULL};
  for (;;) {
    for (int i = 0; i < 2; i++) {
      while (!pair[i] || !vc5_has_windows(pair[i])) {
        if (pair[i]) NAME(vc5_finish_stream)(pair[i], codes);
        pair[i] = NULL;
        if (next == 1) break;
        pair[i] = &streams[--next];
      }
    }
    if (pair[0] && pair[1])
      NAME(vc5_run_both)(pair[0], pair[1], codes);
    else if (pair[0] || pair[1])
      NAME(vc5_run)(pair[0] ? pair[0] : pair[1], codes);
    else
      return;
  }
}
