public import BromideKernels
public import BromideValues

/// A format's encoder of bands. It encodes complete rows independently, on any thread.
///
/// The bytes depend on the rows and the options, not on threads. The format's `BandWriter` joins
/// the bands in order to one file.
protocol BandEncoder: Sendable {
  associatedtype Band: Sendable
  /// The scratch memory of one thread.
  associatedtype Scratch

  func makeScratch() -> Scratch

  /// - Parameters:
  ///   - rows: Complete rows without gaps. 16-bit samples are in the machine's byte order.
  ///   - isLast: Whether the picture ends with these rows.
  ///   - scratch: Scratch memory from this encoder. Other threads must not use it during the call.
  /// - Returns: The band. If there was not enough memory, its writer's `append` throws for it.
  func encode(rows: UnsafeRawBufferPointer, isLast: Bool, scratch: Scratch) -> Band
}

/// Encodes bands of a picture in any format that Bromide writes.
public struct PictureEncoder: Sendable {
  private let coder: any BandEncoder

  /// - Precondition: `complaint(about:_:)` of the format returns `nil` for this size and format.
  public init(
    size: Size, format: PixelFormat, encoding: PictureEncoding,
    instructionSet: InstructionSet = .best
  ) {
    precondition(encoding.format.complaint(about: size, format) == nil, "a picture it can hold")
    coder = encoding.encoder(size: size, format: format, instructionSet: instructionSet)
  }

  /// Creates the scratch memory for one thread.
  public func makeScratch() -> PictureScratch { coder.makeAnyScratch() }

  /// Encodes consecutive rows.
  ///
  /// - Parameters:
  ///   - rows: Complete rows without gaps, at least one. Unless the picture ends with them, their
  ///     number is a multiple of the format's `bandAlignment`. 16-bit samples are in the machine's
  ///     byte order.
  ///   - isLast: Whether the picture ends with these rows.
  ///   - scratch: Scratch memory from this encoder. Other threads must not use it during the call.
  /// - Returns: The band. If there was not enough memory, `PictureWriter.append` throws for it.
  public func encode(
    rows: UnsafeRawBufferPointer, isLast: Bool, scratch: PictureScratch
  ) -> PictureBand {
    unsafe coder.encodeAny(rows: rows, isLast: isLast, scratch: scratch)
  }
}

/// The scratch memory of one thread that encodes bands.
public struct PictureScratch {
  fileprivate let scratch: Any
}

/// An encoded band.
public struct PictureBand: Sendable {
  let band: any Sendable
}

extension BandEncoder {
  fileprivate func makeAnyScratch() -> PictureScratch { PictureScratch(scratch: makeScratch()) }

  fileprivate func encodeAny(
    rows: UnsafeRawBufferPointer, isLast: Bool, scratch: PictureScratch
  ) -> PictureBand {
    guard let scratch = scratch.scratch as? Scratch else {
      preconditionFailure("the encoder's own scratch")
    }
    return PictureBand(band: unsafe encode(rows: rows, isLast: isLast, scratch: scratch))
  }
}
