#include "FileStream.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <utility>

namespace bromide {

namespace {
// The first fields of jpeglib.h's jpeg_error_mgr and jpeg_common_struct, which are the same in
// libjpeg 6b to 9 and libjpeg-turbo. They are declared here because LibRaw's headers do not include
// libjpeg's.
struct JPEGErrorManager {
  void (*errorExit)(void *);
  void (*emitMessage)(void *, int level);
  void (*outputMessage)(void *);
};
struct JPEGCommon {
  JPEGErrorManager *errors;
  void *memory;
  void *progress;
  void *clientData;
};
}  // namespace

FileStream::~FileStream() { close(); }

int FileStream::open(int descriptor, const char *path) {
  close();
  struct stat status;
  int error = 0;
  if (::fstat(descriptor, &status) != 0)
    error = errno;
  else if (S_ISDIR(status.st_mode))
    error = EISDIR;
  else if (!S_ISREG(status.st_mode))
    error = EINVAL;
  if (error) {
    ::close(descriptor);
    return error;
  }
  descriptor_ = descriptor;
  systemError_ = 0;
  size_ = static_cast<INT64>(status.st_size);
  path_ = path;
  buffer_.reset(new unsigned char[kWindow]);
  otherBuffer_.reset(new unsigned char[kWindow]);
  // read(2) can reject a file that open(2) accepted.
  if (size_ > 0 && ::pread(descriptor_, buffer_.get(), 1, 0) < 0) {
    error = errno;
    close();
  }
  return error;
}

void FileStream::close() {
  if (descriptor_ >= 0) ::close(descriptor_);
  descriptor_ = -1;
  size_ = pretended_ = position_ = missing_ = 0;
  forgetWindows();
  disguises_.clear();
  isUnpacking_ = false;
  buffer_.reset();
  otherBuffer_.reset();
}

void FileStream::beginUnpacking() {
  missing_ = 0;
  bytesRead_ = 0;
  jpegWarnings_ = 0;
  isUnpacking_ = true;
  // Clear the windows, so that the decoder's reads are counted even if the file fits in them.
  forgetWindows();
  firstMissing_ = -1;
}

int FileStream::valid() { return descriptor_ >= 0; }

int FileStream::read(void *target, size_t size, size_t count) {
  const INT64 needed = static_cast<INT64>(size * count);
  // LibRaw passes lengths from damaged files, which can be negative.
  if (needed <= 0) return 0;
  unsigned char *out = static_cast<unsigned char *>(target);
  INT64 got = 0;
  while (got < needed) {
    const INT64 from = position_ + got;
    const INT64 index = from - start_;
    if (index >= 0 && index < length_) {
      const INT64 part = std::min(needed - got, length_ - index);
      std::memcpy(out + got, buffer_.get() + index, static_cast<size_t>(part));
      got += part;
    } else if (needed - got >= (isUnpacking_ ? kWindow : kParserWindow)) {
      got += readDisguised(from, out + got, needed - got);
      break;
    } else {
      if (from < size_) turnTo(from);
      if (from < start_ || from >= start_ + length_) break;
    }
  }
  // Some decoders ignore the number of read bytes. At an early end of the file, they must not show
  // old memory.
  if (got < needed) std::memset(out + got, 0, static_cast<size_t>(needed - got));
  if (got == 0) noteMissing(position_, needed);
  position_ += got;
  return static_cast<int>(got / static_cast<INT64>(size));
}

int FileStream::seek(INT64 offset, int whence) {
  INT64 target = offset;
  if (whence == SEEK_CUR) target += position_;
  if (whence == SEEK_END) target += size_;
  // Like LibRaw's streams, a position outside the file becomes its nearest end.
  position_ = target < 0 ? 0 : target > size_ ? size_ : target;
  return 0;
}

char *FileStream::gets(char *text, int capacity) {
  if (capacity < 1) return nullptr;
  int length = 0;
  while (length < capacity - 1) {
    const int c = position_ < size_ ? get_char() : -1;
    if (c < 0) break;
    text[length++] = static_cast<char>(c);
    if (c == '\n') break;
  }
  text[length] = 0;
  return length > 0 ? text : nullptr;
}

int FileStream::scanf_one(const char *format, void *value) {
  char text[32];
  size_t length = 0;
  int c = get_char();
  while (c == ' ' || c == '\t' || c == '\n' || c == '\r') c = get_char();
  while (c > ' ' && length < sizeof text - 1) {
    text[length++] = static_cast<char>(c);
    c = get_char();
  }
  if (c >= 0) position_--;
  if (length == 0) return EOF;
  text[length] = 0;
  char *end = text;
  // LibRaw only uses "%d" and "%f".
  if (std::strchr(format, 'd'))
    *static_cast<int *>(value) = static_cast<int>(std::strtol(text, &end, 10));
  else
    *static_cast<float *>(value) = std::strtof(text, &end);
  return end != text;
}

int FileStream::jpeg_src(void *decompressor) {
  JPEGCommon *const common = static_cast<JPEGCommon *>(decompressor);
  common->clientData = this;
  common->errors->emitMessage = &FileStream::jpegMessage;
  common->errors->outputMessage = [](void *) {};
  return LibRaw_abstract_datastream::jpeg_src(decompressor);
}

/// libjpeg's `emit_message`: a negative level is a warning about damaged data.
void FileStream::jpegMessage(void *decompressor, int level) {
  if (level < 0) static_cast<FileStream *>(static_cast<JPEGCommon *>(decompressor)->clientData)->jpegWarnings_++;
}

size_t FileStream::readShared(uint64_t offset, void *target, size_t count) {
  if (offset > static_cast<uint64_t>(size_)) return 0;
  const uint64_t left = static_cast<uint64_t>(size_) - offset;
  const size_t needed = left < count ? static_cast<size_t>(left) : count;
  return static_cast<size_t>(readAt(static_cast<INT64>(offset), target, static_cast<INT64>(needed)));
}

int FileStream::charBeyondBuffer() {
  if (position_ < size_) {
    turnTo(position_);
    const INT64 index = position_ - start_;
    if (index < length_) {
      position_++;
      return buffer_[static_cast<size_t>(index)];
    }
  }
  noteMissing(position_, 1);
  return -1;
}

void FileStream::turnTo(INT64 offset) {
  if (!isUnpacking_) {
    std::swap(start_, otherStart_);
    std::swap(length_, otherLength_);
    std::swap(buffer_, otherBuffer_);
    if (offset >= start_ && offset < start_ + length_) return;
  }
  start_ = offset;
  // At the real end of the file, another call would only find that it has no more bytes.
  const INT64 count = std::min(isUnpacking_ ? kWindow : kParserWindow, size_ - pretended_ - offset);
  length_ = readDisguised(offset, buffer_.get(), count);
}

void FileStream::forgetWindows() { start_ = length_ = otherStart_ = otherLength_ = 0; }

void FileStream::disguise(uint64_t offset, const std::vector<unsigned char> &bytes) {
  for (size_t i = 0; i < bytes.size(); i++) disguises_.push_back({static_cast<INT64>(offset + i), bytes[i]});
  position_ = 0;
  forgetWindows();
}

void FileStream::pretendLonger(INT64 bytes) {
  size_ += bytes - pretended_;
  pretended_ = bytes;
  position_ = 0;
  forgetWindows();
}

INT64 FileStream::readDisguised(INT64 offset, void *target, INT64 count) {
  const INT64 got = readAt(offset, target, count);
  for (const Disguise &disguise : disguises_) {
    const INT64 index = disguise.place - offset;
    if (index >= 0 && index < got) static_cast<unsigned char *>(target)[index] = disguise.byte;
  }
  return got;
}

INT64 FileStream::readAt(INT64 offset, void *target, INT64 count) {
  INT64 got = 0;
  while (got < count && descriptor_ >= 0) {
    const ssize_t part = ::pread(
        descriptor_, static_cast<unsigned char *>(target) + got, static_cast<size_t>(count - got),
        static_cast<off_t>(offset + got));
    if (part < 0 && errno == EINTR) continue;
    if (part < 0) systemError_ = errno;
    if (part <= 0) break;
    got += part;
  }
  bytesRead_ += got;
  return got;
}

void FileStream::noteMissing(INT64 offset, INT64 count) {
  if (firstMissing_ < 0) firstMissing_ = offset;
  if (atFirstMissing_) std::exchange(atFirstMissing_, nullptr)();
  missing_ += count;
  // LibRaw's streams throw the same exception. LibRaw's calls convert it to a status.
  if (missing_ > kPatience) throw LIBRAW_EXCEPTION_IO_EOF;
}

}  // namespace bromide
