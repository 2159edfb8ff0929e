#include "PixelMemory.h"

#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <new>
#include <sys/mman.h>
#include <unistd.h>

namespace bromide {

struct PixelMemory::Block {
  void *start;
  size_t size;
  static std::atomic<Block *> spare;

  static void free(Block *block) {
    if (!block) return;
    std::free(block->start);
    delete block;
  }
};

std::atomic<PixelMemory::Block *> PixelMemory::Block::spare{nullptr};

void adviseLargePages(void *start, size_t size) {
#ifdef MADV_HUGEPAGE
  const size_t page = static_cast<size_t>(sysconf(_SC_PAGESIZE));
  const size_t from = (reinterpret_cast<size_t>(start) + page - 1) & ~(page - 1);
  const size_t to = (reinterpret_cast<size_t>(start) + size) & ~(page - 1);
  // If the system rejects this, it uses small pages.
  if (to > from) madvise(reinterpret_cast<void *>(from), to - from, MADV_HUGEPAGE);
#else
  (void)start;
  (void)size;
#endif
}

void *PixelMemory::reserve(size_t size, bool inLargePages) {
  release();
  block_ = Block::spare.exchange(nullptr);
  // A much larger block would only waste memory.
  if (!block_ || block_->size < size || block_->size / 2 > size) {
    Block::free(block_);
    constexpr size_t largePage = 2 * 1024 * 1024;
    block_ = new (std::nothrow) Block{nullptr, size};
    if (block_ && posix_memalign(&block_->start, largePage, size) != 0) {
      delete block_;
      block_ = nullptr;
    }
    if (!block_) return nullptr;
  }
  // Also call this for a reused block, because a photo that needed only parts could leave most of
  // it untouched.
  if (inLargePages) adviseLargePages(block_->start, size);
  return block_->start;
}

void PixelMemory::release() {
  if (block_) Block::free(Block::spare.exchange(block_));
  block_ = nullptr;
}

}  // namespace bromide
