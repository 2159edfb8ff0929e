internal import CBromideKernels

/// The filter types of PNG (third edition, 9.2), with their codes in a row's first byte.
public enum PNGFilter: UInt8, Sendable, Hashable, CaseIterable {
  /// Leaves the bytes unchanged.
  case none = 0
  /// Subtracts the byte of the pixel to the left.
  case sub = 1
  /// Subtracts the byte above.
  case up = 2
  /// Subtracts the mean of left and above, rounded down.
  case average = 3
  /// Subtracts left, above or above left, whichever is nearest to left + above − above left.
  case paeth = 4

  /// Whether the filter reads the row above.
  public var readsRowAbove: Bool { self >= .up }
}

extension PNGFilter: Comparable {
  /// Orders filters by code, which is also the order of how many neighbours they read.
  public static func < (left: PNGFilter, right: PNGFilter) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// Applies PNG's filters to rows of samples, and finds the filter with the smallest residuals.
///
/// A filter works byte by byte at the distance of one pixel. So you can filter 16-bit samples in
/// the machine's byte order and swap the bytes of the residuals afterwards. Swapping only permutes
/// bytes within a pixel.
public struct PNGFilterKernel: Sendable {
  /// Bytes in a pixel, which is the distance that filters use.
  public let bytesPerPixel: Int
  private let instructionSet: InstructionSet

  /// - Parameter bytesPerPixel: 1, 2, 3, 4, 6 or 8.
  public init(bytesPerPixel: Int, instructionSet: InstructionSet) {
    self.bytesPerPixel = bytesPerPixel
    self.instructionSet = instructionSet
  }

  /// Filters a row.
  ///
  /// - Parameters:
  ///   - row: The samples of whole pixels.
  ///   - above: The row above, with the same length. `none` and `sub` do not need it.
  ///   - output: Memory for as many bytes as `row`. It must not overlap the rows.
  @unsafe public func apply(
    _ filter: PNGFilter, to row: UnsafeRawBufferPointer, above: UnsafeRawPointer?,
    into output: UnsafeMutableRawPointer
  ) {
    unsafe precondition(!filter.readsRowAbove || above != nil, "this filter reads the row above")
    guard let base = row.baseAddress else { return }
    if instructionSet == .reference {
      unsafe applyReference(filter, to: row, above: above, into: output)
    } else {
      let zero = unsafe base
      unsafe bromide_png_filter(
        instructionSet.code, Int32(filter.rawValue), base.assumingMemoryBound(to: UInt8.self),
        (above ?? zero).assumingMemoryBound(to: UInt8.self), row.count, bytesPerPixel,
        output.assumingMemoryBound(to: UInt8.self))
    }
  }

  /// Returns the sum of absolute residuals (as signed bytes) for each filter, indexed by filter
  /// code.
  ///
  /// Without a row above, only `none` and `sub` have a sum. The other sums keep the maximum value.
  public func costs(of row: UnsafeRawBufferPointer, above: UnsafeRawPointer?) -> [UInt64] {
    var costs = [UInt64](repeating: .max, count: PNGFilter.allCases.count)
    guard let base = row.baseAddress else { return costs }
    if instructionSet == .reference {
      unsafe countReference(row, above: above, into: &costs)
    } else {
      unsafe bromide_png_filter_costs(
        instructionSet.code, base.assumingMemoryBound(to: UInt8.self),
        above?.assumingMemoryBound(to: UInt8.self), row.count, bytesPerPixel, &costs)
    }
    return costs
  }

  /// Swaps the bytes of `count` 16-bit samples in place.
  @unsafe public func exchangeBytes(_ samples: UnsafeMutableRawPointer, count: Int) {
    if instructionSet == .reference {
      for i in 0..<count {
        let value = unsafe samples.loadUnaligned(fromByteOffset: 2 * i, as: UInt16.self)
        unsafe samples.storeBytes(of: value.byteSwapped, toByteOffset: 2 * i, as: UInt16.self)
      }
    } else {
      unsafe bromide_png_swap16(
        instructionSet.code, samples.assumingMemoryBound(to: UInt8.self), count)
    }
  }

  /// Returns the residual of a byte with `filter`: PNG third edition, table in 9.2.
  ///
  /// - Parameters:
  ///   - x: The byte.
  ///   - a: The same byte of the pixel to the left, 0 outside the picture.
  ///   - b: The same byte of the pixel above.
  ///   - c: The same byte of the pixel above left.
  static func residual(_ filter: PNGFilter, _ x: Int, _ a: Int, _ b: Int, _ c: Int) -> UInt8 {
    let predicted =
      switch filter {
      case .none: 0
      case .sub: a
      case .up: b
      case .average: (a + b) / 2
      case .paeth: paeth(a, b, c)
      }
    return UInt8(truncatingIfNeeded: x - predicted)
  }

  /// Returns the neighbour nearest to a + b − c. Ties prefer a, then b, then c (9.4).
  private static func paeth(_ a: Int, _ b: Int, _ c: Int) -> Int {
    let estimate = a + b - c
    let (pa, pb, pc) = (abs(estimate - a), abs(estimate - b), abs(estimate - c))
    return pa <= pb && pa <= pc ? a : pb <= pc ? b : c
  }

  private func neighbours(
    _ row: UnsafeRawBufferPointer, _ above: UnsafeRawPointer?, _ i: Int
  ) -> (Int, Int, Int, Int) {
    let left = i - bytesPerPixel
    return unsafe (
      Int(row[i]), left >= 0 ? Int(row[left]) : 0,
      above.map { unsafe Int($0.load(fromByteOffset: i, as: UInt8.self)) } ?? 0,
      left >= 0 ? above.map { unsafe Int($0.load(fromByteOffset: left, as: UInt8.self)) } ?? 0 : 0
    )
  }

  private func applyReference(
    _ filter: PNGFilter, to row: UnsafeRawBufferPointer, above: UnsafeRawPointer?,
    into output: UnsafeMutableRawPointer
  ) {
    for i in 0..<row.count {
      let (x, a, b, c) = unsafe neighbours(row, above, i)
      unsafe output.storeBytes(
        of: Self.residual(filter, x, a, b, c), toByteOffset: i, as: UInt8.self)
    }
  }

  private func countReference(
    _ row: UnsafeRawBufferPointer, above: UnsafeRawPointer?, into costs: inout [UInt64]
  ) {
    let hasRowAbove = unsafe above != nil
    for filter in PNGFilter.allCases where hasRowAbove || !filter.readsRowAbove {
      costs[Int(filter.rawValue)] = 0
      for i in 0..<row.count {
        let (x, a, b, c) = unsafe neighbours(row, above, i)
        let signed = Int8(bitPattern: Self.residual(filter, x, a, b, c))
        costs[Int(filter.rawValue)] += UInt64(signed.magnitude)
      }
    }
  }
}
