public import SystemPackage

/// A Y4M file with frames that you can read in any order. A frame is a view of the mapped file, so
/// only the pages that you read cost time.
///
/// Frames start at equal distances, unless their headers have different lengths. In this case,
/// opening the file scans all headers once.
public struct Y4MFile: Sendable {
  /// The contents of the file's first line.
  public let header: Y4MHeader
  /// The number of complete frames.
  public let frameCount: Int
  /// The problem after the last complete frame, or `nil` if the file ends with it.
  public let damage: Y4MError?

  private let file: MappedFile
  /// The offset of each frame's samples, or `nil` if frames are `distance` apart.
  private let starts: [Int]?
  /// The offset of the first frame's line.
  private let firstLine: Int
  private let firstStart: Int
  private let distance: Int

  /// - Throws: `.io`, `.notAFile`, or `.y4m` if the header is invalid. Later problems are in
  ///   `damage`.
  public init(path: FilePath) throws(FrameFileError) {
    try self.init(MappedFile(path: path))
  }

  init(_ file: MappedFile) throws(FrameFileError) {
    self.file = file
    do throws(Y4MError) {
      guard let end = Self.endOfLine(file, from: 0) else {
        guard unsafe file.bytes.starts(with: Y4MHeader.magic.utf8) else { throw .notY4M }
        throw unsafe file.bytes.count <= Y4MHeader.longestLine
          ? .headerCut : .headerTooLong(limit: Y4MHeader.longestLine)
      }
      header = try Y4MHeader(line: Self.text(file, 0..<end))
      let frameBytes = header.frameByteCount
      firstLine = end + 1
      let rest = file.byteCount - (end + 1)
      guard rest > 0 else {
        (frameCount, damage, starts, firstStart, distance) = (0, nil, nil, end + 1, frameBytes)
        return
      }
      let first = try? Self.samples(file, frame: 0, from: end + 1)
      firstStart = first ?? end + 1
      distance = firstStart - (end + 1) + frameBytes
      let count = rest / distance
      if first != nil, rest % distance == 0,
        let last = try? Self.samples(
          file, frame: count - 1, from: end + 1 + (count - 1) * distance),
        last == firstStart + (count - 1) * distance
      {
        (frameCount, damage, starts) = (count, nil, nil)
      } else {
        let walk = Self.walk(file, from: end + 1, frameBytes: frameBytes)
        (frameCount, damage, starts) = (walk.starts.count, walk.damage, walk.starts)
      }
    } catch { throw .y4m(path: file.path, error) }
  }

  /// Returns the frame with an index from 0, as a view that does not read yet.
  ///
  /// - Throws: `.noSuchFrame`, or `.y4m` if this part of the file is damaged.
  /// - Complexity: O(1), for any size and position of the frame.
  public func frame(_ index: Int) throws(FrameFileError) -> YCbCrFrame {
    guard index >= 0, index < frameCount else {
      if let damage, index >= frameCount { throw .y4m(path: file.path, damage) }
      throw .noSuchFrame(path: file.path, frame: index, count: frameCount)
    }
    let start = starts?[index] ?? firstStart + index * distance
    let before = distance - header.frameByteCount
    if starts == nil {
      let found: Int
      do throws(Y4MError) {
        found = try Self.samples(file, frame: index, from: start - before)
      } catch { throw .y4m(path: file.path, error) }
      guard found == start else {
        throw .y4m(path: file.path, .missingFrameHeader(frame: index))
      }
    }
    do throws(YCbCrError) {
      var frame = try unsafe YCbCrFrame(
        layout: header.layout, size: header.size,
        contiguous: UnsafeRawBufferPointer(
          rebasing: file.bytes[start..<start + header.frameByteCount]), owner: file)
      let line =
        starts.map { index == 0 ? firstLine : $0[index - 1] + header.frameByteCount }
        ?? start - before
      frame.hasFields = header.hasFields(Self.text(file, line..<start - 1))
      return frame
    } catch { preconditionFailure("a frame of the header's size: \(error)") }
  }

  /// Returns the offset of a frame's samples. The frame's header begins at `position`.
  private static func samples(
    _ file: MappedFile, frame: Int, from position: Int
  ) throws(Y4MError) -> Int {
    guard let end = endOfLine(file, from: position) else {
      throw .missingFrameHeader(frame: frame)
    }
    let line = text(file, position..<end)
    guard Y4MHeader.isFrameLine(line) else { throw Y4MHeader.notAFrame(line, frame: frame) }
    return end + 1
  }

  private static func walk(
    _ file: MappedFile, from start: Int, frameBytes: Int
  ) -> (starts: [Int], damage: Y4MError?) {
    var starts: [Int] = []
    var position = start
    while position < file.byteCount {
      let samples: Int
      do throws(Y4MError) {
        samples = try Self.samples(file, frame: starts.count, from: position)
      } catch { return (starts, error) }
      let found = file.byteCount - samples
      guard found >= frameBytes else {
        return (
          starts, .truncated(frame: starts.count, expected: frameBytes, found: found)
        )
      }
      starts.append(samples)
      position = samples + frameBytes
    }
    return (starts, nil)
  }

  /// Returns the end of the line that begins at `start`, or `nil` if the line is too long or
  /// incomplete.
  private static func endOfLine(_ file: MappedFile, from start: Int) -> Int? {
    let limit = min(file.byteCount, start + Y4MHeader.longestLine + 1)
    guard start < limit else { return nil }
    return unsafe file.bytes[start..<limit].firstIndex(of: UInt8(ascii: "\n"))
  }

  private static func text(_ file: MappedFile, _ range: Range<Int>) -> String {
    unsafe Y4MHeader.text(file.bytes[range])
  }
}
