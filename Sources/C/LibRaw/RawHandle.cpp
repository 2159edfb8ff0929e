#include "RawHandle.h"

#include <algorithm>
#include <cstring>
#include <iterator>

namespace {
/// Longer fields are maker notes and pictures.
constexpr size_t kLongestField = 4096;
/// The maximum bytes of a text, including all fields before it, because damaged files can have
/// thousands.
constexpr size_t kLongestText = 1 << 20;
/// Olympus' notes are as long as the pictures in them, but their directories are at the beginning.
constexpr size_t kNoteStart = 1 << 16;
constexpr int kMake = 0x10f;
constexpr int kMakerNote = 0x927c;
constexpr int kUndefined = 7;
/// More than cameras write. Damaged files can contain larger numbers.
constexpr size_t kMostFields = 4096;
constexpr int kBigEndian = 0x4d4d;
/// HueSatMaps, ToneCurve, LookTable, gain maps and opcode lists. These fields can have megabytes.
constexpr int kProfileFields[] = {50938, 50939, 50940, 50982, 52525, 52544, 51008, 51009, 51022};

/// Returns whether the field is in a main directory. Fields of makers' notes are not.
bool isMain(int tag) { return tag >> 20 != 0 && (tag >> 16 & 15) == 0; }

/// Returns whether the field is a text by the author: a description, an artist, a copyright.
bool isText(int tag) {
  const int number = tag & 0xffff;
  return isMain(tag) && (number == 0x010e || number == 0x013b || number == 0x8298 || number == 0x83bb);
}

/// Returns the byte count of a value of a TIFF type, or 0 for unknown types: TIFF 6.0 (section 2),
/// BigTIFF's 16 to 18, and EXIF 3.0's UTF-8.
size_t sizeOfType(int type) {
  if (type == 129) return 1;
  static const unsigned char sizes[] = {0, 1, 1, 2, 4, 8, 1, 1, 2, 4, 8, 4, 8, 4, 0, 0, 8, 8, 8};
  return type >= 0 && type < static_cast<int>(sizeof sizes) ? sizes[type] : 0;
}
}  // namespace

bromide_raw::bromide_raw(bool collectTags) : LibRaw(0) {
  set_dataerror_handler(&bromide_raw::dataError, this);
#if !LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 21)
  set_memerror_handler(&bromide_raw::memoryError, nullptr);
#endif
  collectsTags_ = collectTags;
  set_exifparser_handler(&bromide_raw::tagFound, this);
}

bromide_raw::~bromide_raw() {
  // Release LibRaw's data before the stream, because LibRaw could still use it.
  recycle();
}

int bromide_raw::openFile(int descriptor, const char *path, int &systemError) {
  systemError = stream.open(descriptor, path);
  if (systemError) return LIBRAW_IO_ERROR;
  jpegXLs_.clear();
  vc5s_.clear();
  sonyPicture_.reset();
  recordsMake_ = false;
  int status = open_datastream(&stream);
  if ((status == LIBRAW_FILE_UNSUPPORTED && (disguiseFormat() || disguiseSonyPicture())) || disguiseJPEGXL(status) ||
      disguiseVC5(status)) {
    tags.clear();
    tagBytes.clear();
    headerMissing = 0;
    status = open_datastream(&stream);
    if (status == LIBRAW_SUCCESS && sonyPicture_) correctSonyPicture();
  }
  isHeaderless = status == LIBRAW_SUCCESS && isKnownBySizeAlone(status);
  openedWhite = imgdata.color.maximum;
  rejection = nullptr;
  if (status == LIBRAW_SUCCESS) rejectVC5();
  return status;
}

int bromide_raw::readPreview() {
#if !LIBRAW_COMPILE_CHECK_VERSION_NOTLESS(0, 21)
  libraw_thumbnail_t &preview = imgdata.thumbnail;
  const libraw_image_sizes_t &sizes = imgdata.sizes;
  // LibRaw 0.20 reads Kodak's previews into memory for a picture of the raw's size. Their height
  // may be rounded up.
  if (thumb_load_raw && unsigned(preview.twidth + 1) * (preview.theight + 1) > unsigned(sizes.iwidth) * sizes.iheight)
    return LIBRAW_UNSUPPORTED_THUMBNAIL;
  // It allocates a byte for each pixel of each colour layer, but reads as many bytes as the file
  // records.
  if (write_thumb == &bromide_raw::layer_thumb)
    preview.tlength = std::min<unsigned>(preview.tlength, unsigned(preview.twidth) * preview.theight);
#endif
  return unpack_thumb();
}

/// LibRaw identifies some raws without a maker only by their file size. Returns whether this file
/// is one of them, because LibRaw rejects it with another size.
///
/// X3F and R3D files contain the maker in a directory at the end, which the changed size would
/// hide.
bool bromide_raw::isKnownBySizeAlone(int &status) {
  if (imgdata.idata.dng_version || recordsMake_) return false;
  char start[8] = {};
  stream.readShared(0, start, sizeof start);
  if (memcmp(start, "FOVb", 4) == 0 || memcmp(start + 4, "RED", 3) == 0) return false;
  // For files other than TIFF, LibRaw has read the time or sensitivity if it knows the format.
  const bool isTIFF = memcmp(start, "II*", 3) == 0 || memcmp(start, "MM\0", 3) == 0;
  if (!isTIFF && (imgdata.other.timestamp || imgdata.other.iso_speed > 0)) return false;
  const auto openAgain = [this](INT64 extra) {
    stream.pretendLonger(extra);
    tags.clear();
    tagBytes.clear();
    headerMissing = 0;
    return open_datastream(&stream);
  };
  // Larger than any of these raws.
  const bool isKnown = openAgain((1 << 30) + 1) == LIBRAW_SUCCESS;
  status = openAgain(0);
  return !isKnown;
}

/// Returns the real file, for use by any thread.
bromide_raw_source bromide_raw::source() {
  bromide_raw_source source = {};
  source.context = &stream;
  source.read = [](void *context, uint64_t offset, void *to, size_t count) {
    return static_cast<bromide::FileStream *>(context)->readShared(offset, to, count);
  };
  source.size = static_cast<uint64_t>(stream.size());
  return source;
}

int bromide_raw::interpolate(const bromide_raw_interpolation &how, bromide_raw_picture &picture) {
  libraw_output_params_t &params = imgdata.params;
  params.output_bps = 16;
  params.gamm[0] = params.gamm[1] = 1;
  params.no_auto_bright = 1;
  params.adjust_maximum_thr = 0;
  params.user_flip = 0;
  params.use_camera_wb = params.use_auto_wb = 0;
  for (int c = 0; c < 4; c++) params.user_mul[c] = static_cast<float>(how.multipliers[c]);
  params.highlight = how.clips ? 0 : 1;
  params.user_qual = how.quality;
  params.half_size = params.four_color_rgb = 0;
  params.threshold = 0;
  params.use_fuji_rotate = imgdata.rawdata.ioparams.fuji_width ? 1 : 0;
  params.output_color = 1;
  // Space 1 with "raw colour" equals LibRaw's space 0. 0.21 would look up the name of space 0
  // before its table's start.
  if (!how.to_srgb) imgdata.rawdata.ioparams.raw_color = 1;
  const int colors = imgdata.idata.colors;
  const int status = dcraw_process();
  if (status != LIBRAW_SUCCESS) return status;
  if (!imgdata.image) return LIBRAW_DATA_ERROR;
  freeRawData();
  const int channels = colors == 1 ? 1 : 3;
  packChannels(channels);
  picture.samples = reinterpret_cast<uint16_t *>(imgdata.image);
  picture.width = imgdata.sizes.width;
  picture.height = imgdata.sizes.height;
  picture.channels = channels;
  picture.scaled_white = imgdata.color.maximum;
  return LIBRAW_SUCCESS;
}

/// Closes the gaps of LibRaw's fourth channel in place. Work forward, because samples only move
/// down.
void bromide_raw::packChannels(int channels) {
  const size_t pixels = static_cast<size_t>(imgdata.sizes.width) * imgdata.sizes.height;
  ushort *out = reinterpret_cast<ushort *>(imgdata.image);
  const ushort *in = out;
  for (size_t i = 0; i < pixels; i++, in += 4)
    for (int c = 0; c < channels; c++) *out++ = in[c];
}

/// Frees the raw samples after the picture is made, because they only use memory.
void bromide_raw::freeRawData() {
  if (imgdata.rawdata.raw_alloc) this->free(imgdata.rawdata.raw_alloc);
  imgdata.rawdata.raw_alloc = nullptr;
  pixels_.release();
  map_.close();
  imgdata.rawdata.raw_image = nullptr;
  imgdata.rawdata.color3_image = nullptr;
  imgdata.rawdata.color4_image = nullptr;
}

/// Records the position of a long camera profile field. Its bytes are read after its count was
/// checked. If a field occurs twice, the first one is used. Returns whether the list contains the
/// field.
bool bromide_raw::noteProfileField(
    int tag, int type, int count, unsigned order, LibRaw_abstract_datastream *input) {
  const size_t size = sizeOfType(type);
  // Read the count in the file, because LibRaw makes large ones negative.
  const uint64_t values = static_cast<uint32_t>(count);
  const auto isTag = [tag](int other) { return (tag & 0xffff) == other; };
  if (!isMain(tag) || size == 0 || values * size <= kLongestField) return false;
  if (std::none_of(std::begin(kProfileFields), std::end(kProfileFields), isTag)) return false;
  for (const Tag &known : tags)
    if (known.place > 0 && isTag(static_cast<int>(known.tag & 0xffff))) return true;
  tags.push_back(Tag{static_cast<uint32_t>(tag), static_cast<uint16_t>(type), order == kBigEndian,
                     static_cast<uint32_t>(count), 0, static_cast<size_t>(values * size),
                     static_cast<uint64_t>(input->tell())});
  return true;
}

bool bromide_raw::readTag(const Tag &tag, uint8_t *bytes) {
  const bromide_raw_source file = source();
  if (tag.place > file.size || tag.byteCount > file.size - tag.place) return false;
  return file.read(file.context, tag.place, bytes, tag.byteCount) == tag.byteCount;
}

/// Keeps the beginning of a long maker note with a known form, which Metadata reads, because
/// LibRaw's parser does not report fields in notes. Returns whether the field is a long note.
bool bromide_raw::collectNote(
    int tag, int type, int count, unsigned order, LibRaw_abstract_datastream *input) {
  const size_t recorded = static_cast<uint32_t>(count);
  if (tag != kMakerNote || type != kUndefined || recorded <= kLongestField) return false;
  const size_t offset = tagBytes.size();
  tagBytes.resize(offset + std::min(recorded, kNoteStart));
  uint8_t *const bytes = tagBytes.data() + offset;
  const int got = input->read(bytes, 1, tagBytes.size() - offset);
  const bool isKnown =
      got >= 16 && (std::memcmp(bytes, "OLYMPUS", 8) == 0 || std::memcmp(bytes, "OM SYSTEM", 10) == 0
                    || std::memcmp(bytes, "FUJIFILM", 8) == 0 || std::memcmp(bytes, "Nikon\0\2", 7) == 0
                    // Canon's notes begin with their directory.
                    || std::strncmp(imgdata.idata.make, "Canon", 5) == 0);
  tagBytes.resize(offset + (isKnown ? static_cast<size_t>(got) : 0));
  if (!isKnown) return true;
  const size_t kept = tagBytes.size() - offset;
  tags.push_back(Tag{static_cast<uint32_t>(tag), static_cast<uint16_t>(type), order == kBigEndian,
                     static_cast<uint32_t>(kept), offset, kept, 0});
  return true;
}

void bromide_raw::collect(
    int tag, int type, int count, unsigned order, LibRaw_abstract_datastream *input) {
  if (tags.size() < kMostFields && noteProfileField(tag, type, count, order, input)) return;
  if (tags.size() < kMostFields && collectNote(tag, type, count, order, input)) return;
  const size_t size = sizeOfType(type);
  if (size == 0 || count <= 0 || tags.size() >= kMostFields) return;
  const size_t longest = isText(tag) && tagBytes.size() < kLongestText ? kLongestText : kLongestField;
  if (static_cast<size_t>(count) > longest / size) return;
  const size_t bytes = size * static_cast<size_t>(count);
  const size_t offset = tagBytes.size();
  tagBytes.resize(offset + bytes);
  const int got = input->read(tagBytes.data() + offset, 1, bytes);
  if (got != static_cast<int>(bytes)) {
    // Only count fields of the main directories, because a moved maker's note can contain any
    // offsets.
    if (isMain(tag)) headerMissing += static_cast<INT64>(bytes) - got;
    tagBytes.resize(offset);
    return;
  }
  tags.push_back(Tag{static_cast<uint32_t>(tag), static_cast<uint16_t>(type), order == kBigEndian,
                     static_cast<uint32_t>(count), offset, bytes, 0});
}

/// Stops LibRaw before it parses a pattern of 36 colours without a field for 6 × 6.
///
/// Compiled with optimization, 0.20 never leaves its loop over these colours and ends the process:
/// the index exceeds a row, which the compiler assumes to be impossible.
void bromide_raw::rejectEndlessPattern(
    int tag, int count, unsigned order, LibRaw_abstract_datastream *input) {
  constexpr int repeatDim = 0x828d, pattern = 0x828e, kodakPattern = 0xfd09;
  if (!isMain(tag)) return;
  const int number = tag & 0xffff;
  if (number == repeatDim) {
    unsigned char bytes[4] = {};
    const INT64 position = input->tell();
    const int got = input->read(bytes, 1, sizeof bytes);
    input->seek(position, SEEK_SET);
    const int low = order == kBigEndian ? 1 : 0;
    if (got == 4 && bytes[low] == 6 && bytes[2 + low] == 6 && bytes[1 - low] == 0 && bytes[3 - low] == 0)
      isSixBySix_ = true;
  }
  if ((number == pattern || number == kodakPattern) && count == 36 && !isSixBySix_)
    throw LIBRAW_EXCEPTION_IO_CORRUPT;
}

void bromide_raw::tagFound(
    void *self, int tag, int type, int count, unsigned order, void *input, INT64) {
  LibRaw_abstract_datastream *const stream = static_cast<LibRaw_abstract_datastream *>(input);
  if (!stream) return;
  bromide_raw *const raw = static_cast<bromide_raw *>(self);
  raw->rejectEndlessPattern(tag, count, order, stream);
  if ((tag & 0xffff) == kMake && count > 1) raw->recordsMake_ = true;
  if (!raw->collectsTags_) return;
  // LibRaw seeks back itself in the callers that read. This seek covers all callers.
  const INT64 position = stream->tell();
  try {
    raw->collect(tag, type, count, order, stream);
  } catch (...) {
    // Without memory the field is missing, and LibRaw's parser continues.
  }
  stream->seek(position, SEEK_SET);
}

void bromide_raw::noteError(void *self, INT64 offset) {
  bromide_raw *const raw = static_cast<bromide_raw *>(self);
  // The stream supports offsets of more than 2 GiB, but 0.20's callback does not.
  if (raw->firstError < 0) raw->firstError = offset < 0 ? -1 : raw->stream.tell();
}
