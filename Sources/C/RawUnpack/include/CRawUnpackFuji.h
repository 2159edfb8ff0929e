// Fujifilm's compressed format, which CRawUnpack.h includes.
#pragma once

/// Fujifilm's blocks of 768 columns, lossless or lossy, for X-Trans and Bayer sensors. `offset` is
/// the position of the header.
typedef struct {
  /// The colours of the first six rows and columns: 0 red, 1 green, 2 blue.
  uint8_t colours[6][6];
} bromide_raw_fuji;
///
/// - Parameter damage: Receives the damage of blocks that are incomplete or irregular. They keep the
///   strips of six rows before the damage, and the others are black. If it is NULL, or no strip can
///   be decoded, the result is false.
bool bromide_unpack_fuji(
    const bromide_raw_job *, const bromide_raw_fuji *, bromide_raw_damage_found *damage);

/// A picture, according to its header.
typedef struct {
  bool is_lossless, is_xtrans;
  uint32_t bits, width, height;
} bromide_raw_fuji_header;
/// Reads the header at an offset. Returns false if it is missing or LibRaw would reject it.
bool bromide_read_fuji_header(const bromide_raw_source *, uint64_t offset, bromide_raw_fuji_header *);
