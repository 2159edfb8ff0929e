// Peers for Bromide's YCbCr. Functions return 0 if the build did not find the library.
#ifndef CPEERS_H
#define CPEERS_H

#include <stddef.h>
#include <stdint.h>

/// libyuv: NV12 of BT.709 limited range to R, G, B bytes, with a fourth or without.
int peer_libyuv(
  const uint8_t *luma, const uint8_t *chroma, int stride, uint8_t *out, int channels, int width,
  int height);

/// libyuv: R, G, B bytes to I420 of BT.601, limited or full range.
int peer_libyuv_encode(const uint8_t *rgb, uint8_t *planes, int full, int width, int height);

/// libswscale: P010 of BT.709 limited range to RGBA of 16 bits. `linear` interpolates chroma.
struct peer_swscale;
struct peer_swscale *peer_swscale_open(int width, int height, int linear);
int peer_swscale_run(
  struct peer_swscale *peer, const uint8_t *luma, const uint8_t *chroma, int stride, uint8_t *out);
/// Words of R, G and B to planes of 4:2:0 with 10 bits, BT.709 limited range.
struct peer_swscale *peer_swscale_encoder(int width, int height);
int peer_swscale_encode(struct peer_swscale *peer, const uint16_t *rgb, uint8_t *planes);
void peer_swscale_close(struct peer_swscale *peer);

/// libtiff: words of R, G and B to a file with strips of 16 rows, predictor 2 and deflate. `level` is a level of
/// zlib, or of libdeflate if libtiff uses it.
int peer_libtiff(const char *path, const uint16_t *pixels, int width, int height, int level);

/// Writes `count` bytes, a multiple of 64 at an aligned address, past the cache.
void peer_fill(uint8_t *out, size_t count);

/// Measures the seconds that LibRaw needs to unpack an open raw into its memory. Returns a negative number if LibRaw
/// fails.
double peer_libraw_unpack_seconds(const char *path);

/// Opens and unpacks a raw with LibRaw's C interface.
int peer_libraw_unpack(const char *path);

#endif
