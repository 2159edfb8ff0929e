// Samples of all lanes with and without prediction, and the lines that they form.
#pragma once

#include "lanes.h"

/// Returns the next parameters, without a limit. See `crx_next_k`.
INLINE __m256i crx_next_ks(__m256i k, __m256i twice) {
  const __m128i more = _mm_setr_epi8(0, 1, 1, 1, 1, 1, 2, 2, 2, 2, 2, 2, 3, 3, 3, 3);
  const __m256i halves = _mm256_min_epi32(
      _mm256_srlv_epi32(_mm256_or_si256(twice, crx_lanes_of(1)), k), crx_lanes_of(15));
  const __m256i steps = _mm256_shuffle_epi8(_mm256_broadcastsi128_si256(more), halves);
  return _mm256_sub_epi32(_mm256_add_epi32(k, steps), crx_lanes_of(1));
}

INLINE __m256i crx_signed_lanes(__m256i code) {
  const __m256i sign = _mm256_sub_epi32(
      _mm256_setzero_si256(), _mm256_and_si256(code, crx_lanes_of(1)));
  return _mm256_xor_si256(_mm256_srli_epi32(code, 1), sign);
}

/// Decodes a sample of each lane with prediction. Decodes no sample if a run begins and `has_runs`
/// is false.
INLINE bool crx_predicted_step(
    struct crx_lanes *lanes, int32_t *samples, uint32_t left_in_line, const bool has_runs) {
  const __m256i zero = _mm256_setzero_si256(), left = lanes->left, above = lanes->above;
  const __m256i next = crx_load_lanes(samples + kPlanes);
  __m256i is_idle = _mm256_cmpeq_epi64(lanes->rest, zero);
  __m256i is_flat = _mm256_and_si256(_mm256_cmpeq_epi64(left, above), _mm256_cmpeq_epi64(left, next));
  if (has_runs) is_flat = _mm256_andnot_si256(lanes->after, _mm256_and_si256(is_flat, is_idle));
  const unsigned runs = crx_tops(_mm256_and_si256(is_flat, lanes->window));
  if (__builtin_expect(runs != 0, 0)) {
    lanes->has_runs = true;
    if (!has_runs) return true;
    if (!crx_begin(lanes, is_flat, runs, left_in_line)) return false;
    is_idle = _mm256_cmpeq_epi64(lanes->rest, zero);
    is_flat = _mm256_and_si256(is_flat, is_idle);
  }
  __m256i code;
  if (!crx_take(lanes, is_flat, is_idle, has_runs, &code)) return false;
  const __m256i distance = _mm256_abs_epi32(_mm256_sub_epi32(next, above));
  const __m256i around = _mm256_add_epi32(distance, distance);
  __m256i k = crx_next_ks(lanes->k, _mm256_add_epi32(code, around));
  k = _mm256_min_epi32(k, crx_lanes_of(kLargestK));
  const __m256i gradient = _mm256_sub_epi32(_mm256_add_epi32(left, above), lanes->above_left);
  const __m256i low = _mm256_min_epi32(left, above), high = _mm256_max_epi32(left, above);
  __m256i guess = _mm256_max_epi32(low, _mm256_min_epi32(high, gradient));
  if (has_runs) guess = _mm256_blendv_epi8(guess, above, lanes->after);
  __m256i value = _mm256_add_epi32(guess, crx_signed_lanes(code));
  if (has_runs) {
    value = _mm256_blendv_epi8(left, value, is_idle);
    k = _mm256_blendv_epi8(lanes->k, k, is_idle);
    lanes->rest = _mm256_add_epi64(lanes->rest, _mm256_xor_si256(is_idle, _mm256_set1_epi64x(-1)));
    lanes->after = _mm256_andnot_si256(is_idle, _mm256_cmpeq_epi64(lanes->rest, zero));
  }
  crx_store_lanes(samples, value);
  lanes->all = _mm256_or_si256(lanes->all, _mm256_abs_epi32(value));
  lanes->k = k;
  lanes->left = value;
  lanes->above_left = above;
  lanes->above = next;
  return true;
}

/// Returns whether any lane is in a run or at its end.
INLINE bool crx_has_runs(const struct crx_lanes *lanes) {
  const __m256i any = _mm256_or_si256(lanes->rest, lanes->after);
  return !_mm256_testz_si256(any, any);
}

/// Decodes a sample of each lane without prediction. Decodes no sample if a run begins and
/// `has_runs` is false.
INLINE bool crx_plain_step(
    struct crx_lanes *lanes, int32_t *samples, int32_t *parameters, uint32_t left_in_line,
    const bool has_runs) {
  const __m256i zero = _mm256_setzero_si256();
  const __m256i next = crx_load_lanes(samples + kPlanes);
  const __m256i any = _mm256_or_si256(_mm256_or_si256(lanes->left, lanes->above), next);
  __m256i is_idle = _mm256_cmpeq_epi64(lanes->rest, zero);
  __m256i is_flat = _mm256_cmpeq_epi64(any, zero);
  if (has_runs) is_flat = _mm256_andnot_si256(lanes->after, _mm256_and_si256(is_flat, is_idle));
  const unsigned runs = crx_tops(_mm256_and_si256(is_flat, lanes->window));
  if (__builtin_expect(runs != 0, 0)) {
    lanes->has_runs = true;
    if (!has_runs) return true;
    if (!crx_begin(lanes, is_flat, runs, left_in_line)) return false;
    is_idle = _mm256_cmpeq_epi64(lanes->rest, zero);
    is_flat = _mm256_and_si256(is_flat, is_idle);
  }
  __m256i code;
  if (!crx_take(lanes, is_flat, is_idle, has_runs, &code)) return false;
  __m256i k = crx_next_ks(lanes->k, _mm256_add_epi32(code, code));
  const __m256i ahead = _mm256_sub_epi32(crx_load_lanes(parameters + kPlanes), k);
  // A true comparison is −1.
  k = _mm256_sub_epi32(
      _mm256_min_epi32(k, crx_lanes_of(kLargestK)), _mm256_cmpgt_epi32(ahead, _mm256_set1_epi32(1)));
  // 0 cannot follow a run.
  __m256i more = _mm256_srli_epi64(is_flat, 63);
  if (has_runs) more = _mm256_or_si256(more, _mm256_srli_epi64(lanes->after, 63));
  __m256i value = crx_signed_lanes(_mm256_add_epi32(code, more));
  __m256i parameter = k;
  if (has_runs) {
    value = _mm256_and_si256(value, is_idle);
    parameter = _mm256_and_si256(k, is_idle);
    k = _mm256_blendv_epi8(lanes->k, k, is_idle);
    lanes->rest = _mm256_add_epi64(lanes->rest, _mm256_xor_si256(is_idle, _mm256_set1_epi64x(-1)));
    lanes->after = _mm256_andnot_si256(is_idle, _mm256_cmpeq_epi64(lanes->rest, zero));
  }
  crx_store_lanes(samples, value);
  lanes->all = _mm256_or_si256(lanes->all, _mm256_abs_epi32(value));
  crx_store_lanes(parameters, parameter);
  lanes->k = k;
  lanes->left = value;
  lanes->above = next;
  return true;
}

/// Decodes a step of the line's kind.
INLINE bool crx_step_of(
    struct crx_lanes *lanes, uint32_t x, const bool is_predicted, const bool has_runs) {
  struct crx_lines *lines = lanes->lines;
  int32_t *const samples = lines->samples + (size_t)x * kPlanes;
  return is_predicted ? crx_predicted_step(lanes, samples, lines->width - x, has_runs)
                      : crx_plain_step(lanes, samples, lines->parameters + (size_t)x * kPlanes,
                            lines->width - x, has_runs);
}

/// Decodes all of a line except its last sample.
INLINE bool crx_steps(struct crx_lanes *to, const bool is_predicted) {
  struct crx_lanes copy = *to, *const lanes = &copy;
  const uint32_t last = lanes->lines->width - 1;
  uint32_t x = 0;
  lanes->has_runs = false;
  while (x < last) {
    while (!lanes->has_runs && x + 2 <= last) {
      if (!crx_step_of(lanes, x, is_predicted, false)) return false;
      if (lanes->has_runs) break;
      x++;
      if (!crx_step_of(lanes, x, is_predicted, false)) return false;
      if (lanes->has_runs) break;
      x++;
      crx_refill(lanes);
    }
    if (x == last) break;
    if (!crx_step_of(lanes, x, is_predicted, true)) return false;
    x++;
    crx_refill(lanes);
    lanes->has_runs = crx_has_runs(lanes);
  }
  *to = copy;
  return true;
}

/// Decodes the last sample of one lane.
static bool NAME(crx_last_sample)(struct crx_lanes *lanes, uint32_t lane, const bool is_predicted) {
  struct crx_lines *lines = lanes->lines;
  struct crx_stream *stream = &lines->streams[lane];
  const uint32_t last = lines->width - 1;
  const int32_t left = (int32_t)((const uint64_t *)&lanes->left)[lane];
  const int32_t above = (int32_t)((const uint64_t *)&lanes->above)[lane];
  const int32_t above_left = (int32_t)((const uint64_t *)&lanes->above_left)[lane];
  const bool is_after = ((const uint64_t *)&lanes->after)[lane] != 0;
  const bool is_in_run = ((const uint64_t *)&lanes->rest)[lane] != 0;
  struct crx_cursor at = {
      .bytes = stream->bytes,
      .position = ((const uint64_t *)&lanes->position)[lane],
      .k = (uint32_t)((const uint64_t *)&lanes->k)[lane],
      .samples = lines->samples + lane,
      .width = lines->width,
      .x = last,
  };
  uint32_t code = 0, k = 0;
  if (!is_in_run) {
    if (!crx_read(&at, &code)) return false;
    crx_adapt(&at, 2 * code);
    k = at.k;
  }
  if (!is_predicted) {
    crx_put(&at, is_in_run ? 0 : crx_signed(code + is_after));
    lines->parameters[(size_t)last * kPlanes + lane] = (int32_t)k;
  } else if (is_in_run) {
    crx_put(&at, left);
  } else {
    const int32_t guess = is_after ? above : crx_median(left, above, above_left);
    crx_put(&at, crx_sum(guess, crx_signed(code)));
  }
  stream->position = at.position;
  stream->k = at.k;
  stream->run = (uint32_t)((const uint64_t *)&lanes->run)[lane];
  lines->all |= at.all;
  return at.all < kMostValue && crx_is_inside(stream);
}

/// Decodes a line of all planes, which must have the same kind. It must not be the first line.
INLINE bool crx_line_in_lanes(struct crx_lines *lines, const bool is_predicted) {
  struct crx_stream *streams = lines->streams;
  struct crx_lanes lanes = {.lines = lines, .bytes = streams[0].bytes};
  uint64_t offsets[kPlanes], positions[kPlanes], k[kPlanes], before[kPlanes];
  uint64_t run[kPlanes];
  for (uint32_t p = 0; p < kPlanes; p++) {
    offsets[p] = (uint64_t)(streams[p].bytes - streams[0].bytes);
    positions[p] = streams[p].position;
    k[p] = streams[p].k;
    run[p] = streams[p].run;
    before[p] = (uint32_t)streams[p].before;
    streams[p].before = lines->samples[p];
  }
  lanes.offsets = _mm256_loadu_si256((const __m256i *)offsets);
  lanes.position = _mm256_loadu_si256((const __m256i *)positions);
  lanes.k = _mm256_loadu_si256((const __m256i *)k);
  lanes.run = _mm256_loadu_si256((const __m256i *)run);
  lanes.used = lanes.rest = lanes.after = lanes.all = lanes.left = _mm256_setzero_si256();
  lanes.above = crx_load_lanes(lines->samples);
  lanes.above_left = _mm256_loadu_si256((const __m256i *)before);
  if (is_predicted) lanes.left = lanes.above;
  crx_reload(&lanes);
  if (!crx_steps(&lanes, is_predicted)) return false;
  lanes.position = _mm256_add_epi64(lanes.position, lanes.used);
  uint32_t all[8];
  _mm256_storeu_si256((__m256i *)all, lanes.all);
  for (uint32_t p = 0; p < kPlanes; p++) {
    lines->all |= all[2 * p];
    if (all[2 * p] >= kMostValue || !NAME(crx_last_sample)(&lanes, p, is_predicted)) return false;
  }
  return true;
}

/// Decodes a line in lanes. `is_possible` becomes true if this was possible.
static bool NAME(crx_lanes_line)(struct crx_lines *lines, bool *is_possible) {
  *is_possible = !lines->is_first && lines->kinds[0] != crx_rounded;
  for (uint32_t p = 0; p < kPlanes; p++)
    *is_possible &= !lines->is_empty[p] && lines->kinds[p] == lines->kinds[0];
  if (!*is_possible || lines->is_sparse) return *is_possible = false;
  return lines->kinds[0] == crx_predicted ? crx_line_in_lanes(lines, true)
                                          : crx_line_in_lanes(lines, false);
}
