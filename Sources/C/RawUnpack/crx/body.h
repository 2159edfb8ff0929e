// The code that is compiled for each instruction set: a line of every plane, the wavelet's two
// directions, and the samples. Vectors wider than the machine's are only passed to inlined
// functions.
#pragma clang diagnostic ignored "-Wpsabi"

#include "lines.h"
#include "wavelet.h"
#include "samples.h"

/// Decodes a line of one plane.
static bool line_of(struct crx_lines *lines, uint32_t plane) {
  struct crx_stream *stream = &lines->streams[plane];
  struct crx_cursor at = {
      .bytes = stream->bytes,
      .position = stream->position,
      .k = stream->k,
      .run = stream->run,
      .samples = lines->samples + plane,
      .width = lines->width,
  };
  const int32_t first = at.samples[0];
  const int32_t half = lines->rounding[plane] ? 1 << (lines->rounding[plane] - 1) : 0;
  bool is_sound;
  switch (lines->kinds[plane]) {
  case crx_plain:
    is_sound = lines->is_first ? crx_first_plain(&at, lines->parameters + plane)
                               : crx_next_plain(&at, lines->parameters + plane);
    break;
  case crx_predicted:
    is_sound = lines->is_first ? crx_first_predicted(&at) : crx_next_predicted(&at, stream->before);
    // The sample before this line is the first sample of the line above.
    stream->before = lines->is_first ? 0 : first;
    break;
  default:
    is_sound = lines->is_first ? crx_first_rounded(&at, half) : crx_next_rounded(&at, half);
    break;
  }
  stream->position = at.position;
  stream->k = at.k;
  stream->run = at.run;
  lines->all |= at.all;
  return is_sound && at.all < kMostValue && crx_is_inside(stream);
}

bool NAME(crx_line)(struct crx_lines *lines) {
  lines->all = 0;
#if defined(LANES)
  bool is_possible;
  const bool is_sound = NAME(crx_lanes_line)(lines, &is_possible);
  if (is_possible) return is_sound;
#endif
  for (uint32_t p = 0; p < kPlanes; p++)
    if (!lines->is_empty[p] && !line_of(lines, p)) return false;
  return true;
}
