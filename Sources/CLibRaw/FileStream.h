// A file as LibRaw's data stream: `pread` through one buffer.
//
// Why not LibRaw's own: its `filebuf` throws its 8 KiB away at every seek, and parsing seeks for each tag; and it does
// not tell how much was asked for beyond the end, which is how a truncated file shows where a decoder stays silent.
// Not a map, because its end would be everywhere a parser reads; FileMap is for samples alone.
#ifndef BROMIDE_FILE_STREAM_H
#define BROMIDE_FILE_STREAM_H
#include <libraw/libraw.h>

#include <algorithm>
#include <atomic>
#include <string>
#include <vector>

namespace bromide {

class FileStream final : public LibRaw_abstract_datastream {
public:
  FileStream() = default;
  FileStream(const FileStream &) = delete;
  FileStream &operator=(const FileStream &) = delete;
  virtual ~FileStream();

  /// Takes an open ordinary file, which it closes; returns 0 or errno (EISDIR for folders, EINVAL for devices and pipes).
  int open(int descriptor, const char *path);
  void close();
  /// Starts counting what is missing anew. From here on the stream does not admit its end: LibRaw would give up at its
  /// first error there and free every row it has, which could be kept.
  void beginUnpacking();
  /// Bytes that were asked for in requests that lay wholly beyond the end (or could not be read). A request across
  /// the end is not counted: JPEG and block readers ask for full buffers in sound files.
  INT64 missing() const { return missing_; }
  /// Notes bytes that another reader of the file did not find.
  void addMissing(INT64 offset, INT64 count) { noteMissing(offset, count); }
  /// Where the first of them would have been.
  INT64 firstMissing() const { return firstMissing_; }
  /// The problems that libjpeg found, which it would print otherwise.
  int jpegWarnings() const { return jpegWarnings_; }
  void addJPEGWarnings(uint32_t count) { jpegWarnings_ += static_cast<int>(count); }
  /// Bytes read since unpacking began, in whole windows.
  INT64 bytesRead() const { return bytesRead_; }
  /// errno of the last read that the system refused, such as EIO for a failing disk; 0 if it refused none.
  int systemError() const { return systemError_; }
  /// The open file.
  int descriptor() const { return descriptor_; }
  /// Lets parsers find other bytes at a place than the file has.
  void disguise(uint64_t offset, const std::vector<unsigned char> &bytes);
  /// Lets parsers believe that the file is that many bytes longer than it is; 0 for its own length.
  void pretendLonger(INT64 bytes);
  /// Copies bytes of the file as they are, without moving; any thread may. Returns how many there were.
  size_t readShared(uint64_t offset, void *target, size_t count);
  /// Sets the count of bytes read back to what it was.
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
  // LibRaw 0.20 wants it, 0.21 where it was built for old video cameras, 0.22 never: hence no `virtual`.
  void *make_jas_stream() { return nullptr; }
  virtual const char *fname() { return path_.c_str(); }

private:
  /// Bytes of one window: parsing needs few, decoders read on; 64 KiB stays in the L1 and L2 caches.
  static constexpr INT64 kWindow = 64 * 1024;

  /// Bytes a parser or decoder may want beyond the end before it is stopped: more than any sensor's worth, less than a
  /// second's work. Some loop as often as a number says that they read there: 2^32 - 1.
  static constexpr INT64 kPatience = 256 * 1024 * 1024;

  int charBeyondBuffer();
  INT64 readAt(INT64 offset, void *target, INT64 count);
  INT64 readDisguised(INT64 offset, void *target, INT64 count);
  void noteMissing(INT64 offset, INT64 count);
  static void jpegMessage(void *decompressor, int level);

  int descriptor_ = -1;
  INT64 size_ = 0;
  /// Bytes of `size_` that the file does not have.
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
  std::vector<unsigned char> buffer_;
  std::string path_;
};

}  // namespace bromide
#endif
