// The state of a handle in the C interface.
#pragma once

#include "FileMap.h"
#include "FileStream.h"
#include "JPEGXLPicture.h"
#include "PixelMemory.h"
#include "SonyPicture.h"
#include "VC5Picture.h"
#include "include/CLibRaw.h"

#include <CRawUnpack.h>
#include <string>
#include <vector>

namespace bromide {
struct UnpackEntry;
struct UnpackRequest;
}

/// LibRaw with a custom stream, which does not print messages.
struct bromide_raw final : public LibRaw {
public:
  explicit bromide_raw(bool collectTags);
  virtual ~bromide_raw();

  struct Tag {
    uint32_t tag;
    uint16_t type;
    bool isBigEndian;
    uint32_t count;
    size_t offset;
    size_t byteCount;
    /// The file position of a camera profile field without kept bytes, otherwise 0.
    uint64_t place;
  };

  int openFile(int descriptor, const char *path, int &systemError);
  /// Reads the bytes of a field that were not kept. Returns false if the file does not contain
  /// them.
  bool readTag(const Tag &, uint8_t *bytes);
  int unpackPixels(const bromide_raw_unpacking &);
  bool unpackDNG(const bromide_raw_dng &, const bromide_raw_unpacking &, bromide_raw_dng_scale &);
  int interpolate(const bromide_raw_interpolation &, bromide_raw_picture &);
  int readPreview();
  bool needsCorrection() { return is_phaseone_compressed() || is_canon_600(); }
  const libraw_internal_data_t &internals() const { return libraw_internal_data; }
  /// Returns the name of the pixels' decoder, or null without a decoder.
  const char *decoderName();
  /// Returns the picture if it is VC-5, otherwise null.
  const bromide::VC5Picture *findVC5() const;
  /// Returns whether LibRaw does not support the picture's compression and confuses it with another
  /// one.
  bool isHiddenFromLibRaw() const { return findVC5() || findJPEGXL(findDirectory()); }
  bool hasLostPixels() const { return map_.hasLostBytes(); }
  bool releasePixels() const { return map_.release(); }
  void releaseBytes(const void *bytes, size_t count) const { map_.release(bytes, count); }
  bool find(const void *address, bromide_raw_place &place) const { return map_.find(address, place); }
  int errors() const { return static_cast<int>(libraw_internal_data.unpacker_data.data_error); }

  bromide::FileStream stream;
  std::vector<Tag> tags;
  std::vector<uint8_t> tagBytes;
  INT64 firstError = -1;
  /// Visible pixels that the decoder did not write.
  INT64 untouched = 0;
  /// Whether one of Bromide's decoders unpacked the pixels.
  bool isOurs = false;
  /// The compression, if LibRaw's decoder would return noise without an error, otherwise null. For
  /// VC-5, it is known after opening.
  const char *rejection = nullptr;
  /// The decoded fraction, if not everything was decoded.
  bromide_raw_decoded_share share = {};
  /// Bytes of the main directories' fields that the file does not contain.
  INT64 headerMissing = 0;
  /// Whether LibRaw identified the file only by its size.
  bool isHeaderless = false;
  /// The samples of a DNG that was unpacked without LibRaw. Otherwise, the samples are null.
  bromide_raw_frame dngFrame = {};
  /// The white level before unpacking, which rescales floating-point data.
  double openedWhite = 0;

private:
  bromide_raw_source source();
  bool isKnownBySizeAlone(int &status);
  bool disguiseFormat();
  bool mayHide(int status, int compression) const;
  bool disguiseJPEGXL(int status);
  bool disguiseVC5(int status);
  bool disguiseSonyPicture();
  void correctSonyPicture();
  const bromide::JPEGXLPicture *findJPEGXL(const tiff_ifd_t *) const;
  void rejectVC5();
  void noteDamage(const bromide_raw_damage_found &);
  void packChannels(int channels);
  void freeRawData();
  void rejectEndlessPattern(int tag, int count, unsigned order, LibRaw_abstract_datastream *);
  bool noteProfileField(int tag, int type, int count, unsigned order, LibRaw_abstract_datastream *);
  void collect(int tag, int type, int count, unsigned order, LibRaw_abstract_datastream *);
  bool collectNote(int tag, int type, int count, unsigned order, LibRaw_abstract_datastream *);

  static void tagFound(
      void *self, int tag, int type, int count, unsigned order, void *stream, INT64 base);
  // The offset's type depends on the version. The assignment selects the right function.
  static void dataError(void *self, const char *, const int offset) { noteError(self, offset); }
  static void dataError(void *self, const char *, const INT64 offset) { noteError(self, offset); }
  static void noteError(void *self, INT64 offset);
#if !LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 21)
  static void memoryError(void *, const char *, const char *) {}
#endif

  // The hook for LibRaw's decoder. See RawUnpacking.cpp.
  typedef void (LibRaw::*Decoder)();
  virtual int get_decoder_info(libraw_decoder_info_t *info);
#if !LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 22)
  virtual void crxLoadDecodeLoop(void *image, int planes);
#endif
  void hookDecoder();
  void decodeHooked();
  void callDecoder();
  void callDecoderUpToEnd(ushort *samples, size_t step, ushort (*unwritten)(size_t));
  bool isSilentDecoder();
  void decodeCountingUntouched();
  INT64 clearUntouched(ushort *samples, size_t step);
  void decodeByLibRaw();
  bool unpackOurselves();
  const tiff_ifd_t *findDirectory() const;
  bool unpackBy(const bromide::UnpackEntry &, bromide::UnpackRequest &);
  bool unpackMosaic(const bromide::UnpackEntry &, bromide::UnpackRequest &);
  bool unpackPixelsOf4(bool (*unpacker)(const bromide::UnpackRequest &), bromide::UnpackRequest &);
  bool unpackIntoOwnMemory(const bromide::UnpackEntry &, bromide::UnpackRequest &);
  bool mapSamples(const bromide::UnpackRequest &);
  bool mapDNG(const bromide_raw_dng &, const bromide_raw_job &);
  uint16_t *sampleMemory(size_t bytes, bool inLargePages);
  std::vector<bromide_raw_part> neededParts() const;
  bool raisesMaximum();
  Decoder hooked_ = nullptr;
  /// The name of the decoder.
  const char *decoder_ = nullptr;
  bromide_raw_unpacking how_ = {};
  /// The samples from Bromide's decoder.
  bromide::PixelMemory pixels_;
  /// The samples in the file, if they were mapped instead.
  bromide::FileMap map_;
  /// The pictures that LibRaw sees with another compression.
  std::vector<bromide::JPEGXLPicture> jpegXLs_;
  std::vector<bromide::VC5Picture> vc5s_;
  /// The text of the rejection, if it contains values from the file.
  std::string rejectionText_;
  /// Sony's luminance and chroma, if LibRaw sees it as something else.
  std::optional<bromide::SonyPicture> sonyPicture_;
  bool collectsTags_ = false;
  /// Whether a field with the camera's maker was found.
  bool recordsMake_ = false;
  bool isSixBySix_ = false;
};
