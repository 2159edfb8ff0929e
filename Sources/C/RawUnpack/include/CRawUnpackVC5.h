// GoPro's VC-5 (SMPTE ST 2073) in DNGs, which CRawUnpack.h includes.
#pragma once

/// A stream of VC-5. The job's `offset` is the position of its first byte.
typedef struct {
  /// The bytes of the stream according to the file.
  uint64_t size;
  /// The bits of a sample in the mosaic, 1 to 16.
  uint32_t bits;
  /// Whether the mosaic begins with green and blue. Otherwise, it begins with red and green.
  bool is_gbrg;
} bromide_raw_vc5;

/// A number in a stream that the decoder does not support.
typedef struct {
  /// The name of the number.
  const char *name;
  /// Whether the stream contains it.
  bool is_present;
  uint32_t found;
  /// The accepted numbers.
  const char *accepted;
} bromide_raw_vc5_rejection;

/// Returns whether a stream is VC-5 of a kind that `bromide_unpack_vc5` does not support, although
/// it can be intact.
///
/// - Parameter rejection: The first reason. It is unchanged if the result is false.
bool bromide_rejects_vc5(
    const bromide_raw_job *, const bromide_raw_vc5 *, bromide_raw_vc5_rejection *rejection);

/// Decodes a stream to the mosaic.
///
/// A damaged band keeps the coefficients before the damage, and the others are 0, so the picture is
/// soft there. The result is false without all four lowpass bands, because they contain the main
/// picture. For a job with parts, only their rows are decoded, and later damage is not found unless
/// the stream ends early.
///
/// - Parameter damage: Receives the damage of the stream, also if the result is false.
bool bromide_unpack_vc5(const bromide_raw_job *, const bromide_raw_vc5 *, bromide_raw_damage_found *damage);
