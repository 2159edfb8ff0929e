internal import Color
internal import Kernels
package import Pixels

/// Reads single pixels of one frame by the formula of `YCbCrConverter.pixel`.
///
/// Everything that is equal for all pixels is looked up once and kept as plain numbers and
/// addresses. A frame and a converter hold arrays, names and an owner; counting their references
/// costs more (250 ns) than converting a pixel.
///
/// - Important: A reader does not keep the frame's memory alive; its owner must also hold the
///   frame.
@safe
package struct YCbCrPixelReader: @unchecked Sendable {
  package let size: Size
  private let luma: Samples
  /// Cb and Cr; nil for grey.
  private let chroma: (cb: Samples, cr: Samples)?
  private let across: ChromaTap.Rule
  private let down: ChromaTap.Rule
  /// The neutral chroma of grey, in sixteenths.
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
    /// Unused bits below the value.
    let shift: Int

    init(_ frame: YCbCrFrame, plane: Int, first: Int = 0, step: Int = 1) {
      let bytes = frame.layout.bytesPerSample
      unsafe base = frame.row(plane: plane, 0) + first * bytes
      stride = frame.planes[plane].stride
      self.step = step * bytes
      isWide = bytes == 2
      shift = frame.layout.shift
    }

    /// The sample at an offset in bytes from the first; the caller has checked that the frame
    /// contains it.
    @inline(__always)
    func value(_ offset: Int) -> Int {
      isWide
        ? Int(unsafe (base + offset).loadUnaligned(as: UInt16.self)) &>> shift
        : Int(unsafe (base + offset).load(as: UInt8.self))
    }
  }

  /// - Precondition: The frame has the converter's layout.
  package init(_ frame: YCbCrFrame, _ converter: YCbCrConverter) {
    let layout = frame.layout
    precondition(layout == converter.layout, "the frame has the converter's layout")
    size = frame.size
    luma = Samples(frame, plane: 0)
    if layout.subsampling == .grey {
      chroma = nil
    } else {
      func samples(_ kind: Int) -> Samples {
        let place = frame.chromaPlace(kind)
        return Samples(frame, plane: place.plane, first: place.first, step: place.step)
      }
      chroma = (samples(0), samples(1))
    }
    let chromaSize = layout.chromaSize(size)
    across = converter.horizontalTap(count: chromaSize.width)
    down = converter.verticalTap(count: chromaSize.height, of: frame)
    neutral = Int(16 * converter.coding.offset[1])
    form8 = converter.form8
    rowForm = converter.rowForm
    isSwapped = layout.arrangement.isSwapped
    isReversed = converter.output == .bgra8
  }

  /// Returns the same as `YCbCrConverter.pixel`.
  package func rgb(x: Int, y: Int) -> SIMD3<Double> {
    let (luma, cb, cr) = sixteenths(x: x, y: y)
    guard let form8 else { return rowForm.codes(luma: luma, cb, cr) }
    let codes = form8.codes(luma: luma, 16 * (isSwapped ? cr : cb), 16 * (isSwapped ? cb : cr))
    let result = SIMD3<Double>(Double(codes.x), Double(codes.y), Double(codes.z))
    return isReversed ? SIMD3(result.z, result.y, result.x) : result
  }

  /// Returns the same as `YCbCrConverter.codes`.
  package func codes(x: Int, y: Int) -> SIMD3<Double> {
    let (luma, cb, cr) = sixteenths(x: x, y: y)
    return SIMD3(Double(luma), Double(cb) / 16, Double(cr) / 16)
  }

  /// Y, and Cb and Cr in sixteenths.
  ///
  /// Few instructions, so that the processor requests the next pixel's memory before this one's has
  /// arrived: sums that cannot overflow are unchecked.
  @inline(__always)
  private func sixteenths(x: Int, y: Int) -> (luma: Int, cb: Int, cr: Int) {
    precondition(x >= 0 && x < size.width && y >= 0 && y < size.height, "a pixel of the frame")
    let value = luma.value(y &* luma.stride &+ x &* luma.step)
    guard let chroma else { return (value, neutral, neutral) }
    let (i, j) = (across(x), down(y))
    // A neighbour without weight is read nevertheless: a branch on odd positions would be
    // mispredicted.
    @inline(__always)
    func mixed(_ samples: Samples) -> Int {
      let (left, right) = (i.index &* samples.step, i.other &* samples.step)
      @inline(__always)
      func row(_ y: Int) -> Int {
        let start = y &* samples.stride
        return (4 &- i.weight) &* samples.value(start &+ left)
          &+ i.weight &* samples.value(start &+ right)
      }
      return (4 &- j.weight) &* row(j.index) &+ j.weight &* row(j.other)
    }
    return (value, mixed(chroma.cb), mixed(chroma.cr))
  }
}

/// The chroma sample of a cell, its neighbour, and the neighbour's weight in quarters.
struct ChromaTap {
  var index: Int
  var other: Int
  var weight: Int

  /// The assignment of samples to positions along one direction.
  struct Rule {
    let isShared: Bool
    let isCentered: Bool
    let isLinear: Bool
    /// Number of samples along the direction.
    var count: Int
    /// Whether even and odd positions are two fields, each with samples of its own.
    var hasFields = false

    /// Centred samples lie ½ pixel after an even position: ¼ comes from the neighbour on the other
    /// side. Co-sited samples lie on the even positions, and odd positions take half of each
    /// neighbour. Beyond the edge the outermost sample repeats.
    @inline(__always)
    func callAsFunction(_ position: Int) -> ChromaTap {
      guard isShared else { return ChromaTap(index: position, other: position, weight: 0) }
      if hasFields { return ofField(position) }
      let cell = position &>> 1
      let isOdd = position & 1 == 1
      guard isLinear, isOdd || isCentered else {
        return ChromaTap(index: cell, other: cell, weight: 0)
      }
      let other = isOdd ? min(cell + 1, count - 1) : max(cell - 1, 0)
      return ChromaTap(index: cell, other: other, weight: isCentered ? 1 : 2)
    }

    /// Every second sample belongs to a field, which is a picture of its own.
    private func ofField(_ position: Int) -> ChromaTap {
      let field = position & 1
      var rule = self
      rule.hasFields = false
      rule.count = (count + 1 - field) / 2
      let tap = rule(position &>> 1)
      return ChromaTap(
        index: 2 * tap.index + field, other: 2 * tap.other + field, weight: tap.weight)
    }
  }
}
