// The functions of cairo, Pango, GObject and fontconfig that we use, as declared by their public
// headers (cairo 1.16, Pango 1.50). Their binary interfaces have not changed since 1.10 and 1.38.
// Handles are void pointers.
#pragma once

#define BROMIDE_TEXT_FUNCTIONS(X) \
  X(cairo, const char *, cairo_version_string, (void)) \
  X(cairo, void *, cairo_image_surface_create, (int format, int width, int height)) \
  X(cairo, unsigned char *, cairo_image_surface_get_data, (void *surface)) \
  X(cairo, int, cairo_image_surface_get_stride, (void *surface)) \
  X(cairo, void, cairo_surface_flush, (void *surface)) \
  X(cairo, void, cairo_surface_mark_dirty, (void *surface)) \
  X(cairo, int, cairo_surface_status, (void *surface)) \
  X(cairo, void, cairo_surface_destroy, (void *surface)) \
  X(cairo, void *, cairo_create, (void *surface)) \
  X(cairo, void, cairo_destroy, (void *cairo)) \
  X(cairo, int, cairo_status, (void *cairo)) \
  X(cairo, void, cairo_save, (void *cairo)) \
  X(cairo, void, cairo_restore, (void *cairo)) \
  X(cairo, void, cairo_scale, (void *cairo, double x, double y)) \
  X(cairo, void, cairo_translate, (void *cairo, double x, double y)) \
  X(cairo, void, cairo_set_source_rgba, (void *cairo, double r, double g, double b, double a)) \
  X(cairo, void, cairo_set_source_surface, (void *cairo, void *surface, double x, double y)) \
  X(cairo, void *, cairo_get_source, (void *cairo)) \
  X(cairo, void, cairo_pattern_set_filter, (void *pattern, int filter)) \
  X(cairo, void, cairo_pattern_set_extend, (void *pattern, int extend)) \
  X(cairo, void, cairo_set_line_width, (void *cairo, double width)) \
  X(cairo, void, cairo_set_line_cap, (void *cairo, int cap)) \
  X(cairo, void, cairo_set_line_join, (void *cairo, int join)) \
  X(cairo, void, cairo_set_dash, (void *cairo, const double *dashes, int count, double offset)) \
  X(cairo, void, cairo_new_path, (void *cairo)) \
  X(cairo, void, cairo_new_sub_path, (void *cairo)) \
  X(cairo, void, cairo_move_to, (void *cairo, double x, double y)) \
  X(cairo, void, cairo_line_to, (void *cairo, double x, double y)) \
  X(cairo, void, cairo_arc, (void *cairo, double x, double y, double radius, double from, double to)) \
  X(cairo, void, cairo_rectangle, (void *cairo, double x, double y, double width, double height)) \
  X(cairo, void, cairo_close_path, (void *cairo)) \
  X(cairo, void, cairo_fill, (void *cairo)) \
  X(cairo, void, cairo_stroke, (void *cairo)) \
  X(cairo, void, cairo_clip, (void *cairo)) \
  X(cairo, void *, cairo_font_options_create, (void)) \
  X(cairo, void, cairo_font_options_destroy, (void *options)) \
  X(cairo, void, cairo_font_options_set_antialias, (void *options, int antialias)) \
  X(cairo, void, cairo_font_options_set_hint_style, (void *options, int style)) \
  X(cairo, void, cairo_font_options_set_hint_metrics, (void *options, int metrics)) \
  X(pango, const char *, pango_version_string, (void)) \
  X(pango, void *, pango_font_map_create_context, (void *map)) \
  X(pango, void, pango_context_set_round_glyph_positions, (void *context, int round)) \
  X(pango, void *, pango_layout_new, (void *context)) \
  X(pango, void, pango_layout_set_text, (void *layout, const char *text, int length)) \
  X(pango, void, pango_layout_set_font_description, (void *layout, const void *description)) \
  X(pango, void, pango_layout_set_single_paragraph_mode, (void *layout, int single)) \
  X(pango, void, pango_layout_set_width, (void *layout, int width)) \
  X(pango, void, pango_layout_set_ellipsize, (void *layout, int mode)) \
  X(pango, void, pango_layout_get_size, (void *layout, int *width, int *height)) \
  X(pango, int, pango_layout_get_baseline, (void *layout)) \
  X(pango, void *, pango_font_description_new, (void)) \
  X(pango, void, pango_font_description_free, (void *description)) \
  X(pango, void, pango_font_description_set_family, (void *description, const char *family)) \
  X(pango, void, pango_font_description_set_weight, (void *description, int weight)) \
  X(pango, void, pango_font_description_set_absolute_size, (void *description, double size)) \
  X(pangocairo, void *, pango_cairo_font_map_get_default, (void)) \
  X(pangocairo, int, pango_cairo_font_map_get_font_type, (void *map)) \
  X(pangocairo, void *, pango_cairo_font_map_new_for_font_type, (int type)) \
  X(pangocairo, void, pango_cairo_context_set_font_options, (void *context, const void *options)) \
  X(pangocairo, void, pango_cairo_update_context, (void *cairo, void *context)) \
  X(pangocairo, void, pango_cairo_show_layout, (void *cairo, void *layout)) \
  X(pangocairo, void, pango_cairo_layout_path, (void *cairo, void *layout)) \
  X(gobject, void *, g_object_ref, (void *object)) \
  X(gobject, void, g_object_unref, (void *object)) \
  X(fontconfig, int, FcInit, (void)) \
  X(fontconfig, void *, FcConfigGetCurrent, (void)) \
  X(fontconfig, void *, FcConfigGetFonts, (void *config, int set)) \
  X(fontconfig, int, FcConfigAppFontAddFile, (void *config, const unsigned char *file)) \
  X(fontconfig, int, FcConfigSubstitute, (void *config, void *pattern, int kind)) \
  X(fontconfig, void, FcDefaultSubstitute, (void *pattern)) \
  X(fontconfig, void *, FcFontMatch, (void *config, void *pattern, int *result)) \
  X(fontconfig, void *, FcFreeTypeQuery, \
    (const unsigned char *file, unsigned index, void *blanks, int *count)) \
  X(fontconfig, void *, FcPatternCreate, (void)) \
  X(fontconfig, void, FcPatternDestroy, (void *pattern)) \
  X(fontconfig, int, FcPatternAddString, \
    (void *pattern, const char *object, const unsigned char *value)) \
  X(fontconfig, int, FcPatternGetString, \
    (const void *pattern, const char *object, int index, unsigned char **value)) \
  X(fontconfig, int, FcStrCmpIgnoreCase, (const unsigned char *a, const unsigned char *b))

typedef struct {
#define BROMIDE_DECLARE(library, result, name, parameters) result(*name) parameters;
  BROMIDE_TEXT_FUNCTIONS(BROMIDE_DECLARE)
#undef BROMIDE_DECLARE
} bromide_text_api;

// Set by bromide_text_load.
extern bromide_text_api bromide_api;
