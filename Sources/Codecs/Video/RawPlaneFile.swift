public import BromideValues
public import SystemPackage

/// A file of samples without a header. You can read its frames in any order, as views of the mapped
/// file.
public struct RawPlaneFile: Sendable {
  /// The arrangement of frames in the file.
  public let planes: RawPlanes
  /// Number of frames in the file.
  public let frameCount: Int
  private let file: MappedFile

  /// - Throws: `FrameFileError.sizeMismatch`, with sizes that would fit, if the file's length is
  ///   not a multiple of the frame's. Also `.io` or `.notAFile`.
  public init(path: FilePath, planes: RawPlanes) throws(FrameFileError) {
    let file = try MappedFile(path: path)
    guard let count = planes.frameCount(fileByteCount: file.byteCount) else {
      throw .sizeMismatch(
        path: path, layout: planes.layout.name, size: planes.size,
        frameByteCount: planes.frameByteCount, fileByteCount: file.byteCount,
        fitting: RawPlanes.fittingSizes(
          fileByteCount: file.byteCount - planes.offset, layout: planes.layout))
    }
    self.file = file
    self.planes = planes
    frameCount = count
  }

  /// Opens a file by layout, size, bytes before the first frame, and bytes from one row of luma to
  /// the next.
  ///
  /// - Throws: `.frame` if the size or the stride is impossible, and all errors of
  ///   `init(path:planes:)`.
  public init(
    path: FilePath, layout: YCbCrLayout, size: Size, offset: Int = 0, stride: Int? = nil
  ) throws(FrameFileError) {
    let planes: RawPlanes
    do throws(YCbCrError) {
      planes = try RawPlanes(layout: layout, size: size, offset: offset, stride: stride)
    } catch { throw .frame(path: path, error) }
    try self.init(path: path, planes: planes)
  }

  /// Returns the frame with the given index, starting at 0. The frame is a view and reads no
  /// samples yet.
  ///
  /// - Complexity: O(1), for any size and position of the frame.
  /// - Throws: `.noSuchFrame`, or `.frame` if the file is too short for the frame.
  public func frame(_ index: Int) throws(FrameFileError) -> YCbCrFrame {
    guard index >= 0, index < frameCount else {
      throw .noSuchFrame(path: file.path, frame: index, count: frameCount)
    }
    let start = planes.offset + index * planes.frameByteCount
    let end = min(start + planes.frameByteCount, file.byteCount)
    do throws(YCbCrError) {
      return try unsafe planes.frame(
        in: UnsafeRawBufferPointer(rebasing: file.bytes[start..<end]), owner: file)
    } catch { throw .frame(path: file.path, error) }
  }
}
