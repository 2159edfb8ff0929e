// Bytes of a file in memory without a copy: a map that survives the file being shortened.
//
// A page of a map that the file no longer reaches, or that its device cannot read, raises SIGBUS, which ends the process.
// Here a handler puts zeros in its place and the map notes that it lost bytes, as display servers do for
// memory that they share with their clients. Whoever uses the bytes asks for that when he is done with them.
#ifndef BROMIDE_FILE_MAP_H
#define BROMIDE_FILE_MAP_H
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

  /// Maps bytes of an open file, which may be closed then. They may be written to; the file never is. Null where that is
  /// not possible, or many maps are in use.
  void *open(int descriptor, uint64_t offset, size_t count);
  /// Whether zeros stand for bytes that could not be read.
  bool hasLostBytes() const;
  /// Where the file that is mapped holds the byte at an address; false if the map does not hold it.
  bool find(const void *address, bromide_raw_place &) const;
  void close();

private:
  struct Slot;
  static void handleFault(int signal, siginfo_t *, void *context);
  Slot *slot_ = nullptr;
  /// The file and the place in it at which the map begins.
  bromide_raw_place place_ = {};
};

}  // namespace bromide
#endif
