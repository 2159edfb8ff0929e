// A file as LibRaw's data stream: `pread` with two buffers.
//
// LibRaw's own stream is not suitable. Its `filebuf` discards its 8 KiB at every seek, and the
// parser seeks for each tag. It also does not count bytes requested after the end, which reveal a
// truncated file if a decoder does not report errors. A map is not suitable either, because every
// read of a parser could be after the end of the file. FileMap is only for samples.
#pragma once

#include <libraw/libraw.h>

#include <algorithm>
#include <atomic>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace bromide {

class FileStream final : public LibRaw_abstract_datastream {
public:
  FileStream() = default;
  FileStream(const FileStream &) = delete;
  FileStream &operator=(const FileStream &) = delete;
  virtual ~FileStream();

  /// Uses an open ordinary file and closes it later. Returns 0 or errno (EISDIR for folders, EINVAL
  /// for devices and pipes).
  int open(int descriptor, const char *path);
  void close();
  /// Resets the count of missing bytes. After this call, the stream hides its end, because LibRaw
  /// would stop at its first error and free all rows, although they could be kept.
  void beginUnpacking();
  /// Returns the number of bytes in requests that were completely after the end or could not be
  /// read. A request across the end is not counted, because JPEG and block readers also request
  /// full buffers in intact files.
  INT64 missing() const { return missing_; }
  /// Adds bytes that another reader of the file did not find.
  void addMissing(INT64 offset, INT64 count) { noteMissing(offset, count); }
  /// Calls a function once before the decoder receives the first byte after the end.
  void atFirstMissing(std::function<void()> call) { atFirstMissing_ = std::move(call); }
  /// Returns the position of the first missing byte.
  INT64 firstMissing() const { return firstMissing_; }
  /// The errors that libjpeg found. Normally, it would print them.
  int jpegWarnings() const { return jpegWarnings_; }
  void addJPEGWarnings(uint32_t count) { jpegWarnings_ += static_cast<int>(count); }
  /// Returns the bytes read since unpacking began, in complete windows.
  INT64 bytesRead() const { return bytesRead_; }
  /// Returns the errno of the last failed read, for example EIO for a failing disk, or 0 if all
  /// reads succeeded.
  int systemError() const { return systemError_; }
  /// The open file.
  int descriptor() const { return descriptor_; }
  /// Shows parsers other bytes at a position than the file contains.
  void disguise(uint64_t offset, const std::vector<unsigned char> &bytes);
  /// Pretends to parsers that the file is this many bytes longer. 0 restores the real length.
  void pretendLonger(INT64 bytes);
  /// Copies bytes of the file without changing the position. Any thread can call it. Returns their
  /// number.
  size_t readShared(uint64_t offset, void *target, size_t count);
  /// Resets the count of bytes read to an earlier value.
  void forgetSharedReads(INT64 bytesRead) { bytesRead_ = bytesRead; }

  virtual int valid();
  virtual int read(void *target, size_t size, size_t count);
  virtual int seek(INT64 offset, int whence);
  virtual INT64 tell() { return position_; }
  virtual INT64 size() { return size_; }
  virtual int get_char() {
    const INT64 index = position_ - start_;
    if (index >= 0 && index < length_) {
      position_++;
      return buffer_[static_cast<size_t>(index)];
    }
    return charBeyondBuffer();
  }
  virtual char *gets(char *text, int capacity);
  virtual int scanf_one(const char *format, void *value);
  virtual int eof() { return position_ >= size_ && !isUnpacking_; }
  virtual int jpeg_src(void *decompressor);
  // LibRaw 0.20 needs this function, 0.21 only if it was built for old video cameras, 0.22 does
  // not. So it is not `virtual`.
  void *make_jas_stream() { return nullptr; }
  virtual const char *fname() { return path_.c_str(); }

private:
  /// The bytes of a window. Parsers need few bytes, and decoders read sequentially. 64 KiB stays in
  /// the L1 and L2 caches.
  static constexpr INT64 kWindow = 64 * 1024;

  /// The bytes of a parser's window. A parser jumps between the tags of a directory and their values,
  /// which can be at the other end of the file, so it keeps the last two windows.
  static constexpr INT64 kParserWindow = 16 * 1024;

  /// The limit of bytes that a parser or decoder can request after the end. It is more than any
  /// sensor has, but less than a second of work. Some loop as often as a number in the file
  /// specifies: up to 2^32 - 1.
  static constexpr INT64 kPatience = 256 * 1024 * 1024;

  int charBeyondBuffer();
  /// Fills the buffer from a position, or returns to the parser's other window if it contains it.
  void turnTo(INT64 offset);
  void forgetWindows();
  INT64 readAt(INT64 offset, void *target, INT64 count);
  INT64 readDisguised(INT64 offset, void *target, INT64 count);
  void noteMissing(INT64 offset, INT64 count);
  static void jpegMessage(void *decompressor, int level);

  std::function<void()> atFirstMissing_;
  int descriptor_ = -1;
  INT64 size_ = 0;
  /// The bytes of `size_` that the file does not contain.
  INT64 pretended_ = 0;
  INT64 position_ = 0;
  INT64 start_ = 0;
  INT64 length_ = 0;
  INT64 missing_ = 0;
  INT64 firstMissing_ = -1;
  struct Disguise {
    INT64 place;
    unsigned char byte;
  };
  std::vector<Disguise> disguises_;
  bool isUnpacking_ = false;
  std::atomic<INT64> bytesRead_{0};
  std::atomic<int> systemError_{0};
  int jpegWarnings_ = 0;
  std::unique_ptr<unsigned char[]> buffer_;
  /// The parser's other window.
  INT64 otherStart_ = 0;
  INT64 otherLength_ = 0;
  std::unique_ptr<unsigned char[]> otherBuffer_;
  std::string path_;
};

}  // namespace bromide
