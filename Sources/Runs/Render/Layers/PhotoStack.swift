internal import BromideKernels
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues

/// Combines many photos with the same size into one picture. Each sample becomes the mean, the
/// maximum, the minimum, the median, or the mean without outliers, in linear light.
///
/// A stack contains only one photo at a time, and 2 to 4 bytes for each sample, for any number of
/// photos. A median and a mean without outliers need all values of a sample. A temporary file
/// contains the values, for as many rows as it can hold: see `StackedSamples`. If a picture needs
/// more room, the stack processes bands of the picture, and reads the photos once for each band. A
/// `StripStack` needs no file, but must be able to develop a few rows of a photo.
final class PhotoStack {
  /// The operation that combines the photos.
  let operation: Retiming.Blend
  private let size: Size
  private let room: Room
  /// Whether photos are added later.
  private let grows: Bool
  private let instructionSet: InstructionSet
  private let light: StackLight
  private var state: State

  /// The stored state of each sample.
  private enum State {
    /// The sum of light.
    case sum(StackMemory<Float>)
    /// The largest or the smallest code.
    case extreme(StackMemory<UInt16>)
    /// The codes of the result.
    case codes(StackMemory<UInt16>)
  }

  /// The maximum bytes for intermediate values.
  struct Room {
    /// Memory for the values of some samples.
    var memory = 32 << 20
    /// Memory for the sums of a mean. Larger pictures can use their number of samples in bytes.
    var sums = 96 << 20
    /// The temporary file, also limited to half of the free space. With 8 GB, the stack reads each
    /// of 100 photos with 24 MP twice. A larger file would rarely stay in the system's cache.
    var file = 8 << 30
  }

  /// The maximum number of stored bytes, without the photo.
  ///
  /// - Parameters:
  ///   - photos: The number of photos.
  ///   - area: The number of pixels in each photo.
  ///   - grows: Whether photos are added later.
  static func memory(
    _ operation: Retiming.Blend, photos: Int, area: Int, grows: Bool = false
  ) -> Int {
    let room = Room()
    switch operation {
    case .max, .min: return 6 * area
    case .nearest, .mix, .average:
      return grows ? 12 * area : 6 * area + min(12 * area, max(room.sums, 3 * area))
    case .median, .sigma: return 6 * area + room.memory
    }
  }

  /// Receives rows of a photo as 16-bit RGB, and the number of the first row.
  typealias Receiver = @Sendable (_ row: Int, UnsafeRawBufferPointer) -> Void

  /// Provides at least some rows of a photo, in any order, on any threads, each row once.
  typealias Reader = (_ photo: Int, _ rows: Range<Int>, _ receive: @escaping Receiver)
    throws(FrameError) -> Void

  /// Creates an empty stack.
  ///
  /// - Parameters:
  ///   - operation: The operation that combines the photos.
  ///   - size: The size of all photos.
  ///   - grows: Whether photos are added later.
  init(
    _ operation: Retiming.Blend, size: Size, transfer: TransferFunction,
    instructionSet: InstructionSet, grows: Bool, room: Room = Room()
  ) {
    self.operation = operation
    self.size = size
    self.grows = grows
    self.room = room
    self.instructionSet = instructionSet
    light = StackLight(transfer)
    let count = size.area * 3
    switch operation {
    case .max: state = .extreme(StackMemory(count, 0))
    case .min: state = .extreme(StackMemory(count, .max))
    case .nearest, .mix, .average:
      state = grows ? .sum(StackMemory(count, 0)) : .codes(StackMemory(uninitialized: 0))
    case .median, .sigma: state = .codes(StackMemory(uninitialized: 0))
    }
  }

  /// The photos in the stack, in the order of their addition.
  private(set) var photos: [Int] = []

  /// Whether you can add more photos.
  func canGrow(to photos: [Int]) -> Bool {
    if case .codes = state { return false }
    return photos.starts(with: self.photos)
  }

  /// Adds the photos that are not in the stack yet.
  ///
  /// - Parameter crew: Threads that help.
  func add(_ photos: [Int], _ crew: Crew = .alone, read: Reader) throws(FrameError) {
    switch state {
    case .extreme(let extremes):
      for photo in photos.dropFirst(self.photos.count) {
        try unsafe pass(photo, read, taking(operation, extremes))
      }
    case .sum(let sums):
      for photo in photos.dropFirst(self.photos.count) {
        try unsafe pass(photo, read, light.adding(to: sums))
      }
    case .codes:
      let result = StackMemory<UInt16>(uninitialized: size.area * 3)
      if operation == .average {
        try unsafe mean(of: photos, read, into: result)
      } else {
        try unsafe choose(from: photos, crew, read, into: result)
      }
      state = .codes(result)
    }
    self.photos = photos
  }

  /// Adds codes of a photo, starting at a position.
  typealias Taking = @Sendable (_ place: Int, UnsafeBufferPointer<UInt16>) -> Void

  private func taking(_ operation: Retiming.Blend, _ extremes: StackMemory<UInt16>) -> Taking {
    guard operation == .max else {
      return { place, codes in
        let target = unsafe extremes.start + place
        for i in codes.indices { unsafe target[i] = min(target[i], codes[i]) }
      }
    }
    return { place, codes in
      let target = unsafe extremes.start + place
      for i in codes.indices { unsafe target[i] = max(target[i], codes[i]) }
    }
  }

  /// Reads rows of a photo. The position of a code is relative to the first row.
  private func pass(
    _ photo: Int, rows: Range<Int>? = nil, _ read: Reader, _ body: @escaping Taking
  ) throws(FrameError) {
    try FrameError.checkSignal()
    let samples = size.width * 3
    let rows = rows ?? 0..<size.height
    try unsafe read(photo, rows) { row, bytes in
      unsafe bytes.withMemoryRebound(to: UInt16.self) { codes in
        let shown = rows.clamped(to: row..<row + codes.count / samples)
        guard !shown.isEmpty else { return }
        let part = unsafe UnsafeBufferPointer(
          rebasing: codes[(shown.lowerBound - row) * samples..<(shown.upperBound - row) * samples])
        unsafe body((shown.lowerBound - rows.lowerBound) * samples, part)
      }
    }
  }

  /// Divides the rows into bands with about the same height. Each band has at least one row, and
  /// the bands need at most `limit` bytes if a row allows it.
  static func bands(of rows: Int, bytesPerRow: Int, limit: Int) -> [Range<Int>] {
    let height = max(1, limit / max(1, bytesPerRow))
    let count = (rows + height - 1) / height
    return (0..<count).map { $0 * rows / count..<($0 + 1) * rows / count }
  }

  private var kernel: StackKernel { StackKernel(instructionSet: instructionSet) }

  // MARK: Bands

  /// Computes the mean of each sample.
  private func mean(
    of photos: [Int], _ read: Reader, into result: StackMemory<UInt16>
  ) throws(FrameError) {
    let limit = max(room.sums, size.area * 3)
    for rows in Self.bands(of: size.height, bytesPerRow: size.width * 12, limit: limit) {
      let sums = StackMemory<Float>(rows.count * size.width * 3, 0)
      for photo in photos {
        try unsafe pass(photo, rows: rows, read, light.adding(to: sums))
      }
      unsafe encode(
        sums, rows: 0..<rows.count, of: photos.count,
        into: result.start + rows.lowerBound * size.width * 3)
    }
  }

  /// Computes the median of each sample, or the mean without outliers, from all its values.
  private func choose(
    from photos: [Int], _ crew: Crew, _ read: Reader, into result: StackMemory<UInt16>
  ) throws(FrameError) {
    guard photos.count <= Int(UInt16.max) else {
      throw .unsupported("a \(operation.rawValue) takes at most \(UInt16.max) photos")
    }
    let free = ScratchFile.freeBytes(in: ScratchFile.folder) ?? .max
    let limit = max(min(room.file, free / 2), room.memory)
    for rows in Self.bands(
      of: size.height, bytesPerRow: size.width * 6 * photos.count, limit: limit)
    {
      let start = rows.lowerBound * size.width * 3
      let values = try StackedSamples(
        photos: photos.count, samples: rows.count * size.width * 3, memory: room.memory)
      for (index, photo) in photos.enumerated() {
        try unsafe pass(photo, rows: rows, read) { place, codes in
          unsafe values.write(codes, of: index, at: place)
        }
        try values.check()
      }
      let (operation, light, kernel) = (operation, light, kernel)
      try values.forEachBlock(crew) { block in
        unsafe block.combine(operation, light, kernel, into: result.start + start + block.place)
      }
    }
  }

  // MARK: The result

  /// Writes rows of the result as 16-bit RGB.
  func write(rows: Range<Int>, into codes: UnsafeMutableBufferPointer<UInt16>) {
    let start = rows.lowerBound * size.width * 3
    switch state {
    case .extreme(let found), .codes(let found):
      for i in codes.indices { unsafe codes[i] = found.start[start + i] }
    case .sum(let sums):
      unsafe encode(sums, rows: rows, of: photos.count, into: codes.baseAddress!)
    }
  }

  /// Converts rows of sums to codes of the mean.
  private func encode(
    _ sums: StackMemory<Float>, rows: Range<Int>, of count: Int,
    into codes: UnsafeMutablePointer<UInt16>
  ) {
    let encoder = EncodeKernel(
      light.transfer, format: PixelFormat(channels: 3, sample: .uint16),
      instructionSet: instructionSet)
    let row = PlanarRow(capacity: size.width)
    let share = 1 / Float(max(count, 1))
    for (index, y) in rows.enumerated() {
      let pixels = unsafe sums.start + 3 * y * size.width
      for x in 0..<size.width {
        unsafe row.red[x] = pixels[3 * x] * share
        unsafe row.green[x] = pixels[3 * x + 1] * share
        unsafe row.blue[x] = pixels[3 * x + 2] * share
      }
      unsafe encoder.encode(row, count: size.width, into: codes + index * size.width * 3)
    }
  }
}
