// Memory for a photo's samples, passed on from one photo to the next.
//
// The first touch of 48 MB takes 24 ms in pages of 4 KiB and 5 ms in large ones; memory that was used before takes none.
// One spare block is kept, so that a process that is done with photos holds no more than that.
#ifndef BROMIDE_PIXEL_MEMORY_H
#define BROMIDE_PIXEL_MEMORY_H
#include <cstddef>

namespace bromide {

/// Asks for large pages, where the system has them: a hint.
void adviseLargePages(void *start, size_t size);

/// A block that is not cleared.
class PixelMemory {
public:
  PixelMemory() = default;
  PixelMemory(const PixelMemory &) = delete;
  PixelMemory &operator=(const PixelMemory &) = delete;
  ~PixelMemory() { release(); }

  /// The block, at least `size` bytes; null without memory. Large pages are for who writes to most of it: one is cleared as a
  /// whole when it is first touched.
  void *reserve(size_t size, bool inLargePages);
  /// Leaves the block to the next photo.
  void release();

private:
  struct Block;
  Block *block_ = nullptr;
};

}  // namespace bromide
#endif
