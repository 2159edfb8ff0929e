public import BromideCodecs
internal import BromidePhotos
public import BromideSampling
public import BromideValues

/// Samples colours of a video frame in memory, in any ``YCbCrLayout``, for example NV12, P010 or
/// I420.
///
/// The sampler reads your memory without a copy, so do not write to the frame while the sampler exists.
/// The time for a point depends on its window, and not on the size of the frame. Any number of tasks
/// can use one sampler.
///
/// ```swift
/// let sampler = try FrameSampler(
///   planes: [FramePlane(luma, stride: 1920), FramePlane(chroma, stride: 1920)],
///   layout: .nv12, size: Size(width: 1920, height: 1080), owner: buffer)
/// let color = try sampler.color(at: NormalizedPoint(x: 0.5, y: 0.5))
/// ```
public struct FrameSampler: Sendable {
  private let sampler: PointSampler

  /// The meaning of a frame's code values. If a property is `nil`, the rules of `bromide sample`
  /// apply.
  public struct Coding: Sendable, Hashable {
    /// The matrix from R′G′B′ to Y, Cb and Cr. By default BT.601 up to 720×576, otherwise BT.709.
    public var matrix: YCbCrMatrix?
    /// The code values of black and white. By default limited.
    public var range: YCbCrRange?
    /// The position of chroma samples. By default left, or top left with BT.2020.
    public var siting: ChromaSiting?
    /// The primaries. By default BT.709, or BT.2020 with its matrix.
    public var primaries: ColorPrimaries?
    /// The transfer curve. By default BT.1886.
    public var transfer: ColorTransfer?
    /// The interpolation of chroma samples. By default linear.
    public var chroma: YCbCrConverter.Upsampling?

    /// Uses the rules for all properties that are `nil`.
    public init(
      matrix: YCbCrMatrix? = nil, range: YCbCrRange? = nil, siting: ChromaSiting? = nil,
      primaries: ColorPrimaries? = nil, transfer: ColorTransfer? = nil,
      chroma: YCbCrConverter.Upsampling? = nil
    ) {
      self.matrix = matrix
      self.range = range
      self.siting = siting
      self.primaries = primaries
      self.transfer = transfer
      self.chroma = chroma
    }
  }

  /// Everything that determines the colours, such as `matrix 709 (rule)`.
  public let facts: [String]
  /// Width and height of the upright frame in pixels.
  public var size: Size { sampler.size }

  /// Creates a sampler of a frame.
  ///
  /// - Parameters:
  ///   - planes: The planes in the layout's order.
  ///   - layout: The layout of the samples.
  ///   - size: Width and height in pixels, as stored.
  ///   - coding: The meaning of the code values.
  ///   - orientation: The orientation that makes the frame upright. Points apply to the upright
  ///     frame.
  ///   - owner: An object that keeps the memory alive as long as the sampler.
  /// - Throws: `BromideError` if the planes are too small for this layout and size.
  @unsafe public init(
    planes: [FramePlane], layout: YCbCrLayout, size: Size, coding: Coding = Coding(),
    orientation: Orientation = .upright, owner: any AnyObject & Sendable
  ) throws(BromideError) {
    let frame: YCbCrFrame
    do throws(YCbCrError) {
      frame = try YCbCrFrame(
        layout: layout, size: size,
        planes: unsafe planes.map { unsafe YCbCrPlane(bytes: $0.bytes, stride: $0.stride) },
        owner: owner)
    } catch { throw BromideError(.request, nil, error.description) }
    self.init(frame, coding, orientation)
  }

  /// Creates a sampler of a frame in an array. The array contains all planes in order, without gaps
  /// between rows.
  ///
  /// - Parameters:
  ///   - bytes: The bytes of all planes.
  ///   - layout: The layout of the samples.
  ///   - size: Width and height in pixels, as stored.
  ///   - coding: The meaning of the code values.
  ///   - orientation: The orientation that makes the frame upright. Points apply to the upright
  ///     frame.
  /// - Throws: `BromideError` if the number of bytes does not match this layout and size.
  public init(
    bytes: [UInt8], layout: YCbCrLayout, size: Size, coding: Coding = Coding(),
    orientation: Orientation = .upright
  ) throws(BromideError) {
    let owner = FrameBytes(bytes)
    let frame: YCbCrFrame
    do throws(YCbCrError) {
      frame = try unsafe YCbCrFrame(
        layout: layout, size: size, contiguous: UnsafeRawBufferPointer(owner.bytes), owner: owner)
    } catch { throw BromideError(.request, nil, error.description) }
    self.init(frame, coding, orientation)
  }

  private init(_ frame: YCbCrFrame, _ coding: Coding, _ orientation: Orientation) {
    let choices = YCbCrProperties(
      matrix: coding.matrix, range: coding.range, siting: coding.siting,
      primaries: coding.primaries, transfer: coding.transfer)
    // The frame is in memory.
    var settings = OpeningSettings(RunContext())
    settings.upsampling = coding.chroma
    let reading = FrameReading(
      .video((frame.size.width, frame.size.height), isRGB: frame.layout.isRGB, flags: choices),
      layout: frame.layout, orientation: orientation, settings: settings)
    sampler = reading.sampler(frame)
    facts = reading.facts.map(\.text)
  }

  /// Returns the colour at a point.
  ///
  /// - Parameters:
  ///   - point: The point in the upright frame.
  ///   - window: The pixels around the point to average. The default is a single pixel.
  /// - Throws: `BromideError` if the point is outside the frame, or the window is outside the range
  ///   of `SampleWindow.Side`.
  public func color(
    at point: NormalizedPoint, window: SampleWindow = SampleWindow()
  ) throws(BromideError) -> SampledColor {
    try color(at: point, window, sampler.makeScratch())
  }

  /// Returns the colours at points, in order.
  ///
  /// - Parameters:
  ///   - points: Points in the upright frame.
  ///   - window: The pixels around each point to average. The default is a single pixel.
  /// - Throws: `BromideError` if a point is outside the frame, or the window is outside the range of
  ///   `SampleWindow.Side`.
  public func colors(
    at points: [NormalizedPoint], window: SampleWindow = SampleWindow()
  ) throws(BromideError) -> [SampledColor] {
    let scratch = sampler.makeScratch()
    var colors: [SampledColor] = []
    colors.reserveCapacity(points.count)
    for point in points { colors.append(try color(at: point, window, scratch)) }
    return colors
  }

  /// Returns R′G′B′ of the pixel at a point, nominally 0…1, in the frame's space. Does not allocate
  /// memory.
  ///
  /// - Throws: `BromideError` if the point is outside the frame.
  public func rgb(at point: NormalizedPoint) throws(BromideError) -> SIMD3<Double> {
    do throws(SamplingError) { return try sampler.rgb(at: point) } catch {
      throw BromideError(.request, nil, error.description)
    }
  }

  private func color(
    at point: NormalizedPoint, _ window: SampleWindow, _ scratch: PointSampler.Scratch
  ) throws(BromideError) -> SampledColor {
    do throws(SamplingError) {
      try window.check()
      var color = SampledColor(try sampler.sample(at: point, window: window, scratch: scratch))
      color.hasCodes = true
      return color
    } catch { throw BromideError(.request, nil, error.description) }
  }
}

/// A plane of a frame in memory of the caller.
@unsafe public struct FramePlane {
  /// The plane, starting with its first sample. The gap after the last row can be missing.
  public let bytes: UnsafeRawBufferPointer
  /// The distance between the starts of two rows, in bytes.
  public let stride: Int

  /// Creates a plane.
  public init(_ bytes: UnsafeRawBufferPointer, stride: Int) {
    unsafe self.bytes = bytes
    unsafe self.stride = stride
  }
}

/// A copy of a frame's bytes at a fixed address.
@safe
private final class FrameBytes: @unchecked Sendable {
  @unsafe let bytes: UnsafeMutableRawBufferPointer

  init(_ bytes: [UInt8]) {
    unsafe self.bytes = .allocate(byteCount: max(bytes.count, 1), alignment: 16)
    unsafe self.bytes.copyBytes(from: bytes)
  }

  deinit { unsafe bytes.deallocate() }
}
