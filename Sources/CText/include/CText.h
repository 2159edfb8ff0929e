// A cairo canvas with text by Pango; both libraries are loaded with the first canvas.
//
// Linked as usual, the two and the 35 libraries behind them would add 4 ms to every start of the
// program, even if it draws nothing. So they are opened by name, and building needs none of their
// headers.
#ifndef BROMIDE_CTEXT_H
#define BROMIDE_CTEXT_H
#include <stddef.h>
#include <stdint.h>

enum { BROMIDE_TEXT_MESSAGE = 512 };

typedef enum {
  BROMIDE_TEXT_READY = 0,
  BROMIDE_TEXT_NO_LIBRARY,  // the message names it
  BROMIDE_TEXT_NO_FONT,     // fontconfig knows no font
} bromide_text_status;

// Loads the libraries, once for the process; later calls only return the result. Any thread may
// call it.
bromide_text_status bromide_text_load(char message[_Nonnull BROMIDE_TEXT_MESSAGE]);

// "1.50.12" and "1.16.0", for example; empty before a successful load.
void bromide_text_versions(char pango[_Nonnull 32], char cairo[_Nonnull 32]);

typedef struct bromide_canvas bromide_canvas;

// A transparent canvas of whole pixels, `scale` of them to a unit. NULL if out of memory or beyond
// 32767 pixels a side. Requires a successful load. A canvas belongs to one thread at a time.
// The longest name of a family, with the NUL.
enum { BROMIDE_TEXT_FAMILY = 256 };

// Whether a font of this family is installed, or was added. Only after a successful load.
int bromide_text_has_family(const char *_Nonnull name);

// Adds a font file to the fonts of this process, before any canvas that draws with it is made, and copies the name of
// its family. Returns 0 if it is no font. Only after a successful load; one thread at a time.
int bromide_text_add_font(const char *_Nonnull path, char name[_Nonnull BROMIDE_TEXT_FAMILY]);

bromide_canvas *_Nullable bromide_canvas_new(int width, int height, double scale);
void bromide_canvas_free(bromide_canvas *_Nullable canvas);

// The current pixels, 32 bits each in the machine's order: alpha in the highest bits, then red,
// green and blue, premultiplied. `stride` is in bytes.
const uint8_t *_Nullable bromide_canvas_pixels(bromide_canvas *_Nonnull canvas, int *_Nonnull stride);

// Sets the colour of later calls: encoded in sRGB, 0 to 1, with straight alpha.
void bromide_canvas_ink(bromide_canvas *_Nonnull canvas, double red, double green, double blue, double alpha);

// Builds and draws the path; fill and stroke begin a new one.
void bromide_canvas_move(bromide_canvas *_Nonnull canvas, double x, double y);
void bromide_canvas_line(bromide_canvas *_Nonnull canvas, double x, double y);
void bromide_canvas_arc(
    bromide_canvas *_Nonnull canvas, double x, double y, double radius, double from, double to);
void bromide_canvas_close(bromide_canvas *_Nonnull canvas);
void bromide_canvas_fill(bromide_canvas *_Nonnull canvas);
// With `dash` above 0: dashes of that length with gaps of `gap` between them.
void bromide_canvas_stroke(bromide_canvas *_Nonnull canvas, double width, double dash, double gap);

// Limits drawing to a rectangle until the next unclip.
void bromide_canvas_clip(bromide_canvas *_Nonnull canvas, double x, double y, double width, double height);
void bromide_canvas_unclip(bromide_canvas *_Nonnull canvas);

// Draws a picture of 8-bit samples with 1 to 4 channels (grey, grey and alpha, RGB, RGBA; straight
// alpha) over a rectangle. Returns 0, or -1 if out of memory.
int bromide_canvas_picture(
    bromide_canvas *_Nonnull canvas, const uint8_t *_Nonnull samples, int width, int height, int channels,
    double x, double y, double drawn_width, double drawn_height);

typedef struct {
  const char *_Nonnull family;  // names separated by commas
  double size;                  // units an em
  int weight;                   // 400 regular, 700 bold
  double limit;                 // maximum width in units, beyond which text is shortened; 0: none
  int keeps_end;                // whether shortening drops the middle rather than the end
  double outline;               // width of a line along the letters' edges, drawn in place of them; 0: letters
} bromide_text_style;

typedef struct {
  double width;
  double height;
  double baseline;  // from the top
} bromide_text_extent;

// A line of text: UTF-8 without NUL. Drawn if `draws`, with its top left corner at x, y.
bromide_text_extent bromide_canvas_text(
    bromide_canvas *_Nonnull canvas, const char *_Nonnull text, size_t length,
    const bromide_text_style *_Nonnull style, int draws, double x, double y);
#endif
