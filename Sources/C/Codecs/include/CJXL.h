// Decodes a JPEG XL in memory to numbers with libjxl. The library is loaded with the first one.
//
// If we linked it, it would add 4 ms to every start of the program, like cairo (see CText.h). So we
// open it by its versioned name.
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The required format of a JPEG XL: one layer with one or three components, and no other content.
struct bromide_jxl_form {
  /// The width, and the minimum and maximum height.
  uint32_t width, least_height, height;
  int components;
  /// Whether it contains 16-bit floats. Otherwise, it contains integers of at most 16 bits.
  bool has_floats;
};

/// The integers of a decoded picture.
struct bromide_jxl_integers {
  /// The encoded bits per integer.
  unsigned bits;
  /// Whether colours were encoded without conversion. If not, as in most lossy pictures, integers
  /// have a higher precision than their bits.
  bool are_plain;
};

/// Returns whether the library can be loaded. Any thread can call it.
bool bromide_jxl_is_available(void);
/// Returns whether the library was needed but is not installed.
bool bromide_jxl_is_missing(void);

/// Returns the version that this was compiled for and loads, from the library's file name: "0.7".
/// This does not load the library.
const char *bromide_jxl_interface(void);

/// Decodes a JPEG XL, with or without boxes, to rows without gaps, on this thread and without
/// colour conversion.
///
/// Like the library, this spreads integers of fewer than 16 bits over 16 bits, and
/// `bromide_jxl_narrow` reverses this. Floats become 32 bits.
///
/// - Parameters:
///   - numbers: Memory for `form->height` rows of uint16_t or float.
///   - integers: Receives the type of the integers.
/// - Returns: false if it is damaged, incomplete or has a different format, needs too much memory
///   or work for its size, or if the library is not installed.
bool bromide_jxl_decode(
  const uint8_t *bytes, size_t count, const struct bromide_jxl_form *form, void *numbers,
  struct bromide_jxl_integers *integers);

/// Converts spread 16-bit integers back to encoded integers.
void bromide_jxl_narrow(uint16_t *numbers, size_t count, unsigned bits);

/// Spreads encoded integers over 16 bits, rounded to the nearest. The library uses 32-bit floats,
/// so its results sometimes differ by 1.
void bromide_jxl_spread(uint16_t *numbers, size_t count, unsigned bits);

#ifdef __cplusplus
}
#endif
