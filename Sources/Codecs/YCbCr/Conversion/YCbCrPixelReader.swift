internal import BromideKernels
package import BromideValues

/// Reads single pixels of one frame with the formula of `YCbCrConverter.pixel`.
///
/// The reader copies all common values from the frame and converter once, as plain numbers and
/// addresses. Frames and converters contain arrays, names and an owner, and counting their
/// references costs more (250 ns) than converting a pixel.
///
/// - Important: A reader does not keep the frame's memory alive. Its user must keep the frame.
@safe
package struct YCbCrPixelReader: @unchecked Sendable {
  package let size: Size
  private let luma: Samples
  /// Cb and Cr, or `nil` for grey.
  private let chroma: (cb: Samples, cr: Samples)?
  /// Opacities, or `nil` if the frame has no alpha.
  private let opacity: Samples?
  private let opaque: Double
  private let across: ChromaTap.Rule
  private let down: ChromaTap.Rule
  /// The neutral chroma of grey, in 64ths.
  private let neutral: Int
  private let form8: YCbCr8Form?
  private let rowForm: YCbCrRowForm
  private let isSwapped: Bool
  private let isReversed: Bool

  /// The samples of one kind, by address.
  @safe
  private struct Samples {
    @unsafe let base: UnsafeRawPointer
    /// Distance from one row to the next in bytes.
    let stride: Int
    let step: Int
    let isWide: Bool
    let isBigEndian: Bool
    /// Unused bits below the value.
    let shift: Int

    init(_ frame: YCbCrFrame, _ place: SamplePlace) {
      let bytes = frame.layout.bytesPerSample
      unsafe base = frame.row(plane: place.plane, 0) + place.first * bytes
      stride = frame.planes[place.plane].stride
      step = place.step * bytes
      isWide = bytes == 2
      isBigEndian = frame.layout.isBigEndian
      shift = frame.layout.shift
    }

    /// Returns the sample at a byte offset from the first. The caller must check that it is inside
    /// the frame.
    @inline(__always)
    func value(_ offset: Int) -> Int {
      guard isWide else { return Int(unsafe (base + offset).load(as: UInt8.self)) }
      let word = unsafe (base + offset).loadUnaligned(as: UInt16.self)
      return Int(isBigEndian ? word.byteSwapped : word) &>> shift
    }
  }

  /// - Precondition: The frame has the converter's layout.
  package init(_ frame: YCbCrFrame, _ converter: YCbCrConverter) {
    let layout = frame.layout
    precondition(layout == converter.layout, "the frame has the converter's layout")
    size = frame.size
    luma = Samples(frame, frame.lumaPlace)
    if layout.subsampling == .grey {
      chroma = nil
    } else {
      chroma = (Samples(frame, frame.chromaPlace(0)), Samples(frame, frame.chromaPlace(1)))
    }
    opacity = frame.alphaPlace.map { Samples(frame, $0) }
    opaque = Double(layout.maximum)
    let chromaSize = layout.chromaSize(size)
    across = converter.horizontalTap(count: chromaSize.width)
    down = converter.verticalTap(count: chromaSize.height, of: frame)
    neutral = Int(64 * converter.coding.offset[1])
    form8 = converter.form8
    rowForm = converter.rowForm
    isSwapped = layout.arrangement.isSwapped
    isReversed = converter.output == .bgra8
  }

  /// Returns the same as `YCbCrConverter.pixel`.
  package func rgb(x: Int, y: Int) -> SIMD3<Double> {
    let (luma, cb, cr) = values(x: x, y: y)
    guard let form8 else { return rowForm.codes(luma: luma, cb, cr) }
    let codes = form8.codes(luma: luma, 4 * (isSwapped ? cr : cb), 4 * (isSwapped ? cb : cr))
    let result = SIMD3<Double>(Double(codes.x), Double(codes.y), Double(codes.z))
    return isReversed ? SIMD3(result.z, result.y, result.x) : result
  }

  /// Returns the same as `YCbCrConverter.codes`.
  package func codes(x: Int, y: Int) -> SIMD3<Double> {
    let (luma, cb, cr) = values(x: x, y: y)
    return SIMD3(Double(luma), Double(cb) / 64, Double(cr) / 64)
  }

  /// Returns the opacity of a pixel, 0…1. Frames without alpha return 1.
  package func alpha(x: Int, y: Int) -> Double {
    guard let opacity else { return 1 }
    precondition(x >= 0 && x < size.width && y >= 0 && y < size.height, "a pixel of the frame")
    return Double(opacity.value(y &* opacity.stride &+ x &* opacity.step)) / opaque
  }

  /// Returns Y, and Cb and Cr in 64ths.
  ///
  /// The code uses few instructions, so that the processor requests the next pixel's memory before
  /// the current pixel arrives. Sums that cannot overflow are unchecked.
  @inline(__always)
  private func values(x: Int, y: Int) -> (luma: Int, cb: Int, cr: Int) {
    precondition(x >= 0 && x < size.width && y >= 0 && y < size.height, "a pixel of the frame")
    let value = luma.value(y &* luma.stride &+ x &* luma.step)
    guard let chroma else { return (value, neutral, neutral) }
    let (i, j) = (across(x), down(y))
    // Read a neighbour even if its weight is 0. A branch on odd positions would be mispredicted.
    @inline(__always)
    func mixed(_ samples: Samples) -> Int {
      let (left, right) = (i.index &* samples.step, i.other &* samples.step)
      @inline(__always)
      func row(_ y: Int) -> Int {
        let start = y &* samples.stride
        return (8 &- i.weight) &* samples.value(start &+ left)
          &+ i.weight &* samples.value(start &+ right)
      }
      return (8 &- j.weight) &* row(j.index) &+ j.weight &* row(j.other)
    }
    return (value, mixed(chroma.cb), mixed(chroma.cr))
  }
}
