internal import BromideCodecs
internal import BromideDevelop
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

/// Shows a sequence or clip with photos combined sample by sample. See `PhotoStack`.
///
/// Each thread keeps its last stack. In a video with a growing stack, each frame only adds new
/// photos.
final class StackMaker: LayerMaker {
  private let maker: any LayerMaker
  private let form: FrameForm
  private let operation: Retiming.Blend
  /// Whether several frames show the stack.
  private let grows: Bool

  /// The last stack of a thread.
  private final class Kept {
    let stack: PhotoStack
    let filters: FilterSettings
    var facts = LayerFacts()

    init(_ stack: PhotoStack, _ filters: FilterSettings) {
      (self.stack, self.filters) = (stack, filters)
    }
  }

  /// Creates the maker.
  ///
  /// - Parameters:
  ///   - maker: Creates the photos, in 16 bits.
  ///   - operation: The method to combine photos.
  ///   - grows: Whether several frames show the stack.
  ///   - form: The form of the result.
  init(_ maker: any LayerMaker, by operation: Retiming.Blend, grows: Bool, form: FrameForm) {
    self.maker = maker
    self.operation = operation
    self.grows = grows
    self.form = form
  }

  private func photos(_ layer: ScheduledLayer) -> [Int] {
    layer.parts.isEmpty ? [layer.photo] : layer.parts.map(\.photo)
  }

  private func one(_ photo: Int, of layer: ScheduledLayer) -> ScheduledLayer {
    var one = layer
    one.photo = photo
    one.parts = []
    (one.place, one.wipe) = (nil, nil)
    return one
  }

  var clipFacts: String? { maker.clipFacts }

  func inputs(of layer: ScheduledLayer) -> [FilePath] {
    var seen: Set<FilePath> = []
    return photos(layer).flatMap { maker.inputs(of: one($0, of: layer)) }
      .filter { seen.insert($0).inserted }
  }

  func identity(of layer: ScheduledLayer) throws(FrameError) -> String {
    var words = "stack \(operation.rawValue) in \(form.settings.photo.recipe.sample) "
    for photo in photos(layer) { words += try maker.identity(of: one(photo, of: layer)) }
    return words
  }

  func memory(of layer: ScheduledLayer) -> Int {
    let (count, area) = (photos(layer).count, form.size.area)
    let stack = PhotoStack.memory(operation, photos: count, area: area, grows: grows)
    let strips =
      StripStack.takes(operation, photos: count, area: area)
      ? StripStack.memory(photos: count, area: area) : 0
    return maker.memory(of: one(layer.photo, of: layer)) + max(stack, strips)
  }

  func open(_ crew: Crew) throws(FrameError) { try maker.open(crew) }

  func close() { maker.close() }

  func picture(
    of layer: ScheduledLayer, scratch: FrameScratch
  ) throws(FrameError) -> any LayerPicture {
    let photos = photos(layer)
    let recipe = form.settings.photo.recipe
    let format = PixelFormat(channels: 3, sample: recipe.sample)
    if let strips = StripStack(
      operation, photos: photos.count, size: form.size, transfer: recipe.space.transfer,
      instructionSet: form.instructionSet),
      let (opened, facts) = try open(photos, of: layer, scratch)
    {
      return StripPicture(stack: strips, photos: opened, format: format, facts: facts)
    }
    let kept: Kept
    if let last = scratch[self] as? Kept, last.filters == layer.filters,
      last.stack.canGrow(to: photos)
    {
      kept = last
    } else {
      // Free the memory before creating the next stack.
      scratch[self] = nil
      kept = Kept(
        PhotoStack(
          operation, size: form.size, transfer: recipe.space.transfer,
          instructionSet: form.instructionSet, grows: grows), layer.filters)
      scratch[self] = kept
    }
    do throws(FrameError) { try add(photos, of: layer, to: kept, scratch) } catch {
      // The stack may contain part of a photo.
      scratch[self] = nil
      throw error
    }
    return Picture(stack: kept.stack, size: form.size, format: format, facts: kept.facts)
  }

  /// The format of stacked photos.
  private static let whole = PixelFormat(channels: 3, sample: .uint16)

  /// Adds photos one at a time.
  private func add(
    _ photos: [Int], of layer: ScheduledLayer, to kept: Kept, _ scratch: FrameScratch
  ) throws(FrameError) {
    try unsafe kept.stack.add(photos, scratch.helpers) { photo, rows, receive throws(FrameError) in
      let stacked = try StackedLayer(
        self.one(photo, of: layer), by: self.maker, scale: 1, isRepeated: false, scratch)
      kept.facts.note(stacked.picture)
      if stacked.isFrame(of: Self.whole, self.form.size) {
        try unsafe stacked.picture.draw(apart: rows, scratch, into: receive)
      } else {
        let stack = LayerStack(
          [stacked], size: self.form.size, format: Self.whole,
          space: self.form.settings.photo.recipe.space,
          instructionSet: self.form.instructionSet)
        try unsafe stack.draw(apart: rows, scratch, into: receive)
      }
    }
  }

  /// Opens all photos. Returns `nil` if their pixels cannot stay in their files, or if strips of
  /// rows would take much longer to develop than complete photos.
  private func open(
    _ photos: [Int], of layer: ScheduledLayer, _ scratch: FrameScratch
  ) throws(FrameError) -> ([DevelopedLayer], LayerFacts)? {
    var opened: [DevelopedLayer] = []
    var facts = LayerFacts()
    for photo in photos {
      try FrameError.checkSignal()
      let picture = try maker.picture(of: one(photo, of: layer), scratch: scratch)
      guard let picture = picture as? DevelopedLayer, picture.size == form.size,
        picture.format == Self.whole, picture.developer.developsFewRowsCheaply,
        picture.releasePixels()
      else { return nil }
      facts.note(picture)
      opened.append(picture)
    }
    return (opened, facts)
  }

  /// A stack that can be drawn.
  private struct Picture: CombinedPicture {
    let stack: PhotoStack
    let size: Size
    let format: PixelFormat
    let facts: LayerFacts

    func draw(_ scratch: FrameScratch, into receive: RowReceiver) throws(FrameError) {
      let (bandHeight, samples) = (64, size.width * 3)
      let deep = StackMemory<UInt16>(uninitialized: bandHeight * samples)
      for top in stride(from: 0, to: size.height, by: bandHeight) {
        let rows = top..<min(top + bandHeight, size.height)
        let words = unsafe UnsafeMutableBufferPointer(
          start: deep.start, count: rows.count * samples)
        unsafe stack.write(rows: rows, into: words)
        try unsafe receive(StackMaker.bytes(words, as: format.sample))
      }
    }
  }

  /// A stack of open photos, which is made when it is drawn.
  private struct StripPicture: CombinedPicture {
    let stack: StripStack
    let photos: [DevelopedLayer]
    let format: PixelFormat
    let facts: LayerFacts
    var size: Size { photos[0].size }

    func draw(_ scratch: FrameScratch, into receive: RowReceiver) throws(FrameError) {
      let work = photos.map { ($0.developer, $0.releasePixels) }
      try unsafe stack.draw(
        scratch.helpers,
        make: { index, rows, codes in
          let (developer, releasePixels) = work[index]
          unsafe developer.develop(rows: rows, scratch: developer.makeScratch(), into: codes)
          _ = releasePixels()
        },
        into: { words throws(FrameError) in
          try unsafe receive(StackMaker.bytes(words, as: format.sample))
        })
      for photo in photos { if let lost = photo.lostPixels() { throw lost } }
    }
  }

  /// Returns 16-bit codes as they are, or replaces them by 8-bit codes in the same memory.
  private static func bytes(
    _ words: UnsafeMutableBufferPointer<UInt16>, as sample: SampleFormat
  ) -> UnsafeRawBufferPointer {
    let raw = UnsafeMutableRawBufferPointer(words)
    guard sample == .uint8 else { return UnsafeRawBufferPointer(raw) }
    // 65535 is 257 times 255. Codes are never behind the words that are read next.
    for i in words.indices {
      unsafe raw.storeBytes(
        of: UInt8((Int(words[i]) + 128) / 257), toByteOffset: i, as: UInt8.self)
    }
    return unsafe UnsafeRawBufferPointer(rebasing: raw[..<words.count])
  }
}
