// The positions of tiles and strips, from LibRaw's data.
#pragma once

#include "Unpackers.h"

#include <algorithm>
#include <climits>
#include <vector>

namespace bromide {

/// A picture's tiles or strips.
class Tiles {
public:
  /// - Parameter width, height: The size of the picture.
  Tiles(const UnpackRequest &request, uint32_t width, uint32_t height)
      : width_(width), height_(height) {
    const unpacker_data_t &unpacker = request.unpacker();
    const tiff_ifd_t &directory = *request.directory;
    if (unpacker.tile_length < INT_MAX) {
      width_ = unpacker.tile_width;
      height_ = unpacker.tile_length;
      if (width_ == 0 || height_ == 0) return;
      const uint64_t count = uint64_t((width - 1) / width_ + 1) * ((height - 1) / height_ + 1);
      readTable(request, directory.offset, count, offsets_);
      readTable(request, directory.bytes, count, sizes_);
    } else if (directory.strip_offsets_count > 0) {
      height_ = static_cast<uint32_t>(directory.rows_per_strip);
      copy(directory.strip_offsets, directory.strip_offsets_count, offsets_);
      copy(directory.strip_byte_counts, directory.strip_byte_counts_count, sizes_);
    } else {
      offsets_.push_back(static_cast<uint32_t>(directory.offset));
      sizes_.push_back(static_cast<uint32_t>(directory.bytes));
    }
  }

  bromide_raw_tiles native() const {
    return {width_, height_, offsets_.data(), sizes_.data(), std::min(offsets_.size(), sizes_.size())};
  }

private:
  /// More than cameras write. Damaged files can contain larger numbers.
  static constexpr uint64_t kMost = 1 << 20;

  template <typename Number>
  static void copy(const Number *numbers, int count, std::vector<uint64_t> &to) {
    for (int i = 0; numbers && i < count; i++) to.push_back(static_cast<uint32_t>(numbers[i]));
  }

  /// Reads numbers of 4 bytes, or no numbers if the file does not contain them.
  template <typename Offset>
  static void readTable(
      const UnpackRequest &request, Offset offset, uint64_t count, std::vector<uint64_t> &to) {
    const bromide_raw_source &source = request.job.source;
    if (count > kMost || count * 4 > source.size) return;
    std::vector<uint8_t> bytes(count * 4);
    const uint64_t from = static_cast<uint32_t>(offset);
    if (source.read(source.context, from, bytes.data(), bytes.size()) != bytes.size()) return;
    const bool isLittle = request.isLittleEndian();
    for (size_t i = 0; i < bytes.size(); i += 4) {
      uint32_t value = 0;
      for (size_t k = 0; k < 4; k++) value = value << 8 | bytes[i + (isLittle ? 3 - k : k)];
      to.push_back(value);
    }
  }

  uint32_t width_, height_;
  std::vector<uint64_t> offsets_, sizes_;
};

}  // namespace bromide
