#include "FileMap.h"

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <mutex>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace bromide {

/// A map in use, as the signal handler sees it. The handler does not lock and only reads atomics.
struct FileMap::Slot {
  std::atomic<bool> isTaken{false};
  /// The range in complete pages, or 0 if the slot is unused.
  std::atomic<uintptr_t> start{0}, end{0};
  std::atomic<bool> hasLostBytes{false};

  static Slot all[];
  static bool replace(uintptr_t address);
};

namespace {
/// The maximum number of mapped photos. Further photos are read instead.
constexpr size_t kMostMaps = 256;

struct sigaction previous;

uintptr_t pageSize() {
  static const uintptr_t size = static_cast<uintptr_t>(sysconf(_SC_PAGESIZE));
  return size;
}
}  // namespace

FileMap::Slot FileMap::Slot::all[kMostMaps];

/// Maps zeros from the address's page to the end of its map. Returns false if the address is in no
/// map.
bool FileMap::Slot::replace(uintptr_t address) {
  for (Slot &slot : all) {
    const uintptr_t start = slot.start.load(), end = slot.end.load();
    if (address < start || address >= end) continue;
    slot.hasLostBytes.store(true);
    const uintptr_t page = address & ~(pageSize() - 1);
    return mmap(
               reinterpret_cast<void *>(page), end - page, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) != MAP_FAILED;
  }
  return false;
}

/// Passes all other faults to the previous handler.
void FileMap::handleFault(int signal, siginfo_t *information, void *context) {
  const int error = errno;
  // A positive code comes from the system. Other codes come from a process, without an address.
  const bool isOurs =
      information->si_code > 0 && Slot::replace(reinterpret_cast<uintptr_t>(information->si_addr));
  errno = error;
  if (isOurs) return;
  if (previous.sa_flags & SA_SIGINFO) {
    previous.sa_sigaction(signal, information, context);
  } else if (previous.sa_handler != SIG_DFL && previous.sa_handler != SIG_IGN) {
    previous.sa_handler(signal);
  } else {
    // The fault repeats and ends the process as usual.
    struct sigaction ending = {};
    ending.sa_handler = SIG_DFL;
    sigaction(signal, &ending, nullptr);
  }
}

void *FileMap::open(int descriptor, uint64_t offset, size_t count) {
  close();
  static std::once_flag once;
  static bool isHandled = false;
  std::call_once(once, [] {
    struct sigaction action = {};
    action.sa_sigaction = &FileMap::handleFault;
    action.sa_flags = SA_SIGINFO | SA_ONSTACK;
    sigemptyset(&action.sa_mask);
    // Call this before the first possible fault.
    pageSize();
    isHandled = sigaction(SIGBUS, nullptr, &previous) == 0 && sigaction(SIGBUS, &action, nullptr) == 0;
  });
  const size_t before = static_cast<size_t>(offset & (pageSize() - 1));
  if (!isHandled || count == 0 || count > SIZE_MAX / 2) return nullptr;
  for (Slot &slot : Slot::all) {
    if (slot.isTaken.exchange(true)) continue;
    void *const start = mmap(
        nullptr, before + count, PROT_READ | PROT_WRITE, MAP_PRIVATE, descriptor,
        static_cast<off_t>(offset - before));
    if (start == MAP_FAILED) {
      slot.isTaken.store(false);
      return nullptr;
    }
    // From a slow disk, the bytes arrive while other work continues. If they are in memory, this
    // costs 0.1 ms.
    madvise(start, before + count, MADV_WILLNEED);
    const uintptr_t address = reinterpret_cast<uintptr_t>(start);
    slot.hasLostBytes.store(false);
    slot.start.store(address);
    slot.end.store((address + before + count + pageSize() - 1) & ~(pageSize() - 1));
    slot_ = &slot;
    struct stat status = {};
    fstat(descriptor, &status);
    place_ = {
        static_cast<uint64_t>(status.st_dev), static_cast<uint64_t>(status.st_ino), offset - before};
    return static_cast<uint8_t *>(start) + before;
  }
  return nullptr;
}

bool FileMap::hasLostBytes() const { return slot_ && slot_->hasLostBytes.load(); }

bool FileMap::find(const void *address, bromide_raw_place &place) const {
  const uintptr_t needed = reinterpret_cast<uintptr_t>(address);
  if (!slot_ || needed < slot_->start.load() || needed >= slot_->end.load()) return false;
  place = place_;
  place.offset += needed - slot_->start.load();
  return true;
}

bool FileMap::release() const {
  if (!slot_) return false;
  const uintptr_t start = slot_->start.load();
  madvise(reinterpret_cast<void *>(start), slot_->end.load() - start, MADV_DONTNEED);
  return true;
}

void FileMap::release(const void *bytes, size_t count) const {
  if (!slot_) return;
  const uintptr_t rest = pageSize() - 1, first = reinterpret_cast<uintptr_t>(bytes);
  const uintptr_t start = (std::max(first, slot_->start.load()) + rest) & ~rest;
  const uintptr_t end = std::min(first + count, slot_->end.load()) & ~rest;
  if (start < end) madvise(reinterpret_cast<void *>(start), end - start, MADV_DONTNEED);
}

void FileMap::close() {
  if (!slot_) return;
  const uintptr_t start = slot_->start.load(), end = slot_->end.load();
  slot_->end.store(0);
  slot_->start.store(0);
  // Unmap in pieces. Otherwise, other threads that allocate or free memory would wait for all
  // pages, 2 ms for 48 MB.
  const uintptr_t piece = 4 << 20;
  for (uintptr_t at = start; at < end; at += piece)
    madvise(reinterpret_cast<void *>(at), std::min(piece, end - at), MADV_DONTNEED);
  munmap(reinterpret_cast<void *>(start), end - start);
  slot_->isTaken.store(false);
  slot_ = nullptr;
}

}  // namespace bromide
