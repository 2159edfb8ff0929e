// The canvas. See include/CText.h. Each constant is named in a comment, because we do not include
// the headers of cairo and Pango.
#include <math.h>
#include <stdlib.h>

#include "CText.h"
#include "loader.h"

enum {
  ARGB32 = 0,         // CAIRO_FORMAT_ARGB32
  PANGO_SCALE = 1024, // Pango units per canvas unit
};

struct bromide_canvas {
  void *surface;
  void *cairo;
  void *context;
  void *layout;
};

// Always use fonts from fontconfig. On macOS, Pango would use the system's fonts by default.
static void *font_map(void) {
  enum { FT = 1 };  // CAIRO_FONT_TYPE_FT
  void *map = bromide_api.pango_cairo_font_map_get_default();
  if (bromide_api.pango_cairo_font_map_get_font_type(map) != FT) {
    void *other = bromide_api.pango_cairo_font_map_new_for_font_type(FT);
    if (other != NULL) return other;
  }
  return bromide_api.g_object_ref(map);
}

// Use grey antialiasing without hints. So letters do not depend on screen settings, and their
// positions do not depend on the scale.
static void make_layout(bromide_canvas *canvas) {
  void *options = bromide_api.cairo_font_options_create();
  bromide_api.cairo_font_options_set_antialias(options, 2);     // CAIRO_ANTIALIAS_GRAY
  bromide_api.cairo_font_options_set_hint_style(options, 1);    // CAIRO_HINT_STYLE_NONE
  bromide_api.cairo_font_options_set_hint_metrics(options, 1);  // CAIRO_HINT_METRICS_OFF
  void *map = font_map();
  canvas->context = bromide_api.pango_font_map_create_context(map);
  bromide_api.g_object_unref(map);
  bromide_api.pango_cairo_context_set_font_options(canvas->context, options);
  bromide_api.cairo_font_options_destroy(options);
  bromide_api.pango_context_set_round_glyph_positions(canvas->context, 0);
  bromide_api.pango_cairo_update_context(canvas->cairo, canvas->context);
  canvas->layout = bromide_api.pango_layout_new(canvas->context);
  bromide_api.pango_layout_set_single_paragraph_mode(canvas->layout, 1);
}

bromide_canvas *bromide_canvas_new(int width, int height, double scale) {
  bromide_canvas *canvas = calloc(1, sizeof *canvas);
  if (canvas == NULL) return NULL;
  canvas->surface = bromide_api.cairo_image_surface_create(ARGB32, width, height);
  canvas->cairo = bromide_api.cairo_create(canvas->surface);
  if (bromide_api.cairo_surface_status(canvas->surface) != 0 || bromide_api.cairo_status(canvas->cairo) != 0) {
    bromide_canvas_free(canvas);
    return NULL;
  }
  bromide_api.cairo_scale(canvas->cairo, scale, scale);
  bromide_api.cairo_set_line_cap(canvas->cairo, 1);   // CAIRO_LINE_CAP_ROUND
  bromide_api.cairo_set_line_join(canvas->cairo, 1);  // CAIRO_LINE_JOIN_ROUND
  make_layout(canvas);
  return canvas;
}

void bromide_canvas_free(bromide_canvas *canvas) {
  if (canvas == NULL) return;
  if (canvas->layout != NULL) bromide_api.g_object_unref(canvas->layout);
  if (canvas->context != NULL) bromide_api.g_object_unref(canvas->context);
  bromide_api.cairo_destroy(canvas->cairo);
  bromide_api.cairo_surface_destroy(canvas->surface);
  free(canvas);
}

const uint8_t *bromide_canvas_pixels(bromide_canvas *canvas, int *stride) {
  bromide_api.cairo_surface_flush(canvas->surface);
  *stride = bromide_api.cairo_image_surface_get_stride(canvas->surface);
  return bromide_api.cairo_image_surface_get_data(canvas->surface);
}

void bromide_canvas_ink(bromide_canvas *canvas, double red, double green, double blue, double alpha) {
  bromide_api.cairo_set_source_rgba(canvas->cairo, red, green, blue, alpha);
}

void bromide_canvas_move(bromide_canvas *canvas, double x, double y) {
  bromide_api.cairo_move_to(canvas->cairo, x, y);
}

void bromide_canvas_line(bromide_canvas *canvas, double x, double y) {
  bromide_api.cairo_line_to(canvas->cairo, x, y);
}

void bromide_canvas_arc(bromide_canvas *canvas, double x, double y, double radius, double from, double to) {
  bromide_api.cairo_arc(canvas->cairo, x, y, radius, from, to);
}

void bromide_canvas_close(bromide_canvas *canvas) {
  bromide_api.cairo_close_path(canvas->cairo);
  bromide_api.cairo_new_sub_path(canvas->cairo);
}

void bromide_canvas_fill(bromide_canvas *canvas) { bromide_api.cairo_fill(canvas->cairo); }

void bromide_canvas_stroke(bromide_canvas *canvas, double width, double dash, double gap) {
  const double dashes[2] = {dash, gap};
  bromide_api.cairo_set_line_width(canvas->cairo, width);
  // Round ends would close the gaps.
  bromide_api.cairo_set_line_cap(canvas->cairo, dash > 0 ? 0 : 1);
  bromide_api.cairo_set_dash(canvas->cairo, dashes, dash > 0 ? 2 : 0, 0);
  bromide_api.cairo_stroke(canvas->cairo);
}

void bromide_canvas_clip(bromide_canvas *canvas, double x, double y, double width, double height) {
  bromide_api.cairo_save(canvas->cairo);
  bromide_api.cairo_rectangle(canvas->cairo, x, y, width, height);
  bromide_api.cairo_clip(canvas->cairo);
}

void bromide_canvas_unclip(bromide_canvas *canvas) { bromide_api.cairo_restore(canvas->cairo); }

// Returns a pixel in cairo's format: premultiplied and rounded, in one word.
static uint32_t packed(const uint8_t *sample, int channels) {
  const uint32_t alpha = channels % 2 == 0 ? sample[channels - 1] : 255;
  uint32_t pixel = alpha << 24;
  for (int i = 0; i < 3; i++) {
    const uint32_t value = sample[channels < 3 ? 0 : i];
    pixel |= (value * alpha + 127) / 255 << (16 - 8 * i);
  }
  return pixel;
}

int bromide_canvas_picture(
    bromide_canvas *canvas, const uint8_t *samples, int width, int height, int channels, double x, double y,
    double drawn_width, double drawn_height) {
  void *picture = bromide_api.cairo_image_surface_create(ARGB32, width, height);
  if (bromide_api.cairo_surface_status(picture) != 0) {
    bromide_api.cairo_surface_destroy(picture);
    return -1;
  }
  const int stride = bromide_api.cairo_image_surface_get_stride(picture);
  unsigned char *pixels = bromide_api.cairo_image_surface_get_data(picture);
  for (int row = 0; row < height; row++) {
    uint32_t *line = (uint32_t *)(void *)(pixels + (size_t)row * (size_t)stride);
    const uint8_t *source = samples + (size_t)row * (size_t)width * (size_t)channels;
    for (int column = 0; column < width; column++) line[column] = packed(source + column * channels, channels);
  }
  bromide_api.cairo_surface_mark_dirty(picture);
  bromide_api.cairo_save(canvas->cairo);
  bromide_api.cairo_rectangle(canvas->cairo, x, y, drawn_width, drawn_height);
  bromide_api.cairo_clip(canvas->cairo);
  bromide_api.cairo_translate(canvas->cairo, x, y);
  bromide_api.cairo_scale(canvas->cairo, drawn_width / width, drawn_height / height);
  bromide_api.cairo_set_source_surface(canvas->cairo, picture, 0, 0);
  void *pattern = bromide_api.cairo_get_source(canvas->cairo);
  bromide_api.cairo_pattern_set_filter(pattern, 2);  // CAIRO_FILTER_BEST
  bromide_api.cairo_pattern_set_extend(pattern, 3);  // CAIRO_EXTEND_PAD
  bromide_api.cairo_rectangle(canvas->cairo, 0, 0, width, height);
  bromide_api.cairo_fill(canvas->cairo);
  bromide_api.cairo_restore(canvas->cairo);
  bromide_api.cairo_surface_destroy(picture);
  return 0;
}

bromide_text_extent bromide_canvas_text(
    bromide_canvas *canvas, const char *text, size_t length, const bromide_text_style *style, int draws, double x,
    double y) {
  void *description = bromide_api.pango_font_description_new();
  bromide_api.pango_font_description_set_family(description, style->family);
  bromide_api.pango_font_description_set_weight(description, style->weight);
  bromide_api.pango_font_description_set_absolute_size(description, style->size * PANGO_SCALE);
  bromide_api.pango_layout_set_font_description(canvas->layout, description);
  bromide_api.pango_font_description_free(description);
  // PANGO_ELLIPSIZE_MIDDLE and END.
  bromide_api.pango_layout_set_ellipsize(canvas->layout, style->keeps_end ? 2 : 3);
  bromide_api.pango_layout_set_width(canvas->layout, -1);
  bromide_api.pango_layout_set_text(canvas->layout, text, (int)length);
  int width = 0;
  int height = 0;
  bromide_api.pango_layout_get_size(canvas->layout, &width, &height);
  const int limit = (int)ceil(style->limit * PANGO_SCALE);
  if (style->limit > 0 && width > limit) {
    bromide_api.pango_layout_set_width(canvas->layout, limit);
    bromide_api.pango_layout_get_size(canvas->layout, &width, &height);
    // Pango aligns right-to-left text at the right of the layout's width, so use the width of the
    // text.
    bromide_api.pango_layout_set_width(canvas->layout, width);
  }
  if (draws) {
    bromide_api.cairo_move_to(canvas->cairo, x, y);
    if (style->outline > 0) {
      bromide_api.pango_cairo_layout_path(canvas->cairo, canvas->layout);
      bromide_canvas_stroke(canvas, style->outline, 0, 0);
    } else {
      bromide_api.pango_cairo_show_layout(canvas->cairo, canvas->layout);
    }
    // Otherwise, the next shape would start at the text.
    bromide_api.cairo_new_path(canvas->cairo);
  }
  return (bromide_text_extent){
      .width = (double)width / PANGO_SCALE,
      .height = (double)height / PANGO_SCALE,
      .baseline = (double)bromide_api.pango_layout_get_baseline(canvas->layout) / PANGO_SCALE};
}
