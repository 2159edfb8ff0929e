internal import BromideCodecs
internal import BromideKernels
internal import BromideSystem
internal import BromideValues
internal import CBromideLibRaw
internal import Synchronization
internal import SystemPackage

/// Compares decoded samples with the digest in their DNG. It reveals damage that decoders cannot
/// detect, for example a flipped bit in uncompressed samples.
struct DigestCheck {
  private let recorded: RecordedDigest
  private let path: FilePath
  private let kernel: MD5Kernel
  private let crew: Unpacking.Crew

  /// Returns `nil` if the file does not contain a digest that can be compared.
  init?(_ path: FilePath, fields: ExifFields, unpacking: Unpacking) {
    guard fields.has(51111, in: .main) || fields.has(50972, in: .main),
      let recorded = RecordedDigest(path),
      recorded.coverage != .rows || recorded.isUncompressed || unpacking.comparesAllDigests
    else { return nil }
    self.recorded = recorded
    self.path = path
    kernel = MD5Kernel(instructionSet: unpacking.instructionSet)
    crew = unpacking.crew ?? { $0() }
  }

  /// Returns the mismatch as a sentence, or `nil` if the digest matches or cannot be compared.
  func mismatch(in handle: LibRawHandle) -> String? {
    let found: [UInt8]?
    switch recorded.coverage {
    case .chunks(let chunks): found = digest(of: chunks)
    case .rows: found = digest(ofRows: handle)
    case .tiles(let bytes): found = digest(ofTiles: handle, bytesPerSample: bytes)
    }
    guard let found, found != recorded.digest else { return nil }
    return "the samples do not match the DNG's digest"
  }

  /// Returns all samples, if their size and channels match the file.
  private func frame(_ handle: LibRawHandle) -> bromide_raw_frame? {
    let frame = unsafe bromide_raw_get_frame(handle.raw)
    guard unsafe frame.samples != nil, unsafe Int(frame.channels) == recorded.channels,
      unsafe Int(frame.width) == recorded.size.width,
      unsafe Int(frame.height) == recorded.size.height
    else { return nil }
    return unsafe frame
  }

  private func digest(of chunks: [Range<Int>]) -> [UInt8]? {
    var digests: [UInt8] = []
    for chunk in chunks {
      guard let bytes = try? FileSystem.bytes(of: path, at: chunk.lowerBound, count: chunk.count)
      else { return nil }
      digests += kernel.digest(of: bytes)
    }
    return kernel.digest(of: digests)
  }

  private func digest(ofRows handle: LibRawHandle) -> [UInt8]? {
    guard let frame = unsafe frame(handle) else { return nil }
    let row = recorded.size.width * recorded.channels
    var message = kernel.message()
    for y in 0..<recorded.size.height {
      unsafe message.add(
        UnsafeRawBufferPointer(
          UnsafeBufferPointer(start: frame.samples + y * frame.stride, count: row)))
    }
    return message.digest
  }

  // MARK: Tiles

  private static let tileSide = 256

  private func digest(ofTiles handle: LibRawHandle, bytesPerSample: Int) -> [UInt8]? {
    guard let frame = unsafe frame(handle) else { return nil }
    let samples = unsafe Samples(start: frame.samples, stride: Int(frame.stride))
    let areas = Self.areas(recorded.size)
    // The kernel processes messages of equal length together.
    let groups = Dictionary(grouping: areas.indices) { areas[$0].size }.values.flatMap { same in
      stride(from: 0, to: same.count, by: MD5Kernel.mostMessages).map {
        Array(same[$0..<min($0 + MD5Kernel.mostMessages, same.count)])
      }
    }
    let work = TileWork(count: areas.count)
    crew {
      var memory: [UInt8] = []
      while true {
        let group = work.next.add(1, ordering: .relaxed).oldValue
        guard groups.indices.contains(group) else { return }
        let found = digests(
          of: groups[group].map { areas[$0] }, in: samples, bytesPerSample, &memory)
        work.digests.withLock { digests in
          for (area, digest) in zip(groups[group], found) { digests[area] = digest }
        }
      }
    }
    return kernel.digest(of: work.digests.withLock { $0.flatMap { $0 } })
  }

  /// The data shared by threads: the next group, and the digests of all tiles.
  private final class TileWork: Sendable {
    let next = Atomic(0)
    let digests: Mutex<[[UInt8]]>

    init(count: Int) { digests = Mutex([[UInt8]](repeating: [], count: count)) }
  }

  /// The memory of all samples, which are not written any more.
  @safe
  private struct Samples: @unchecked Sendable {
    let start: UnsafePointer<UInt16>
    let stride: Int

    init(start: UnsafePointer<UInt16>, stride: Int) {
      unsafe self.start = start
      self.stride = stride
    }
  }

  private static func areas(_ size: Size) -> [Region] {
    stride(from: 0, to: size.height, by: tileSide).flatMap { y in
      stride(from: 0, to: size.width, by: tileSide).map { x in
        Region(
          x: x, y: y, width: min(tileSide, size.width - x), height: min(tileSide, size.height - y))
      }
    }
  }

  /// Returns the digests of tiles with equal size.
  private func digests(
    of tiles: [Region], in samples: Samples, _ bytesPerSample: Int, _ memory: inout [UInt8]
  ) -> [[UInt8]] {
    let count = tiles[0].size.area * recorded.channels * bytesPerSample
    if memory.count < count * tiles.count {
      memory = [UInt8](repeating: 0, count: count * tiles.count)
    }
    return unsafe memory.withUnsafeMutableBytes { memory in
      for (index, tile) in tiles.enumerated() {
        unsafe pack(
          tile, of: samples, bytesPerSample,
          into: UnsafeMutableRawBufferPointer(rebasing: memory[index * count..<(index + 1) * count])
        )
      }
      return unsafe kernel.digests(
        of: tiles.indices.map { index in
          unsafe UnsafeRawBufferPointer(rebasing: memory[index * count..<(index + 1) * count])
        })
    }
  }

  /// Copies a tile plane by plane.
  private func pack(
    _ tile: Region, of samples: Samples, _ bytesPerSample: Int,
    into memory: UnsafeMutableRawBufferPointer
  ) {
    let channels = recorded.channels
    var end = memory.baseAddress!
    for channel in 0..<channels {
      for y in tile.y..<tile.y + tile.height {
        let row = unsafe samples.start + y * samples.stride + tile.x * channels + channel
        if channels == 1, bytesPerSample == 2 {
          unsafe end.copyMemory(from: row, byteCount: 2 * tile.width)
        } else {
          for x in 0..<tile.width {
            let value = unsafe row[x * channels]
            if bytesPerSample == 1 {
              unsafe end.storeBytes(
                of: UInt8(truncatingIfNeeded: value), toByteOffset: x, as: UInt8.self)
            } else {
              unsafe end.storeBytes(of: value, toByteOffset: 2 * x, as: UInt16.self)
            }
          }
        }
        unsafe end += tile.width * bytesPerSample
      }
    }
  }
}
