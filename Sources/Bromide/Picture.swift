internal import BromideCodecs
public import BromideValues

/// The type of a picture's samples: `UInt8` or `UInt16`.
public protocol PictureSample: FixedWidthInteger, UnsignedInteger, BitwiseCopyable, Sendable {
  /// The width of a sample.
  static var format: SampleFormat { get }
}

extension UInt8: PictureSample {
  /// Eight bits.
  public static var format: SampleFormat { .uint8 }
}

extension UInt16: PictureSample {
  /// Sixteen bits.
  public static var format: SampleFormat { .uint16 }
}

/// A developed picture in memory: rows of interleaved samples, top to bottom.
public struct Picture<Sample: PictureSample>: Sendable {
  /// The colour space of the samples.
  public let space: RGBSpace
  /// Sentences about problems that did not prevent the picture, such as guessed colours.
  public internal(set) var warnings: [String] = []
  let image: ImageBuffer<Sample>

  init(_ image: ImageBuffer<Sample>, space: RGBSpace) {
    self.image = image
    self.space = space
  }

  /// Width and height in pixels.
  public var size: Size { image.size }
  /// The samples per pixel: 1 for grey, 2 for grey and alpha, 3 for RGB, 4 for RGBA. Alpha is
  /// straight.
  public var channels: Int { image.channels }

  /// The sample of a channel in column `x` of row `y`. All numbers start at 0.
  ///
  /// - Precondition: The pixel and the channel exist.
  public subscript(x: Int, y: Int, channel: Int) -> Sample { image[x, y, channel] }

  /// A copy of all samples by rows, without gaps. Store it before a loop, because each access
  /// copies.
  public var samples: [Sample] { unsafe image.withUnsafeSamples { unsafe Array($0) } }

  /// Calls a body with all samples by rows, without gaps and without a copy.
  ///
  /// The index of channel `c` in column `x` of row `y` is `(y * size.width + x) * channels + c`.
  public func withSamples<Result, Failure: Error>(
    _ body: (Span<Sample>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try unsafe image.withUnsafeSamples { samples throws(Failure) in
      try body(unsafe Span(_unsafeElements: samples))
    }
  }

  /// Returns the rows from `top` to `bottom`, encoded by a closure that receives their bytes.
  func withRows<Result>(
    _ rows: Range<Int>, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    unsafe image.withUnsafeSamples { samples in
      unsafe body(
        UnsafeRawBufferPointer(
          UnsafeBufferPointer(
            rebasing: samples[rows.lowerBound * image.stride..<rows.upperBound * image.stride])))
    }
  }
}

extension TIFFCompression {
  /// The equivalent effort for strips.
  init(_ effort: CodingEffort) {
    switch effort {
    case .fast: self = .fast
    case .balanced: self = .balanced
    case .small: self = .small
    }
  }
}
