// GoPro's VC-5 (SMPTE ST 2073) in DNGs, which CRawUnpack.h includes.
#ifndef BROMIDE_CRAWUNPACK_VC5_H
#define BROMIDE_CRAWUNPACK_VC5_H

/// A stream of VC-5; `offset` of the job is that of its first byte.
typedef struct {
  /// Number of bytes of the stream as the file states it.
  uint64_t size;
  /// Bits of a sample of the mosaic, 1 to 16.
  uint32_t bits;
  /// Whether the mosaic begins with green and blue; otherwise with red and green.
  bool is_gbrg;
} bromide_raw_vc5;

/// A number of a stream that the decoder does not support.
typedef struct {
  /// The name of the number.
  const char *name;
  /// Whether the stream contains it.
  bool is_present;
  uint32_t found;
  /// The accepted numbers.
  const char *accepted;
} bromide_raw_vc5_refusal;

/// Whether a stream is VC-5 of a kind that `bromide_unpack_vc5` does not decode, although it may be sound.
///
/// - Parameter refusal: The first reason; unchanged if the result is false.
bool bromide_refuses_vc5(
    const bromide_raw_job *, const bromide_raw_vc5 *, bromide_raw_vc5_refusal *refusal);

/// Decodes a stream to the mosaic.
///
/// A damaged band keeps the coefficients before the damage, and the others are 0: the picture is soft
/// there. The result is false without all four lowpass bands, which are the picture itself. Of a job
/// with parts, only their rows are decoded, and later damage goes unseen unless the stream ends early.
///
/// - Parameter damage: Receives the damage of the stream, also if the result is false.
bool bromide_unpack_vc5(const bromide_raw_job *, const bromide_raw_vc5 *, bromide_raw_damage_found *damage);

#endif
