public import BromideCodecs
public import BromideDrawing
public import BromideKernels
internal import BromideSystem
internal import BromideValues

/// Draws pictures into the bands of a file.
public struct SceneFrame: Sendable {
  private let compositor: Compositor
  private let encoder: PictureEncoder

  /// Creates a frame from a compositor and an encoding.
  public init(
    _ compositor: Compositor, encoding: PictureEncoding, instructionSet: InstructionSet = .best
  ) {
    self.compositor = compositor
    encoder = PictureEncoder(
      size: compositor.size, format: compositor.format, encoding: encoding,
      instructionSet: instructionSet)
  }

  /// Rows of a band, which one thread draws.
  private static let bandHeight = 64
  private var bandCount: Int { (compositor.size.height + Self.bandHeight - 1) / Self.bandHeight }

  /// The working memory of one thread.
  public final class Scratch {
    let drawing: CompositorScratch
    let coding: PictureScratch
    let rows: PixelMemory

    init(_ frame: SceneFrame) {
      drawing = frame.compositor.makeScratch()
      coding = frame.encoder.makeScratch()
      rows = PixelMemory(
        byteCount: SceneFrame.bandHeight * frame.compositor.size.width
          * frame.compositor.format.bytesPerPixel)
    }
  }

  /// Creates working memory for one thread.
  public func makeScratch() -> Scratch { Scratch(self) }

  /// Draws a frame's bands on the calling thread and appends them in order.
  public func append(
    _ pictures: [PlacedPicture], to writer: PictureWriter, scratch: Scratch
  ) throws(PictureFileError) {
    for band in 0..<bandCount { try writer.append(make(band, pictures, scratch)) }
  }

  /// Draws all bands of a frame on several threads, and returns them in order.
  ///
  /// - Parameter isStopped: Returns whether to stop. This is called before each band.
  /// - Returns: The bands, or `nil` if the work was stopped.
  public func bands(
    _ pictures: [PlacedPicture], threads: Int, isStopped: @escaping @Sendable () -> Bool
  ) -> [PictureBand]? {
    let made = Crew(threads: threads).map(
      bandCount, makeScratch: makeScratch,
      work: { band, scratch in isStopped() ? nil : make(band, pictures, scratch) })
    let bands = made.compactMap(\.self)
    return bands.count == bandCount ? bands : nil
  }

  private func make(_ band: Int, _ pictures: [PlacedPicture], _ scratch: Scratch) -> PictureBand {
    let first = band * Self.bandHeight
    let rows = first..<min(first + Self.bandHeight, compositor.size.height)
    let count = rows.count * compositor.size.width * compositor.format.bytesPerPixel
    let bytes = unsafe UnsafeMutableRawBufferPointer(rebasing: scratch.rows.bytes[..<count])
    let drawing = Stopwatch()
    unsafe compositor.compose(pictures, rows: rows, scratch: scratch.drawing, into: bytes)
    Trace.note("draw", "rows \(first) to \(rows.upperBound - 1)", drawing)
    let encoding = Stopwatch()
    defer { Trace.note("encode", "rows \(first) to \(rows.upperBound - 1)", encoding) }
    return unsafe encoder.encode(
      rows: UnsafeRawBufferPointer(bytes), isLast: band == bandCount - 1, scratch: scratch.coding)
  }
}
