internal import BromideCodecs
internal import BromideDevelop
internal import BromidePhotos
internal import BromideSystem
internal import BromideValues

/// A layer that a developer creates: a photo, or a frame of a clip.
struct DevelopedLayer: LayerPicture {
  let developer: Developer
  let metadata: PhotoMetadata?
  var remark: FrameRemark?
  let warnings: [Warning]
  /// Called after drawing. Returns the error if pixels of the photo were lost, or `nil`.
  var lostPixels: () -> FrameError? = { nil }
  /// Frees the memory of pixels that stay in the photo's file, and returns whether they do.
  var releasePixels: @Sendable () -> Bool = { false }

  init(
    _ developer: Developer, metadata: PhotoMetadata? = nil, remark: FrameRemark? = nil,
    warnings: [Warning] = []
  ) {
    self.developer = developer
    self.metadata = metadata
    self.remark = remark
    self.warnings = warnings
  }

  /// Minimum pixels of a frame's band.
  ///
  /// One thread creates all bands of a frame, so small bands have no advantage. Each band repeats
  /// some mosaic rows of the band above. 11 bands of 1920×1280 pixels took 4 % longer than 3 bands,
  /// which use 3 MB per thread.
  static let leastBandArea = 1 << 20

  var size: Size { developer.outputSize }
  var format: PixelFormat { developer.format }
  var demosaics: Set<DemosaicMethod> { developer.demosaic.map { [$0] } ?? [] }

  func draw(_ scratch: FrameScratch, into receive: RowReceiver) throws(FrameError) {
    if scratch.crew.size > 1 {
      try unsafe drawTogether(scratch.crew, into: receive)
    } else {
      try unsafe drawBands(scratch, into: receive)
    }
    if let lost = lostPixels() { throw lost }
  }

  /// Draws all rows with several threads. The pixels are the same.
  private func drawTogether(_ crew: Crew, into receive: RowReceiver) throws(FrameError) {
    switch format.sample {
    case .uint8: try unsafe hand(developer.picture(of: UInt8.self, crew: crew), to: receive)
    case .uint16: try unsafe hand(developer.picture(of: UInt16.self, crew: crew), to: receive)
    case .float32: try unsafe hand(developer.picture(of: Float.self, crew: crew), to: receive)
    }
  }

  private func hand<Sample>(
    _ picture: ImageBuffer<Sample>, to receive: RowReceiver
  ) throws(FrameError) {
    try unsafe picture.withUnsafeSamples { samples throws(FrameError) in
      try unsafe receive(UnsafeRawBufferPointer(samples))
    }
  }

  private func drawBands(
    _ scratch: FrameScratch, into receive: RowReceiver
  ) throws(FrameError) {
    let strips = BandStrips(developer)
    let rowBytes = size.width * format.bytesPerPixel
    let rows = scratch.rows(byteCount: developer.bandHeight * rowBytes)
    for band in 0..<developer.bandCount {
      let count = developer.rows(ofBand: band).count * rowBytes
      let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: rows.bytes[..<count])
      unsafe strips.develop(band, into: bytes)
      try unsafe receive(UnsafeRawBufferPointer(bytes))
    }
  }
}
