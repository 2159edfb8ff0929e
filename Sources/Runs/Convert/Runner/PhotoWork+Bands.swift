internal import BromideCodecs
internal import BromideDevelop
internal import BromideSystem
internal import BromideValues
internal import Synchronization

extension PhotoWork {
  /// The photo, developer and encoder for making bands.
  final class Development: Sendable {
    let photo: DecodedPhoto
    let developer: Developer
    let encoder: PictureEncoder
    /// Adds light above white, or `nil`.
    let highRange: HighRangeLight?
    /// Threads that help with current bands when all bands have started.
    let crew: Crew
    let strips: BandStrips
    let encoding: ScratchPool<PictureScratch>

    /// - Parameter developed: Called after each strip of a band, on any thread.
    init(
      photo: DecodedPhoto, developer: Developer, encoder: PictureEncoder,
      highRange: HighRangeLight?, crew: Crew,
      developed: @escaping @Sendable (Stopwatch) -> Void
    ) {
      self.photo = photo
      self.developer = developer
      self.encoder = encoder
      self.highRange = highRange
      self.crew = crew
      strips = BandStrips(developer, finished: developed)
      encoding = ScratchPool { encoder.makeScratch() }
    }
  }

  /// The rows of one thread's band, or `nil` if there is not enough memory.
  typealias Scratch = PixelMemory?

  /// Minimum pixels of a band, because each one is compressed separately.
  ///
  /// Smaller bands compress worse. For 600×400 smooth pixels, bands of 128 rows take 2 % more than
  /// libpng's level 6, and a single band takes less.
  static let leastBandArea = 1 << 18

  /// Bytes of a band's rows.
  private var bandBytes: Int {
    let developer = development.developer
    return developer.bandHeight * developer.outputSize.width * developer.format.bytesPerPixel
  }

  func makeScratch() -> Scratch {
    // The rest of the scratch memory is in small pieces, and the check reserves space for it.
    MemoryShortage.isThere(bandBytes) ? PixelMemory(attempting: bandBytes) : nil
  }

  /// Records the time of a strip.
  func noteStrip(_ watch: Stopwatch) {
    developNanoseconds.add(watch.nanoseconds, ordering: .relaxed)
    Trace.note("develop", outcome.input, watch)
  }

  func makeBand(_ index: Int, scratch: Scratch) throws(StageFailure) -> [PictureBand] {
    guard let memory = scratch else {
      throw StageFailure(.develop, MemoryShortage.words(bandBytes))
    }
    let development = development
    let (developer, encoder) = (development.developer, development.encoder)
    let top = developer.rows(ofBand: index).lowerBound
    let height = developer.rows(ofBand: index).count
    let rowBytes = developer.outputSize.width * developer.format.bytesPerPixel
    unsafe development.strips.develop(
      index, crew: development.crew,
      into: UnsafeMutableRawBufferPointer(rebasing: memory.bytes[..<(height * rowBytes)]))
    let pieces = pieces(ofRows: height)
    let isLast = index == developer.bandCount - 1
    return development.crew.map(pieces.count, scratches: development.encoding) {
      [self] piece, scratch in
      let watch = Stopwatch()
      let rows = pieces[piece]
      var bytes = unsafe memory.bytes[rows.lowerBound * rowBytes..<rows.upperBound * rowBytes]
      if let light = development.highRange {
        unsafe light.encode(
          UnsafeMutableRawBufferPointer(rebasing: bytes),
          rows: top + rows.lowerBound..<top + rows.upperBound, channels: developer.format.channels)
        unsafe bytes = bytes.prefix(bytes.count / 2)
      }
      let band = unsafe encoder.encode(
        rows: UnsafeRawBufferPointer(rebasing: bytes), isLast: isLast && rows.upperBound == height,
        scratch: scratch)
      encodeNanoseconds.add(watch.nanoseconds, ordering: .relaxed)
      Trace.note("encode", outcome.input, watch)
      return band
    }
  }

  /// Returns the rows that are encoded separately. This splits high bands in two, so that two
  /// threads can share the last band.
  private func pieces(ofRows height: Int) -> [Range<Int>] {
    let most = height * development.developer.outputSize.width / Self.leastBandArea
    let count = max(1, min(height / Self.leastPieceHeight, most))
    let alignment = job.settings.encoding.format.bandAlignment
    let units = (height + alignment - 1) / alignment
    func bound(_ piece: Int) -> Int { min(units * piece / count * alignment, height) }
    return (0..<count).map { bound($0)..<bound($0 + 1) }
  }

  /// Minimum rows of a piece, because smaller pieces also compress worse.
  private static let leastPieceHeight = 224
}
