public import Pixels

extension Developer {
  /// The whole picture, its bands developed one after the other on this thread: for small ones.
  ///
  /// - Parameter sample: As wide as the format's samples; another width is a programming error.
  public func picture<Sample>(of sample: Sample.Type) -> ImageBuffer<Sample> {
    precondition(MemoryLayout<Sample>.size == format.sample.byteCount, "the format's samples")
    var picture = ImageBuffer<Sample>(size: outputSize, channels: format.channels)
    let stride = picture.stride
    let scratch = makeScratch()
    unsafe picture.withUnsafeMutableSamples { samples in
      for band in 0..<bandCount {
        let rows = rows(ofBand: band)
        let part = unsafe samples[rows.lowerBound * stride..<rows.upperBound * stride]
        unsafe develop(
          band: band, scratch: scratch,
          into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: part)))
      }
    }
    return picture
  }
}
