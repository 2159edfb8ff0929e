public import Color
public import Pixels

/// Produces the bytes of a Y4M stream from R′G′B′ pictures: `start` once, then `frame` for each
/// picture.
///
/// Players take a Y4M for video without tags: they show it by BT.1886, limited range, with the
/// matrix that follows from its size. This writer gives them such a signal, whose light is that of
/// the pictures, and states it in the header for readers that look.
public struct Y4MWriter: Sendable {
  /// The contents of the stream's first line.
  public let header: Y4MHeader
  /// Converts pictures to planes of the header's layout.
  public let encoder: YCbCrEncoder
  /// Codes of the pictures' curve to those of the display's, both of 16 bits; nil if they are equal.
  private let curve: DisplayCurve?

  /// - Parameters:
  ///   - matrix: Nil for that which readers assume of untagged video of this size.
  ///   - source: The curve of the pictures' R′G′B′.
  ///   - transfer: The curve by which the stream is shown.
  ///   - rate: Frames a second as a fraction.
  /// - Throws: `Y4MError.unsupportedLayout` or `.badSize`.
  public init(
    size: Size, layout: YCbCrLayout = .i420, matrix: YCbCrMatrix? = nil,
    range: YCbCrRange = .limited, siting: ChromaSiting = .left,
    source: TransferFunction = .srgb, transfer: ColorTransfer = .bt1886, rate: (Int, Int)
  ) throws(Y4MError) {
    let matrix =
      matrix ?? YCbCrDescription.video((size.width, size.height)).matrix.value
    header = try Y4MHeader(
      size: size, layout: layout, range: range, siting: siting, matrix: matrix,
      primaries: .bt709, transfer: transfer, rate: rate)
    encoder = YCbCrEncoder(
      coding: YCbCrCoding(matrix: matrix, range: range, depth: layout.depth), siting: siting,
      layout: layout)
    curve = source == transfer.function ? nil : DisplayCurve(from: source, to: transfer.function)
  }

  /// The bytes before the first frame.
  public var start: [UInt8] { Array((header.line + "\n").utf8) }

  /// The bytes of a frame with the given picture, which must have the header's size.
  public func frame<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable>(
    _ image: ImageBuffer<Sample>
  ) -> [UInt8] {
    precondition(image.size == header.size, "every frame has the header's size")
    guard let curve else { return encoder.encode(image, after: Self.line) }
    return encoder.encode(curve.applied(to: image), after: Self.line)
  }

  private static let line = Array((Y4MHeader.frameLine + "\n").utf8)
}

/// Recodes pictures from one curve to another, in 16 bits, so that nothing is lost in the dark.
private struct DisplayCurve: Sendable {
  /// The new code of each code of 16 bits.
  private let codes: [UInt16]

  init(from source: TransferFunction, to target: TransferFunction) {
    codes = (0...65535).map {
      let light = source.decode(Double($0) / 65535)
      return UInt16((65535 * min(max(target.encode(light), 0), 1)).rounded())
    }
  }

  func applied<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable>(
    to image: ImageBuffer<Sample>
  ) -> ImageBuffer<UInt16> {
    // Each compiled for its samples: to ask for their width at every one was 46 % of a time-lapse's work.
    if let image = image as? ImageBuffer<UInt8> { return recoded(image) }
    if let image = image as? ImageBuffer<UInt16> { return recoded(image) }
    return recoded(image)
  }

  private func recoded<Sample: FixedWidthInteger & UnsignedInteger & BitwiseCopyable & Sendable>(
    _ image: ImageBuffer<Sample>
  ) -> ImageBuffer<UInt16> {
    var result = ImageBuffer<UInt16>(size: image.size, channels: image.channels)
    // 65535 is 257 times 255.
    let scale = MemoryLayout<Sample>.size == 1 ? 257 : 1
    unsafe image.withUnsafeSamples { source in
      unsafe result.withUnsafeMutableSamples { target in
        unsafe codes.withUnsafeBufferPointer { codes in
          for i in 0..<source.count { unsafe target[i] = codes[scale * Int(source[i])] }
        }
      }
    }
    return result
  }
}
