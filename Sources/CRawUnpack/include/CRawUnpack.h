// Decoders of raw samples that give what LibRaw's give, many times faster.
//
// They know nothing of LibRaw: CLibRaw's hook tells them where the data lie and of what kind they are. Each entry either
// decodes the whole picture exactly and returns true, or returns false at the first irregularity, and LibRaw's own decoder
// then decodes all of it again. So none of them mends, guesses or reports damage. What an entry has written by then
// counts for nothing.
//
// No decoder reads beyond the bytes it was given: a band or stream is followed by BROMIDE_UNPACK_PADDING zero bytes
// that a look-ahead may touch.
#ifndef BROMIDE_CRAWUNPACK_H
#define BROMIDE_CRAWUNPACK_H
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/// Zero bytes that follow all bytes given to a decoder.
enum { BROMIDE_UNPACK_PADDING = 64 };

/// A file: `read` copies bytes at an offset and returns how many there were; any thread may call it.
typedef struct {
  void *context;
  size_t (*read)(void *context, uint64_t offset, void *to, size_t count);
  uint64_t size;
} bromide_raw_source;

/// Threads that may help: `run` calls `body(argument)` on the calling thread and, while that lasts, on each other
/// thread that comes free; it returns when all of them have returned. NULL: the calling thread alone.
typedef struct {
  void *context;
  void (*run)(void *context, void (*body)(void *argument), void *argument);
} bromide_raw_crew;

/// What every decoder is given.
typedef struct {
  bromide_raw_source source;
  bromide_raw_crew crew;
  /// 0 baseline, 1 x86-64-v3, 2 x86-64-v4; the caller makes sure that the processor has it.
  int isa;
  /// Where the data begin in the file.
  uint64_t offset;
  /// The whole raw picture, borders included.
  uint16_t *samples;
  /// Distance of rows, in samples.
  size_t stride;
  uint32_t width, height;
} bromide_raw_job;

/// Calls `body(argument)` by the crew.
void bromide_raw_together(const bromide_raw_crew *crew, void (*body)(void *argument), void *argument);

/// Decodes rows `first` ..< `first + count` from `bytes`, which begin with the first of them. False: irregular.
typedef bool (*bromide_raw_rows)(
    const bromide_raw_job *job, const void *parameters, const uint8_t *bytes, uint32_t first,
    uint32_t count);

/// Runs a decoder over rows (or groups of rows) that lie in the file one after the other with the same number of bytes:
/// bands of them are read into memory that stays in the cache, by whichever thread is free.
///
/// - Parameter group: Rows that must be decoded together; `group_bytes` is what they take in the file.
bool bromide_raw_bands(
    const bromide_raw_job *job, bromide_raw_rows rows, const void *parameters, uint32_t group,
    size_t group_bytes);

/// Samples of 16 bits, one after the other.
typedef struct {
  bool is_big_endian;
} bromide_raw_plain;
bool bromide_unpack_plain(const bromide_raw_job *, const bromide_raw_plain *);

#ifdef __cplusplus
}
#endif
#endif
