internal import BromideKernels
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues

/// Combines many open photos with the same size into one picture: the median, or the mean without
/// outliers, of each sample in linear light.
///
/// The photos stay in their files, and memory contains only a few rows of each. So the stack needs
/// no temporary file. It develops each row once, and the margins of the strips again.
struct StripStack {
  /// Develops rows of a photo as 16-bit RGB into memory without gaps. Several threads call it.
  typealias Maker = @Sendable (_ index: Int, Range<Int>, UnsafeMutableRawBufferPointer) -> Void

  private let operation: Retiming.Blend
  private let size: Size
  private let photos: Int
  private let kernel: StackKernel
  private let transfer: TransferFunction
  /// The rows of each strip, from top to bottom.
  let strips: [Range<Int>]

  /// Creates a stack. Returns `nil` if the operation does not need all values of a sample, or if
  /// there are too many photos for the memory.
  ///
  /// - Parameters:
  ///   - operation: The operation that combines the photos.
  ///   - photos: The number of photos.
  ///   - size: The size of all photos.
  ///   - room: The maximum bytes of a strip of all photos.
  ///   - leastHeight: The minimum number of rows in a strip.
  init?(
    _ operation: Retiming.Blend, photos: Int, size: Size, transfer: TransferFunction,
    instructionSet: InstructionSet, room: Int = Self.stripMemory, leastHeight: Int = 12
  ) {
    guard Self.takes(operation, photos: photos, area: size.area) else { return nil }
    let bytesPerRow = max(1, size.width * 6 * photos)
    strips = PhotoStack.bands(of: size.height, bytesPerRow: bytesPerRow, limit: room)
    // The demosaic warms up for 8 rows in each strip.
    guard strips.count == 1 || room / bytesPerRow >= leastHeight else { return nil }
    self.operation = operation
    self.size = size
    self.photos = photos
    kernel = StackKernel(instructionSet: instructionSet)
    self.transfer = transfer
  }

  /// Whether the operation needs all values of a sample, and the photos may stay open.
  static func takes(_ operation: Retiming.Blend, photos: Int, area: Int) -> Bool {
    (operation == .median || operation == .sigma) && photos >= 1
      && photos * openPhotoMemory(area) <= openPhotosMemory
  }

  /// The maximum number of stored bytes, with the open photos.
  static func memory(photos: Int, area: Int) -> Int {
    stripMemory + photos * openPhotoMemory(area)
  }

  /// Passes all rows as 16-bit RGB from top to bottom, several per call.
  ///
  /// - Throws: The error of `receive`, `FrameError.stopped`.
  func draw(
    _ crew: Crew, make: @escaping Maker,
    into receive: (UnsafeMutableBufferPointer<UInt16>) throws(FrameError) -> Void
  ) throws(FrameError) {
    let (count, rowSamples) = (photos, size.width * 3)
    let most = (strips.map(\.count).max() ?? 0) * rowSamples
    let values = StackMemory<UInt16>(uninitialized: most * count)
    let result = StackMemory<UInt16>(uninitialized: most)
    let (operation, light, kernel) = (operation, StackLight(transfer), kernel)
    for rows in strips {
      try FrameError.checkSignal()
      let samples = rows.count * rowSamples
      crew.forEach(
        count, makeScratch: {},
        work: { index, _ in
          unsafe make(
            index, rows,
            UnsafeMutableRawBufferPointer(
              start: values.start + index * samples, count: 2 * samples))
        })
      SampleBlock.forEach(samples, of: count, values, crew) { block in
        unsafe block.combine(operation, light, kernel, into: result.start + block.place)
      }
      try unsafe receive(UnsafeMutableBufferPointer(start: result.start, count: samples))
    }
  }

  /// The maximum bytes of a strip of all photos.
  static let stripMemory = 80 << 20
  /// The bytes that an open photo needs without its pixels: mostly the colour of bright light, with
  /// 12 bytes for 16×16 sensor pixels.
  private static func openPhotoMemory(_ area: Int) -> Int { 300_000 + area / 20 }
  /// The maximum bytes of all open photos: 133 photos with 24 MP.
  private static let openPhotosMemory = 200_000_000
}
