internal import BromideCodecs
internal import BromideDevelop
internal import BromideDrawing
internal import BromideSystem
internal import BromideValues
internal import Synchronization

/// The third stage: develops and encodes bands of rows, on many threads.
extension PhotoWork {
  /// The photo, developer and encoder for making bands.
  final class Development: Sendable {
    let photo: DecodedPhoto
    let developer: Developer
    let border: PictureBorder?
    let stamp: Stamp?
    /// The size of the picture with its border.
    let size: Size
    let encoder: PictureEncoder
    /// Adds light above white, or `nil`.
    let highRange: HighRangeLight?
    /// Threads that help with current bands when all bands have started.
    let crew: Crew
    let strips: BandStrips
    let encoding: ScratchPool<PictureScratch>

    /// - Parameter developed: Called after each strip of a band, on any thread.
    init(
      photo: DecodedPhoto, rendering: PictureRendering, encoder: PictureEncoder, crew: Crew,
      developed: @escaping @Sendable (Stopwatch) -> Void
    ) {
      self.photo = photo
      developer = rendering.developer
      border = rendering.border
      stamp = rendering.stamp
      size = rendering.size
      self.encoder = encoder
      highRange = rendering.highRange
      self.crew = crew
      strips = BandStrips(developer, releasesSamples: true, finished: developed)
      encoding = ScratchPool { encoder.makeScratch() }
    }
  }

  var development: Development {
    guard case .developing(let development, _) = state else {
      preconditionFailure("a photo is prepared before its bands")
    }
    return development
  }

  /// The rows of one thread's band, or `nil` if there is not enough memory.
  typealias Scratch = PixelMemory?

  /// Minimum pixels of a band, because each one is compressed separately.
  ///
  /// Smaller bands compress worse. For 600×400 smooth pixels, bands of 128 rows take 2 % more than
  /// libpng's level 6, and a single band takes less.
  static let leastBandArea = 1 << 18

  /// Bytes of a band's rows, with the rows of the border that are encoded together with them.
  private var bandBytes: Int {
    let development = development
    let edges = development.border == nil ? 0 : 2 * bandAlignment
    return (development.developer.bandHeight + edges) * rowBytes
  }

  /// Bytes of a row with its border.
  private var rowBytes: Int {
    development.size.width * development.developer.format.bytesPerPixel
  }

  private var bandAlignment: Int { job.settings.encoding.format.bandAlignment }

  func makeScratch() -> Scratch {
    // The rest of the scratch memory is in small pieces, and the check reserves space for it.
    MemoryShortage.isThere(bandBytes) ? PixelMemory(attempting: bandBytes) : nil
  }

  /// Records the time of a strip.
  func noteStrip(_ watch: Stopwatch) {
    developNanoseconds.add(watch.nanoseconds, ordering: .relaxed)
    Trace.note("develop", subject, watch)
  }

  func makeBand(_ index: Int, scratch: Scratch) throws(StageFailure) -> [PictureBand] {
    guard let memory = scratch else {
      throw StageFailure(.develop, MemoryShortage.words(bandBytes))
    }
    let (developer, border) = (development.developer, development.border)
    let width = border?.width ?? 0
    let isLast = index == developer.bandCount - 1
    let rows = developer.rows(ofBand: index)
    // The other rows of the border are separate bands, so that memory does not depend on its width.
    let above = index == 0 ? width % bandAlignment : 0
    let over = (width + rows.upperBound) % bandAlignment
    let below = isLast && over > 0 ? min(width, bandAlignment - over) : 0
    let height = above + rows.count + below
    let (lead, rest) = (index == 0 ? width - above : 0, isLast ? width - below : 0)
    let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: memory.bytes[..<(height * rowBytes)])
    var bands = encodeBorder(rows: lead, isLast: false, memory: memory)
    let developed = unsafe UnsafeMutableRawBufferPointer(
      rebasing: bytes.suffix(
        rows.count * developer.outputSize.width * developer.format.bytesPerPixel))
    unsafe development.strips.develop(index, crew: development.crew, into: developed)
    unsafe development.stamp?.draw(onto: developed, rows: rows)
    unsafe border?.surround(bytes, above: above, count: rows.count, rowBytes: rowBytes)
    bands += encode(
      pieces(ofRows: height), of: memory, top: rows.lowerBound, isLast: isLast && rest == 0)
    return bands + encodeBorder(rows: rest, isLast: true, memory: memory)
  }

  /// Encodes rows that contain only the border.
  private func encodeBorder(rows: Int, isLast: Bool, memory: PixelMemory) -> [PictureBand] {
    guard rows > 0 else { return [] }
    let most = bandBytes / rowBytes / bandAlignment * bandAlignment
    unsafe development.border?.fill(memory.bytes[..<(min(rows, most) * rowBytes)])
    // All pieces read the same rows.
    let pieces = stride(from: 0, to: rows, by: most).map { 0..<min(most, rows - $0) }
    return encode(pieces, of: memory, top: 0, isLast: isLast)
  }

  /// Encodes pieces of rows.
  ///
  /// - Parameters:
  ///   - pieces: Rows of the memory.
  ///   - top: The developer's row at the start of the memory, for light above white.
  ///   - isLast: Whether the picture ends with the last piece.
  private func encode(
    _ pieces: [Range<Int>], of memory: PixelMemory, top: Int, isLast: Bool
  ) -> [PictureBand] {
    let development = development
    let rowBytes = rowBytes
    return development.crew.map(pieces.count, scratches: development.encoding) {
      [self] piece, scratch in
      let watch = Stopwatch()
      let rows = pieces[piece]
      var bytes = unsafe memory.bytes[rows.lowerBound * rowBytes..<rows.upperBound * rowBytes]
      if let light = development.highRange {
        unsafe light.encode(
          UnsafeMutableRawBufferPointer(rebasing: bytes),
          rows: top + rows.lowerBound..<top + rows.upperBound,
          channels: development.developer.format.channels)
        unsafe bytes = bytes.prefix(bytes.count / 2)
      }
      let band = unsafe development.encoder.encode(
        rows: UnsafeRawBufferPointer(rebasing: bytes), isLast: isLast && piece == pieces.count - 1,
        scratch: scratch)
      encodeNanoseconds.add(watch.nanoseconds, ordering: .relaxed)
      Trace.note("encode", subject, watch)
      return band
    }
  }

  /// Returns the rows that are encoded separately. This splits high bands in two, so that two
  /// threads can share the last band.
  private func pieces(ofRows height: Int) -> [Range<Int>] {
    let most = height * development.size.width / Self.leastBandArea
    let count = max(1, min(height / Self.leastPieceHeight, most))
    let alignment = bandAlignment
    let units = (height + alignment - 1) / alignment
    func bound(_ piece: Int) -> Int { min(units * piece / count * alignment, height) }
    return (0..<count).map { bound($0)..<bound($0 + 1) }
  }

  /// Minimum rows of a piece, because smaller pieces also compress worse.
  private static let leastPieceHeight = 224

  func releaseInputs() throws(StageFailure) {
    guard case .developing(let development, let writer) = state else { return }
    facts.note(development.developer.opticsReport)
    state = .writing(writer, damage: development.photo.damageReason)
    released = development
    if let reason = development.photo.lostPixels ?? file?.complaint {
      throw StageFailure(.decode, reason)
    }
  }

  func takeReleased() -> (any AnyObject & Sendable)? {
    defer { released = nil }
    return released
  }
}
