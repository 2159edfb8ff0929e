// libjxl's numbers of a JPEG XL in memory; the library is loaded with the first one.
//
// Linked as usual, it would add 4 ms to every start of the program, as cairo would (see CText.h). So
// it is opened by the name that belongs to the headers that this was compiled with.
#ifndef BROMIDE_CJXL_H
#define BROMIDE_CJXL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The picture that a JPEG XL must hold: one layer of one or three components, without anything else.
struct bromide_jxl_form {
  /// The width, and the least and the largest height.
  uint32_t width, least_height, height;
  int components;
  /// Whether it holds floating-point numbers of 16 bits; otherwise integers of at most 16.
  bool has_floats;
};

/// The integers of a decoded picture.
struct bromide_jxl_integers {
  /// The bits of each, as it was coded.
  unsigned bits;
  /// Whether colours were coded as they are. If not, as in most lossy pictures, integers are finer than
  /// their bits.
  bool are_plain;
};

/// Whether the library can be loaded. Any thread may ask.
bool bromide_jxl_is_available(void);
/// Whether the library was needed and could not be found.
bool bromide_jxl_is_missing(void);

/// The version of the library that this was compiled for and loads, as far as its file's name has it:
/// "0.7". It is known without the library.
const char *bromide_jxl_interface(void);

/// Decodes a JPEG XL, bare or in boxes, to rows without gaps, on this thread and without any
/// conversion of colours. Integers of fewer bits than 16 are spread over all 16, as the library does
/// it: `bromide_jxl_narrow` takes that back. Floating-point numbers become those of 32 bits.
///
/// - Parameters:
///   - numbers: Room for `form->height` rows of uint16_t or float.
///   - integers: Receives their kind.
/// - Returns: false if it is damaged, incomplete, of another form, takes up too much memory or work
///   for its size, or if there is no library.
bool bromide_jxl_decode(
  const uint8_t *bytes, size_t count, const struct bromide_jxl_form *form, void *numbers,
  struct bromide_jxl_integers *integers);

/// Makes coded integers of those that were spread over 16 bits.
void bromide_jxl_narrow(uint16_t *numbers, size_t count, unsigned bits);

/// Spreads coded integers over 16 bits, rounded to the nearest: the library's own, of 32-bit floating
/// point, are off by one now and then.
void bromide_jxl_spread(uint16_t *numbers, size_t count, unsigned bits);

#ifdef __cplusplus
}
#endif
#endif
