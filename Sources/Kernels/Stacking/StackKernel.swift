internal import CBromideKernels

/// The codes of several photos for the same samples.
@safe
public struct StackedCodes: @unchecked Sendable {
  fileprivate let codes: UnsafePointer<UInt16>
  fileprivate let stride: Int
  /// The number of photos, 1…65535.
  public let photos: Int
  /// The number of samples.
  public let count: Int

  /// - Parameters:
  ///   - codes: The codes of the first photo. They must stay in memory while this value exists.
  ///   - stride: The distance to the same sample of the next photo.
  ///   - photos: 1…65535.
  ///   - count: The number of samples.
  public init(_ codes: UnsafePointer<UInt16>, stride: Int, photos: Int, count: Int) {
    precondition((1...Int(UInt16.max)).contains(photos) && count <= stride, "a code of each photo")
    unsafe self.codes = codes
    self.stride = stride
    self.photos = photos
    self.count = count
  }

  /// The code of a sample in a photo.
  public subscript(photo: Int, sample: Int) -> UInt16 {
    unsafe codes[photo * stride + sample]
  }
}

/// Finds the medians of many photos, and sums without outliers. All variants give equal bits.
public struct StackKernel: Sendable {
  private let instructionSet: InstructionSet

  /// - Parameter instructionSet: The variant to run. It must be available.
  public init(instructionSet: InstructionSet) { self.instructionSet = instructionSet }

  /// Finds the middle code of each sample, or the lower and the upper one of an even number of
  /// photos.
  @unsafe public func middles(
    _ stack: StackedCodes, lower: UnsafeMutablePointer<UInt16>, upper: UnsafeMutablePointer<UInt16>
  ) {
    guard instructionSet != .reference else {
      for i in 0..<stack.count {
        let sorted = (0..<stack.photos).map { stack[$0, i] }.sorted()
        unsafe lower[i] = sorted[(stack.photos - 1) / 2]
        unsafe upper[i] = sorted[stack.photos / 2]
      }
      return
    }
    unsafe withUnsafeTemporaryAllocation(
      of: UInt16.self, capacity: stack.photos * BROMIDE_STACK_COLUMNS
    ) { scratch in
      var native = unsafe native(stack)
      unsafe bromide_stack_middles(
        instructionSet.code, &native, scratch.baseAddress!, lower, upper)
    }
  }

  /// Sums the differences in light from the first photo, and their squares, over all photos.
  ///
  /// - Parameters:
  ///   - light: The light of each code.
  ///   - first: The light of the first photo's samples.
  @unsafe public func sum(
    _ stack: StackedCodes, light: UnsafePointer<Float>, first: UnsafePointer<Float>,
    sums: UnsafeMutablePointer<Float>, squares: UnsafeMutablePointer<Float>
  ) {
    guard instructionSet != .reference else {
      for i in 0..<stack.count {
        var (sum, square) = (Float(0), Float(0))
        for photo in 1..<stack.photos {
          let value = unsafe light[Int(stack[photo, i])] - first[i]
          sum += value
          square += value * value
        }
        unsafe (sums[i], squares[i]) = (sum, square)
      }
      return
    }
    var native = unsafe native(stack)
    unsafe bromide_stack_sums(instructionSet.code, &native, light, first, sums, squares)
  }

  /// Subtracts codes outside of a range from the sums, and their number from `accepted`.
  ///
  /// - Parameters:
  ///   - light: The light of each code.
  ///   - first: The light of the first photo's samples.
  ///   - lowest: The lowest accepted code of each sample.
  ///   - highest: The highest accepted code of each sample.
  @unsafe public func reject(
    _ stack: StackedCodes, light: UnsafePointer<Float>, first: UnsafePointer<Float>,
    lowest: UnsafePointer<UInt16>, highest: UnsafePointer<UInt16>,
    sums: UnsafeMutablePointer<Float>, accepted: UnsafeMutablePointer<Int32>
  ) {
    guard instructionSet != .reference else {
      for photo in 0..<stack.photos {
        for i in 0..<stack.count {
          let code = stack[photo, i]
          guard unsafe code < lowest[i] || code > highest[i] else { continue }
          unsafe sums[i] -= light[Int(code)] - first[i]
          unsafe accepted[i] -= 1
        }
      }
      return
    }
    var native = unsafe native(stack)
    unsafe bromide_stack_reject(
      instructionSet.code, &native, light, first, lowest, highest, sums, accepted)
  }

  private func native(_ stack: StackedCodes) -> bromide_stack {
    unsafe bromide_stack(
      codes: stack.codes, stride: stack.stride, photos: stack.photos, count: stack.count)
  }
}
