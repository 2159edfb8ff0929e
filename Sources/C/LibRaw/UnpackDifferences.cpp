// Nikon's and Pentax's rows of differences.
#include "Unpackers.h"

#include <vector>

namespace bromide {

namespace {
/// The coding parameters from a maker's note. Bytes after the file's end are 0 and make the note
/// incomplete.
class Note {
public:
  Note(const UnpackRequest &request, size_t count) : isLittleEndian_(request.isLittleEndian()) {
    const INT64 offset = request.unpacker().meta_offset;
    const bromide_raw_source &source = request.job.source;
    if (offset <= 0) return;
    bytes_.resize(count);
    bytes_.resize(source.read(source.context, static_cast<uint64_t>(offset), bytes_.data(), count));
  }

  bool isComplete() const { return isComplete_; }

  unsigned byteAt(size_t at) {
    if (at < bytes_.size()) return bytes_[at];
    isComplete_ = false;
    return 0;
  }

  unsigned shortAt(size_t at) {
    const unsigned first = byteAt(at), second = byteAt(at + 1);
    return isLittleEndian_ ? second << 8 | first : first << 8 | second;
  }

private:
  std::vector<uint8_t> bytes_;
  bool isLittleEndian_, isComplete_ = true;
};

// The cameras' trees (documented by dcraw): the number of codes of each length, then the bits of
// each code's difference. Missing entries are 0.
const uint8_t nikonTrees[4][32] = {
    // 12 bits with a curve, 12 bits unchanged, then the same for 14 bits.
    {0, 1, 5, 1, 1, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 5, 4, 3, 6, 2, 7, 1, 0, 8, 9, 11, 10, 12},
    {0, 1, 4, 2, 3, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, 5, 4, 6, 3, 7, 2, 8, 1, 9, 0, 10, 11, 12},
    {0, 1, 4, 3, 1, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 5, 6, 4, 7, 8, 3, 9, 2, 1, 0, 10, 11, 12, 13, 14},
    {0, 1, 4, 2, 2, 3, 1, 2, 0, 0, 0, 0, 0, 0, 0, 0, 7, 6, 8, 5, 9, 4, 10, 3, 11, 12, 2, 0, 1, 13, 14},
};

// For rows after the split, 12 and 14 bits. The upper half of a byte is the number of omitted low
// bits.
const uint8_t nikonCoarseTrees[2][32] = {
    {0, 1, 5, 1, 1, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 0, 0x39, 0x5a, 0x38, 0x27, 0x16, 5, 4, 3, 2, 1, 0, 11, 12, 12},
    {0, 1, 5, 1, 1, 1, 1, 1, 1, 1, 2, 0, 0, 0, 0, 0, 8, 0x5c, 0x4b, 0x3a, 0x29, 7, 6, 5, 4, 3, 2, 1, 0, 13, 14},
};
}  // namespace

/// The first two bytes of the note contain the coding, and the next ones the values above the first
/// rows.
bool unpackNikonDifferences(const UnpackRequest &request) {
  const unsigned bits = request.unpacker().tiff_bps;
  if (bits != 12 && bits != 14) return false;
  const uint16_t *const curve = request.data.color.curve;
  Note note(request, 2 + 2110 + 8);
  const unsigned kind = note.byteAt(0), version = note.byteAt(1);
  const size_t at = kind == 0x49 || version == 0x58 ? 2 + 2110 : 2;
  unsigned limit = 1u << bits, split = 0;
  if (kind == 0x44 && (version == 0x20 || version == 0x40)) {
    if (version == 0x40) limit /= 4;
    split = note.shortAt(562);
  }
  while (limit > 2 && curve[limit - 2] == curve[limit - 1]) limit--;
  bromide_raw_differences differences = {};
  differences.tree = nikonTrees[(bits == 14 ? 2 : 0) + (kind == 0x46 ? 1 : 0)];
  for (size_t i = 0; i < 4; i++)
    differences.start[i] = static_cast<uint16_t>(note.shortAt(at + 2 * i));
  differences.limit = limit;
  differences.curve = curve;
  differences.split = split;
  differences.coarse_tree = nikonCoarseTrees[bits == 14 ? 1 : 0];
  const bromide_raw_job job = request.visibleRows();
  return note.isComplete() && job.height > 0 && bromide_unpack_differences(&job, &differences);
}

/// The note contains a list of codes of up to 12 bits, and a list of their lengths.
bool unpackPentax(const UnpackRequest &request) {
  const unsigned bits = request.unpacker().tiff_bps;
  Note note(request, 14 + 15 * 3);
  const unsigned count = (note.shortAt(0) + 12) & 15;
  if (bits > 16) return false;
  // Unused codes are 0. LibRaw would use old memory there.
  uint16_t codes[4096] = {};
  for (unsigned size = 0; size < count; size++) {
    const unsigned first = note.shortAt(14 + 2 * size);
    const unsigned length = note.byteAt(14 + 2 * count + size);
    if (length < 1 || length > 12 || first + (4096u >> length) > 4096) return false;
    for (unsigned i = 0; i < 4096u >> length; i++)
      codes[first + i] = static_cast<uint16_t>(length << 8 | size);
  }
  bromide_raw_differences differences = {};
  differences.codes = codes;
  differences.limit = 1u << bits;
  return note.isComplete() && bromide_unpack_differences(&request.job, &differences);
}

}  // namespace bromide
