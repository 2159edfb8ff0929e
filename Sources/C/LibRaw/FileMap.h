// Bytes of a file in memory without a copy. The map also works if another program shortens the
// file.
//
// If the file no longer contains a page of a map, or the device cannot read it, an access raises
// SIGBUS, which ends the process. Here, a handler replaces the page with zeros, and the map records
// that it lost bytes. Display servers do the same for memory that they share with clients. After
// you have used the bytes, you must check `hasLostBytes`.
#pragma once

#include "include/CLibRaw.h"

#include <cstddef>
#include <csignal>
#include <cstdint>

namespace bromide {

class FileMap {
public:
  FileMap() = default;
  FileMap(const FileMap &) = delete;
  FileMap &operator=(const FileMap &) = delete;
  ~FileMap() { close(); }

  /// Maps bytes of an open file. You can close the file afterwards. You can write to the bytes
  /// without changing the file. Returns null if this is not possible or if too many maps are in
  /// use.
  void *open(int descriptor, uint64_t offset, size_t count);
  /// Returns whether zeros replace bytes that could not be read.
  bool hasLostBytes() const;
  /// Returns the position in the file of the byte at an address, or false if it is not in the map.
  bool find(const void *address, bromide_raw_place &) const;
  /// Frees the memory of all pages. The next access reads them again. Returns false without a map.
  bool release() const;
  /// Frees the memory of each page that is completely in the range and in the map.
  void release(const void *bytes, size_t count) const;
  void close();

private:
  struct Slot;
  static void handleFault(int signal, siginfo_t *, void *context);
  Slot *slot_ = nullptr;
  /// The file, and the position at which the map begins.
  bromide_raw_place place_ = {};
};

}  // namespace bromide
