internal import BromideKernels
internal import BromideSystem
internal import BromideTimelines

/// The codes of all photos for some samples, photo after photo.
struct SampleBlock {
  /// The first sample.
  let place: Int
  private let codes: StackedCodes

  /// Processes samples in blocks, on several threads.
  ///
  /// Each thread copies the codes of a block first. They fit into the processor's cache, and reading
  /// them several times from memory that is far apart took three times as long.
  ///
  /// - Parameters:
  ///   - samples: The number of samples in each photo.
  ///   - codes: The codes of all photos, photo after photo.
  ///   - place: The position of the first sample.
  static func forEach(
    _ samples: Int, of photos: Int, _ codes: StackMemory<UInt16>, _ crew: Crew,
    from place: Int = 0, _ work: @escaping @Sendable (SampleBlock) -> Void
  ) {
    let length = max(64, min(1024, cachedCodes / photos))
    crew.forEach(
      (samples + length - 1) / length,
      makeScratch: { StackMemory<UInt16>(uninitialized: photos * length) },
      work: { index, copy in
        let offset = index * length
        let count = min(length, samples - offset)
        for photo in 0..<photos {
          unsafe (copy.start + photo * count).update(
            from: codes.start + photo * samples + offset, count: count)
        }
        work(
          SampleBlock(
            place: place + offset,
            codes: unsafe StackedCodes(copy.start, stride: count, photos: photos, count: count)))
      })
  }

  /// The codes of a block.
  private static let cachedCodes = 1 << 17

  /// Computes the median of each sample, or the mean without outliers.
  func combine(
    _ operation: Retiming.Blend, _ light: StackLight, _ kernel: StackKernel,
    into result: UnsafeMutablePointer<UInt16>
  ) {
    if operation == .median {
      unsafe median(light, kernel, into: result)
    } else {
      unsafe clippedMean(light, kernel, into: result)
    }
  }

  /// Computes the median of each sample. For an even number of photos, it is the mean light of the
  /// middle two.
  private func median(
    _ light: StackLight, _ kernel: StackKernel, into result: UnsafeMutablePointer<UInt16>
  ) {
    let upper = StackMemory<UInt16>(uninitialized: codes.count)
    unsafe kernel.middles(codes, lower: result, upper: upper.start)
    for i in 0..<codes.count where unsafe result[i] != upper.start[i] {
      unsafe result[i] = light.code((light[result[i]] + light[upper.start[i]]) / 2)
    }
  }

  /// Computes the mean of the light within 2.5 standard deviations of the mean.
  private func clippedMean(
    _ light: StackLight, _ kernel: StackKernel, into result: UnsafeMutablePointer<UInt16>
  ) {
    let (count, photos) = (codes.count, codes.photos)
    let (first, sums, squares) = (
      StackMemory<Float>(uninitialized: count), StackMemory<Float>(uninitialized: count),
      StackMemory<Float>(uninitialized: count)
    )
    let (lowest, highest) = (
      StackMemory<UInt16>(uninitialized: count), StackMemory<UInt16>(uninitialized: count)
    )
    let accepted = StackMemory<Int32>(count, Int32(photos))
    unsafe light.withTable { table in
      for i in 0..<count { unsafe first.start[i] = table[Int(codes[0, i])] }
      // Sums of differences from the first photo are exact enough for 32 bits.
      unsafe kernel.sum(
        codes, light: table.baseAddress!, first: first.start, sums: sums.start,
        squares: squares.start)
      for i in 0..<count {
        let mean = unsafe sums.start[i] / Float(photos)
        let variance = unsafe squares.start[i] / Float(photos) - mean * mean
        let limit = 2.5 * max(variance, 0).squareRoot()
        let middle = unsafe mean + first.start[i]
        // Accept one more code on each side, so that equal samples are all accepted.
        unsafe lowest.start[i] = UInt16(max(Int(light.code(middle - limit)) - 1, 0))
        unsafe highest.start[i] = UInt16(min(Int(light.code(middle + limit)) + 1, 65535))
      }
      unsafe kernel.reject(
        codes, light: table.baseAddress!, first: first.start, lowest: lowest.start,
        highest: highest.start, sums: sums.start, accepted: accepted.start)
      for i in 0..<count {
        let mean = unsafe sums.start[i] / Float(max(accepted.start[i], 1))
        unsafe result[i] = light.code(mean + first.start[i])
      }
    }
  }
}
