internal import BromideCodecs
internal import BromideSystem
internal import Synchronization

/// The codes of many photos, which you can read sample by sample.
///
/// The samples are divided into chunks. Each chunk contains the codes of all photos, photo after
/// photo. If there are several chunks, they are in a temporary file, and memory contains only one.
final class StackedSamples: Sendable {
  private let photos: Int
  private let samples: Int
  /// Samples in a chunk. The last chunk can have fewer.
  private let chunk: Int
  /// The current chunk.
  private let memory: StackMemory<UInt16>
  private let file: ScratchFile?
  private let failure = Mutex<SystemError?>(nil)

  /// Creates empty memory, or an empty file.
  ///
  /// - Parameters:
  ///   - photos: The number of photos.
  ///   - samples: The number of samples in each photo.
  ///   - limit: The maximum bytes of a chunk, if a sample of all photos allows it.
  /// - Throws: `FrameError.write` if the file cannot be created.
  init(photos: Int, samples: Int, memory limit: Int) throws(FrameError) {
    self.photos = photos
    self.samples = samples
    chunk = min(max(1, limit / (2 * photos)), samples)
    memory = StackMemory(uninitialized: chunk * photos)
    file =
      chunk < samples
      ? try FrameError.output { () throws(SystemError) in try ScratchFile() } : nil
  }

  /// Stores codes of a photo. Several threads can store different codes in parallel. If this
  /// fails, `check` throws the error.
  ///
  /// - Parameters:
  ///   - photo: The index of the photo.
  ///   - place: The first sample.
  func write(_ codes: UnsafeBufferPointer<UInt16>, of photo: Int, at place: Int) {
    var done = 0
    while done < codes.count {
      let first = (place + done) / chunk * chunk
      let offset = place + done - first
      let length = min(chunk, samples - first)
      let part = unsafe UnsafeBufferPointer(
        rebasing: codes[done..<min(codes.count, done + length - offset)])
      done += part.count
      guard let file else {
        unsafe (memory.start + photo * length + offset).update(
          from: part.baseAddress!, count: part.count)
        continue
      }
      do throws(SystemError) {
        unsafe try file.write(
          UnsafeRawBufferPointer(part), at: 2 * (first * photos + photo * length + offset))
      } catch {
        failure.withLock { $0 = $0 ?? error }
        return
      }
    }
  }

  /// Throws the first error of `write`.
  func check() throws(FrameError) {
    if let failure = failure.withLock(\.self) { throw .write(PictureFileError(failure)) }
  }

  /// Processes all samples in blocks, on several threads.
  ///
  /// - Throws: `FrameError.write` if the file cannot be read, `FrameError.stopped`.
  func forEachBlock(
    _ crew: Crew, _ work: @escaping @Sendable (SampleBlock) -> Void
  ) throws(FrameError) {
    let (photos, memory) = (photos, memory)
    for first in stride(from: 0, to: samples, by: chunk) {
      try FrameError.checkSignal()
      let length = min(chunk, samples - first)
      if let file {
        try FrameError.output { () throws(SystemError) in
          unsafe try file.read(
            into: UnsafeMutableRawBufferPointer(
              start: memory.start, count: 2 * length * photos), at: 2 * first * photos)
        }
      }
      SampleBlock.forEach(length, of: photos, memory, crew, from: first, work)
    }
  }
}
