// Bromide's decoders, by the name of the LibRaw decoder that each replaces.
//
// An unpacker examines the data that LibRaw collected when opening the file. If it supports the
// case, it sets the parameters of a decoder in CBromideRawUnpack. It returns false for every other case
// and for irregular data. LibRaw's decoder then runs normally, unless the entry's refusal forbids
// it. Levels, crops and flags always come from LibRaw.
#pragma once

#include "JPEGXLPicture.h"
#include "VC5Picture.h"

#include <CRawUnpack.h>
#include <libraw/libraw.h>
#include <string>

namespace bromide {

/// The job of an unpacker. It is complete: `offset` is the position at which LibRaw's decoder would
/// begin to read.
struct UnpackRequest {
  bromide_raw_job job;
  /// Change it only if LibRaw's decoder would change it, and only after the decoder succeeded.
  libraw_data_t &data;
  const libraw_internal_data_t &internals;
  /// The TIFF directory of the picture, or null if it is missing.
  const tiff_ifd_t *directory;
  /// The picture in the file if it is JPEG XL, which LibRaw confuses with another compression.
  /// Otherwise null.
  const JPEGXLPicture *jpegXL = nullptr;
  /// The picture in the file if it is VC-5. Otherwise null.
  const VC5Picture *vc5 = nullptr;
  /// Receives the damage that a decoder found and that is visible in its samples.
  bromide_raw_damage_found *damage = nullptr;
  /// Stores a refusal text that contains values from the file.
  std::string *words = nullptr;
  /// Whether the unpacker has examined the file and declined it.
  bool hasDeclined = false;

  const unpacker_data_t &unpacker() const { return internals.unpacker_data; }
  bool isLittleEndian() const { return unpacker().order == 0x4949; }
  bool isSony() const;
  /// Returns whether LibRaw's table keeps the values 0 ... `last` unchanged.
  bool hasIdentityCurve(unsigned last = 0xffff) const;
  /// Returns the job of a decoder that decodes as many rows as are visible and keeps the others
  /// black. The job has no rows if the picture has fewer.
  bromide_raw_job visibleRows() const;
};

typedef bool (*Unpacker)(const UnpackRequest &);
/// Returns the name of a compression that LibRaw's decoder would turn into noise without an error,
/// as the end of the sentence "this kind of photo cannot be decoded: …". Returns null if LibRaw's
/// decoder can run. It is called after the unpacker has declined.
typedef const char *(*Rejection)(const UnpackRequest &);

/// The destination of the job's samples.
enum class Output {
  /// One plane of the raw picture.
  mosaic,
  /// LibRaw's `image`: four samples per pixel of the visible area. All are initially 0.
  pixels,
  /// As many samples per pixel as the file has, for LibRaw decoders that allocate memory
  /// themselves.
  ownMemory,
};

struct UnpackEntry {
  /// The decoder's name in LibRaw's spelling.
  const char *decoder;
  Unpacker unpacker;
  Output output = Output::mosaic;
  Rejection rejection = nullptr;
  /// The unpacker for files with `image` as destination instead of a mosaic, or null.
  Unpacker pixelUnpacker = nullptr;
  /// Whether LibRaw's decoder must not run if Bromide's decoder declined. Built with OpenMP, it
  /// throws in threads for irregular data, which ends the process. The photo is then damaged.
  bool isAlone = false;
};
/// Returns the entry for a decoder's name ("packed_dng_load_raw()"), or null.
const UnpackEntry *findUnpacker(const char *decoder);
/// Returns the entry for a picture that LibRaw confuses with another compression.
const UnpackEntry *findJPEGXLUnpacker(const JPEGXLPicture &);

/// Returns the entry for GoPro's VC-5.
const UnpackEntry *findVC5Unpacker();

/// Returns the entry for Sony's luminance and chroma in a LibRaw that confuses it with another
/// compression.
const UnpackEntry *findSonyYCCUnpacker();

/// Returns whether the file contains the final samples: 16 bits, this machine's byte order, no
/// curve.
bool areSamplesPlain(const char *decoder, const UnpackRequest &);

/// Returns whether parts of the picture can be decoded, and LibRaw takes black only from pixels in
/// its masked areas.
bool takesParts(const char *decoder, const UnpackRequest &);

// One function per family, each in a separate file.
bool unpackPackedDNG(const UnpackRequest &);
bool unpackLosslessDNG(const UnpackRequest &);
bool unpackLosslessPixels(const UnpackRequest &);
bool unpackLosslessJPEG(const UnpackRequest &);
bool unpackSonyTiles(const UnpackRequest &);
bool unpackSonyYCC(const UnpackRequest &);
const char *rejectSonyYCC(const UnpackRequest &);
const char *rejectLosslessJPEG(const UnpackRequest &);
bool unpackFloats(const UnpackRequest &);
const char *rejectFloats(const UnpackRequest &);
void scaleLevels(libraw_colordata_t &, const bromide_raw_float_scale &);
bool unpackLossyDNG(const UnpackRequest &);
bool unpackJPEGXL(const UnpackRequest &);
bool unpackJPEGXLPixels(const UnpackRequest &);
bool unpackJPEGXLFloats(const UnpackRequest &);
const char *rejectJPEGXL(const UnpackRequest &);
bool unpackVC5(const UnpackRequest &);
const char *rejectVC5(const UnpackRequest &);
bool unpackKodakJPEG(const UnpackRequest &);
const char *rejectKodakJPEG(const UnpackRequest &);
bool unpackPacked(const UnpackRequest &);
bool unpackWords(const UnpackRequest &);
bool unpackNikonPadded(const UnpackRequest &);
bool unpackNikon14(const UnpackRequest &);
bool unpackSonyBlocks(const UnpackRequest &);
bool unpackNikonDifferences(const UnpackRequest &);
bool unpackPentax(const UnpackRequest &);
bool unpackPanasonic(const UnpackRequest &);
const char *rejectPanasonic(const UnpackRequest &);
bool unpackPanasonicScaled(const UnpackRequest &);
const char *rejectPanasonicScaled(const UnpackRequest &);
bool unpackPanasonicPacked(const UnpackRequest &);
bool unpackPanasonicStripes(const UnpackRequest &);
const char *rejectPanasonicStripes(const UnpackRequest &);
bool unpackFuji(const UnpackRequest &);
bool unpackFujiTakenForPlain(const UnpackRequest &);
const char *rejectFujiTakenForPlain(const UnpackRequest &);
bool unpackFuji14(const UnpackRequest &);
bool unpackCanonCR3(const UnpackRequest &);
const char *rejectCanonCR3(const UnpackRequest &);

}  // namespace bromide
