// Our decoders by the name of LibRaw's that each stands for.
//
// An unpacker looks at what LibRaw found while it opened the file, and where that is a case it knows fills in the parameters
// of a decoder in CRawUnpack. It returns false for every other case and for irregular data: LibRaw's own
// decoder then runs as if nothing had been, unless the entry's refusal forbids it. Levels, crops and flags stay LibRaw's.
#ifndef BROMIDE_UNPACKERS_H
#define BROMIDE_UNPACKERS_H
#include "JPEGXLPicture.h"
#include "VC5Picture.h"

#include <CRawUnpack.h>
#include <libraw/libraw.h>
#include <string>

namespace bromide {

/// The job of an unpacker. It is complete: `offset` is where LibRaw's decoder would begin to read.
struct UnpackRequest {
  bromide_raw_job job;
  /// Changed only where LibRaw's own decoder changes it, and only when the decoder is done.
  libraw_data_t &data;
  const libraw_internal_data_t &internals;
  /// The TIFF directory of the picture; null without one.
  const tiff_ifd_t *directory;
  /// The picture as the file describes it, where it is JPEG XL, which LibRaw takes for another coding; otherwise null.
  const JPEGXLPicture *jpegXL = nullptr;
  /// The same for VC-5.
  const VC5Picture *vc5 = nullptr;
  /// Receives the damage that a decoder found and that its samples show.
  bromide_raw_damage_found *damage = nullptr;
  /// Keeps a refusal that contains values of the file.
  std::string *words = nullptr;
  /// Whether the unpacker has looked at the file and left it.
  bool hasDeclined = false;

  const unpacker_data_t &unpacker() const { return internals.unpacker_data; }
  bool isLittleEndian() const { return unpacker().order == 0x4949; }
  bool isSony() const;
  /// Whether LibRaw's table leaves values 0 ... `last` as they are.
  bool hasIdentityCurve(unsigned last = 0xffff) const;
  /// The job of a decoder that decodes as many rows as are visible and leaves the others black. Without rows if the
  /// picture has fewer.
  bromide_raw_job visibleRows() const;
};

typedef bool (*Unpacker)(const UnpackRequest &);
/// Names the coding of a file of which LibRaw's own decoder would make noise without an error, as the end of the sentence
/// "this kind of photo cannot be decoded: …"; null where that decoder may run. Asked after the unpacker has declined.
typedef const char *(*Refusal)(const UnpackRequest &);

/// Where the job's samples go.
enum class Output {
  /// One plane of the raw picture.
  mosaic,
  /// LibRaw's `image`: four samples a pixel of the visible area. All are 0 before.
  pixels,
  /// As many samples a pixel as the file has, for decoders of LibRaw's that allocate memory themselves.
  ownMemory,
};

struct UnpackEntry {
  /// The decoder's name as LibRaw spells it.
  const char *decoder;
  Unpacker unpacker;
  Output output = Output::mosaic;
  Refusal refusal = nullptr;
  /// The one for files whose samples go to `image` although the others' go to a mosaic; or null.
  Unpacker pixelUnpacker = nullptr;
  /// Whether LibRaw's own decoder must not run where ours has declined: built with OpenMP it throws in threads at
  /// irregular data, which ends the process. The photo is damaged then.
  bool isAlone = false;
};
/// The entry for a decoder's name ("packed_dng_load_raw()"), or null.
const UnpackEntry *findUnpacker(const char *decoder);
/// The entry for a picture that LibRaw takes for another coding.
const UnpackEntry *findJPEGXLUnpacker(const JPEGXLPicture &);

/// The entry for GoPro's VC-5.
const UnpackEntry *findVC5Unpacker();

/// The entry for Sony's luminance and chroma in a LibRaw that takes it for another coding.
const UnpackEntry *findSonyYCCUnpacker();

/// Whether the file holds the samples as they will be: 16 bits, this machine's byte order, no curve.
bool areSamplesPlain(const char *decoder, const UnpackRequest &);

/// Whether parts of the picture can be decoded, and LibRaw takes black from no other pixels than those it calls masked.
bool takesParts(const char *decoder, const UnpackRequest &);

// One a family, each in a file of its own.
bool unpackPackedDNG(const UnpackRequest &);
bool unpackLosslessDNG(const UnpackRequest &);
bool unpackLosslessPixels(const UnpackRequest &);
bool unpackLosslessJPEG(const UnpackRequest &);
bool unpackSonyTiles(const UnpackRequest &);
bool unpackSonyYCC(const UnpackRequest &);
const char *refuseSonyYCC(const UnpackRequest &);
const char *refuseLosslessJPEG(const UnpackRequest &);
bool unpackFloats(const UnpackRequest &);
const char *refuseFloats(const UnpackRequest &);
void scaleLevels(libraw_colordata_t &, const bromide_raw_float_scale &);
bool unpackLossyDNG(const UnpackRequest &);
bool unpackJPEGXL(const UnpackRequest &);
bool unpackJPEGXLPixels(const UnpackRequest &);
bool unpackJPEGXLFloats(const UnpackRequest &);
const char *refuseJPEGXL(const UnpackRequest &);
bool unpackVC5(const UnpackRequest &);
const char *refuseVC5(const UnpackRequest &);
bool unpackKodakJPEG(const UnpackRequest &);
const char *refuseKodakJPEG(const UnpackRequest &);
bool unpackPacked(const UnpackRequest &);
bool unpackWords(const UnpackRequest &);
bool unpackNikonPadded(const UnpackRequest &);
bool unpackNikon14(const UnpackRequest &);
bool unpackSonyBlocks(const UnpackRequest &);
bool unpackNikonDifferences(const UnpackRequest &);
bool unpackPentax(const UnpackRequest &);
bool unpackPanasonic(const UnpackRequest &);
const char *refusePanasonic(const UnpackRequest &);
bool unpackPanasonicScaled(const UnpackRequest &);
const char *refusePanasonicScaled(const UnpackRequest &);
bool unpackPanasonicPacked(const UnpackRequest &);
bool unpackPanasonicStripes(const UnpackRequest &);
const char *refusePanasonicStripes(const UnpackRequest &);
bool unpackFuji(const UnpackRequest &);
bool unpackFujiTakenForPlain(const UnpackRequest &);
const char *refuseFujiTakenForPlain(const UnpackRequest &);
bool unpackFuji14(const UnpackRequest &);
bool unpackCanonCR3(const UnpackRequest &);
const char *refuseCanonCR3(const UnpackRequest &);

}  // namespace bromide
#endif
