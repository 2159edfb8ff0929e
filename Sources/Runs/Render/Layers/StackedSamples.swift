internal import BromideCodecs
internal import BromideSystem
internal import BromideValues
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

  /// Samples that one thread processes: few enough that the codes of 100 photos fit into the
  /// processor's cache.
  private static let blockLength = 1024

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
      let block = Self.blockLength
      crew.forEach(
        (length + block - 1) / block, makeScratch: {},
        work: { index, _ in
          let offset = index * block
          unsafe work(
            SampleBlock(
              place: first + offset, count: min(block, length - offset), photos: photos,
              codes: memory.start + offset, stride: length))
        })
    }
  }
}

/// The codes of all photos for some samples.
@safe struct SampleBlock {
  /// The first sample.
  let place: Int
  /// The number of samples.
  let count: Int
  let photos: Int
  /// The codes of the first photo.
  let codes: UnsafeMutablePointer<UInt16>
  /// The distance to the same sample of the next photo.
  let stride: Int

  /// Computes the median of each sample. For an even number of photos, it is the mean light of the
  /// middle two.
  func median(_ light: StackLight, into result: UnsafeMutablePointer<UInt16>) {
    let counts = StackMemory<UInt16>(count, 0)
    unsafe result.initialize(repeating: 0, count: count)
    let rank = UInt16((photos - 1) / 2)
    // Each pass finds one bit, starting with the highest, from the number of photos with a smaller
    // code. These loops have no branches, so the compiler uses vectors.
    for bit in (0..<16).reversed() {
      let half = UInt16(1) << UInt16(bit)
      counts.fill(0)
      for photo in 0..<photos {
        let codes = unsafe codes + photo * stride
        for i in 0..<count {
          unsafe counts.start[i] &+= codes[i] < result[i] | half ? 1 : 0
        }
      }
      // If at most `rank` photos are below the middle, the median is not below it.
      for i in 0..<count { unsafe result[i] |= counts.start[i] <= rank ? half : 0 }
    }
    if photos.isMultiple(of: 2) { unsafe meanOfMiddles(light, counts, result) }
  }

  /// Replaces the lower of the middle two by the mean light of both. The next code is equal, or the
  /// smallest larger code.
  private func meanOfMiddles(
    _ light: StackLight, _ counts: StackMemory<UInt16>, _ result: UnsafeMutablePointer<UInt16>
  ) {
    let next = StackMemory<UInt16>(count, .max)
    counts.fill(0)
    for photo in 0..<photos {
      let codes = unsafe codes + photo * stride
      for i in 0..<count {
        let isAbove = unsafe codes[i] > result[i]
        unsafe counts.start[i] &+= isAbove ? 0 : 1
        unsafe next.start[i] = min(next.start[i], isAbove ? codes[i] : .max)
      }
    }
    for i in 0..<count where unsafe Int(counts.start[i]) <= photos / 2 {
      let (low, high) = unsafe (light[result[i]], light[next.start[i]])
      unsafe result[i] = light.code(Double((low + high) / 2))
    }
  }

  /// Computes the mean of the light within 2.5 standard deviations of the mean.
  func clippedMean(_ light: StackLight, into result: UnsafeMutablePointer<UInt16>) {
    let (sums, squares) = (StackMemory<Float>(count, 0), StackMemory<Float>(count, 0))
    unsafe light.withTable { table in
      // Sums of differences from the first photo are exact enough for 32 bits.
      for photo in 1..<max(photos, 1) {
        let codes = unsafe codes + photo * stride
        for i in 0..<count {
          let value = unsafe table[Int(codes[i])] - table[Int(self.codes[i])]
          unsafe sums.start[i] += value
          unsafe squares.start[i] += value * value
        }
      }
      let (lowest, highest) = (StackMemory<UInt16>(count, 0), StackMemory<UInt16>(count, 0))
      for i in 0..<count {
        let mean = unsafe sums.start[i] / Float(photos)
        let variance = unsafe squares.start[i] / Float(photos) - mean * mean
        let limit = 2.5 * max(variance, 0).squareRoot()
        let middle = unsafe mean + table[Int(self.codes[i])]
        // Accept one more code on each side, so that equal samples are all accepted.
        unsafe lowest.start[i] = UInt16(max(Int(light.code(Double(middle - limit))) - 1, 0))
        unsafe highest.start[i] = UInt16(min(Int(light.code(Double(middle + limit))) + 1, 65535))
      }
      let accepted = StackMemory<Int32>(count, Int32(photos))
      for photo in 0..<photos {
        let codes = unsafe codes + photo * stride
        for i in 0..<count
        where unsafe codes[i] < lowest.start[i] || codes[i] > highest.start[i] {
          unsafe sums.start[i] -= table[Int(codes[i])] - table[Int(self.codes[i])]
          unsafe accepted.start[i] -= 1
        }
      }
      for i in 0..<count {
        let mean = unsafe sums.start[i] / Float(max(accepted.start[i], 1))
        unsafe result[i] = light.code(Double(mean + table[Int(self.codes[i])]))
      }
    }
  }
}
