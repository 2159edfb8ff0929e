#include "CPeers.h"

#include <stdlib.h>

#if __has_include(<libyuv.h>)
#include <libyuv.h>

int peer_libyuv(
  const uint8_t *luma, const uint8_t *chroma, int stride, uint8_t *out, int channels, int width,
  int height) {
  // Cr for Cb and the constants with both exchanged: red comes first.
  const struct YuvConstants *constants = &kYvuH709Constants;
  return channels == 4
    ? !NV21ToARGBMatrix(
        luma, stride, chroma, stride, out, width * 4, constants, width, height)
    : !NV21ToRGB24Matrix(
        luma, stride, chroma, stride, out, width * 3, constants, width, height);
}

int peer_libyuv_encode(const uint8_t *rgb, uint8_t *planes, int full, int width, int height) {
  uint8_t *first = planes + (size_t)width * (size_t)height;
  uint8_t *second = first + (size_t)(width / 2) * (size_t)(height / 2);
  return full
    ? !RAWToJ420(
        rgb, width * 3, planes, width, first, width / 2, second, width / 2, width, height)
    : !RAWToI420(
        rgb, width * 3, planes, width, first, width / 2, second, width / 2, width, height);
}
#else
int peer_libyuv_encode(const uint8_t *rgb, uint8_t *planes, int full, int width, int height) {
  return 0;
}

int peer_libyuv(
  const uint8_t *luma, const uint8_t *chroma, int stride, uint8_t *out, int channels, int width,
  int height) {
  return 0;
}
#endif

#if __has_include(<libswscale/swscale.h>)
#include <libswscale/swscale.h>

struct peer_swscale {
  struct SwsContext *context;
  int width, height;
};

struct peer_swscale *peer_swscale_open(int width, int height, int linear) {
  struct peer_swscale *peer = malloc(sizeof *peer);
  peer->width = width;
  peer->height = height;
  peer->context = sws_getContext(
    width, height, AV_PIX_FMT_P010LE, width, height, AV_PIX_FMT_RGBA64LE,
    linear ? SWS_BILINEAR : SWS_POINT, NULL, NULL, NULL);
  if (!peer->context) {
    free(peer);
    return NULL;
  }
  const int *coefficients = sws_getCoefficients(SWS_CS_ITU709);
  sws_setColorspaceDetails(peer->context, coefficients, 0, coefficients, 1, 0, 1 << 16, 1 << 16);
  return peer;
}

int peer_swscale_run(
  struct peer_swscale *peer, const uint8_t *luma, const uint8_t *chroma, int stride, uint8_t *out) {
  const uint8_t *const planes[4] = {luma, chroma};
  const int strides[4] = {stride, stride};
  uint8_t *const outputs[4] = {out};
  const int outputStrides[4] = {peer->width * 8};
  return sws_scale(peer->context, planes, strides, 0, peer->height, outputs, outputStrides)
    == peer->height;
}

struct peer_swscale *peer_swscale_encoder(int width, int height) {
  struct peer_swscale *peer = malloc(sizeof *peer);
  peer->width = width;
  peer->height = height;
  peer->context = sws_getContext(
    width, height, AV_PIX_FMT_RGB48LE, width, height, AV_PIX_FMT_YUV420P10LE, SWS_BILINEAR, NULL,
    NULL, NULL);
  if (!peer->context) {
    free(peer);
    return NULL;
  }
  const int *coefficients = sws_getCoefficients(SWS_CS_ITU709);
  sws_setColorspaceDetails(peer->context, coefficients, 1, coefficients, 0, 0, 1 << 16, 1 << 16);
  return peer;
}

int peer_swscale_encode(struct peer_swscale *peer, const uint16_t *rgb, uint8_t *planes) {
  const size_t width = (size_t)peer->width, area = width * (size_t)peer->height;
  const uint8_t *const inputs[4] = {(const uint8_t *)rgb};
  const int inputStrides[4] = {peer->width * 6};
  uint8_t *const outputs[4] = {planes, planes + 2 * area, planes + 2 * area + area / 2};
  const int outputStrides[4] = {peer->width * 2, peer->width, peer->width};
  return sws_scale(
    peer->context, inputs, inputStrides, 0, peer->height, outputs, outputStrides) == peer->height;
}

void peer_swscale_close(struct peer_swscale *peer) {
  sws_freeContext(peer->context);
  free(peer);
}
#else
struct peer_swscale *peer_swscale_open(int width, int height, int linear) { return NULL; }
int peer_swscale_run(
  struct peer_swscale *peer, const uint8_t *luma, const uint8_t *chroma, int stride, uint8_t *out) {
  return 0;
}
struct peer_swscale *peer_swscale_encoder(int width, int height) { return NULL; }
int peer_swscale_encode(struct peer_swscale *peer, const uint16_t *rgb, uint8_t *planes) {
  return 0;
}
void peer_swscale_close(struct peer_swscale *peer) {}
#endif

typedef uint64_t line __attribute__((ext_vector_type(2)));

void peer_fill(uint8_t *out, size_t count) {
  const line value = {0x0123456789ABCDEF, 0x0123456789ABCDEF};
  for (size_t i = 0; i < count; i += sizeof value) {
    __builtin_nontemporal_store(value, (line *)(out + i));
  }
}
