internal import BromideDevelop
internal import BromideSystem
internal import BromideValues

/// Receives rows of a picture: the number of the first row, and the bytes without gaps. Several
/// threads call it in any order. They reuse the memory after it returns.
typealias ApartReceiver = @Sendable (_ row: Int, UnsafeRawBufferPointer) -> Void

extension LayerPicture {
  /// Sends at least these rows to `receive`, each once. A developed photo creates only the bands
  /// with these rows, on all free threads. Other pictures are drawn completely.
  ///
  /// - Throws: `FrameError` if the picture cannot be drawn, or differs from the photo.
  func draw(
    apart rows: Range<Int>, _ scratch: FrameScratch, into receive: @escaping ApartReceiver
  ) throws(FrameError) {
    if let developed = self as? DevelopedLayer {
      unsafe developed.drawBands(of: rows, scratch.helpers, into: receive)
      if let lost = developed.lostPixels() { throw lost }
      return
    }
    let rowBytes = size.width * format.bytesPerPixel
    var row = 0
    try unsafe draw(scratch) { bytes in
      unsafe receive(row, bytes)
      row += bytes.count / rowBytes
    }
  }
}

extension DevelopedLayer {
  fileprivate func drawBands(
    of rows: Range<Int>, _ crew: Crew, into receive: @escaping ApartReceiver
  ) {
    let developer = developer
    let rowBytes = size.width * format.bytesPerPixel
    let strips = BandStrips(developer)
    let bands = (0..<developer.bandCount).filter { developer.rows(ofBand: $0).overlaps(rows) }
    crew.forEach(
      bands.count,
      makeScratch: { PixelMemory(byteCount: developer.bandHeight * rowBytes) },
      work: { piece, memory in
        let made = developer.rows(ofBand: bands[piece])
        let bytes = unsafe UnsafeMutableRawBufferPointer(
          rebasing: memory.bytes[..<(made.count * rowBytes)])
        unsafe strips.develop(bands[piece], into: bytes)
        unsafe receive(made.lowerBound, UnsafeRawBufferPointer(bytes))
      })
  }
}
