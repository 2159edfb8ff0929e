// A cairo canvas with text by Pango. Both libraries are loaded with the first canvas.
//
// If we linked them, they and their 35 dependencies would add 4 ms to every start of the program,
// even if it draws no text. So we open them by name, and you can build without their headers.
#pragma once

#include <stddef.h>
#include <stdint.h>

enum { BROMIDE_TEXT_MESSAGE = 512 };

typedef enum {
  BROMIDE_TEXT_READY = 0,
  BROMIDE_TEXT_NO_LIBRARY,  // the message contains its name
  BROMIDE_TEXT_NO_FONT,     // fontconfig has no font
} bromide_text_status;

// Loads the libraries once per process. Later calls only return the result. Any thread can call it.
bromide_text_status bromide_text_load(char message[_Nonnull BROMIDE_TEXT_MESSAGE]);

// For example, "1.50.12" and "1.16.0", or empty before a successful load.
void bromide_text_versions(char pango[_Nonnull 32], char cairo[_Nonnull 32]);

typedef struct bromide_canvas bromide_canvas;

// Maximum length of a family name, including the NUL.
enum { BROMIDE_TEXT_FAMILY = 256 };

// Returns whether a font of this family is installed or was added. Requires a successful load.
int bromide_text_has_family(const char *_Nonnull name);

// Adds a font file to the fonts of this process and copies its family name.
//
// Call this before you create a canvas that uses the font. Returns 0 if the file is not a font.
// Requires a successful load. Not thread-safe.
int bromide_text_add_font(const char *_Nonnull path, char name[_Nonnull BROMIDE_TEXT_FAMILY]);

// Creates a transparent canvas of `width` × `height` pixels, with `scale` pixels per unit. Returns NULL if out of memory
// or if a side exceeds 32767 pixels. Requires a successful load. A canvas is not thread-safe.
bromide_canvas *_Nullable bromide_canvas_new(int width, int height, double scale);
void bromide_canvas_free(bromide_canvas *_Nullable canvas);

// Returns the current pixels, 32 bits each in the machine's order: alpha in the highest bits, then
// red, green and blue, premultiplied. `stride` is in bytes.
const uint8_t *_Nullable bromide_canvas_pixels(bromide_canvas *_Nonnull canvas, int *_Nonnull stride);

// Sets the colour of later calls: encoded in sRGB from 0 to 1, with straight alpha.
void bromide_canvas_ink(bromide_canvas *_Nonnull canvas, double red, double green, double blue, double alpha);

// Builds and draws the path. Fill and stroke start a new one.
void bromide_canvas_move(bromide_canvas *_Nonnull canvas, double x, double y);
void bromide_canvas_line(bromide_canvas *_Nonnull canvas, double x, double y);
void bromide_canvas_arc(
    bromide_canvas *_Nonnull canvas, double x, double y, double radius, double from, double to);
void bromide_canvas_close(bromide_canvas *_Nonnull canvas);
void bromide_canvas_fill(bromide_canvas *_Nonnull canvas);
// If `dash` is greater than 0, draws dashes of this length with gaps of length `gap`.
void bromide_canvas_stroke(bromide_canvas *_Nonnull canvas, double width, double dash, double gap);

// Limits drawing to a rectangle until the next unclip.
void bromide_canvas_clip(bromide_canvas *_Nonnull canvas, double x, double y, double width, double height);
void bromide_canvas_unclip(bromide_canvas *_Nonnull canvas);

// Draws a picture into a rectangle. Its 8-bit samples have 1 to 4 channels (grey, grey and alpha,
// RGB, RGBA, with straight alpha). Returns 0, or -1 if out of memory.
int bromide_canvas_picture(
    bromide_canvas *_Nonnull canvas, const uint8_t *_Nonnull samples, int width, int height, int channels,
    double x, double y, double drawn_width, double drawn_height);

typedef struct {
  const char *_Nonnull family;  // names separated by commas
  double size;                  // font size (em) in units
  int weight;                   // 400 regular, 700 bold
  double limit;                 // maximum width in units before text is shortened, or 0 for no limit
  int keeps_end;                // whether shortening removes the middle instead of the end
  double outline;               // width of an outline that replaces the letters, or 0 to draw letters
} bromide_text_style;

typedef struct {
  double width;
  double height;
  double baseline;  // from the top
} bromide_text_extent;

// Measures a line of UTF-8 text without NUL. If `draws` is not 0, this also draws it with its top
// left corner at x, y.
bromide_text_extent bromide_canvas_text(
    bromide_canvas *_Nonnull canvas, const char *_Nonnull text, size_t length,
    const bromide_text_style *_Nonnull style, int draws, double x, double y);
