internal import BromideCodecs
internal import BromideValues

extension FuzzTarget {
  /// Frames from files and pipes.
  static let streams: [FuzzTarget] = [
    FuzzTarget(name: "y4m") { bytes in
      let line = text(Array(bytes.prefix { $0 != 0x0A }))
      if let header = try? Y4MHeader(line: line), let rate = header.rate,
        let written = try? Y4MHeader(
          size: header.size, layout: header.layout, range: header.tags.range ?? .limited,
          siting: header.tags.siting ?? .left, matrix: header.tags.matrix,
          primaries: header.tags.primaries, transfer: header.tags.transfer, rate: rate)
      {
        let again = try! Y4MHeader(line: written.line)
        precondition(again.size == written.size && again.layout == written.layout, written.line)
      }
      if let file = try? Y4MFile(path: file(bytes)) {
        for index in 0..<min(file.frameCount, 4) { _ = try? file.frame(index) }
      }
      var reader = try Y4MReader(source(bytes[...]))
      while try reader.next() != nil {}
    },
    FuzzTarget(name: "planes") { bytes in
      // The input is a line with words as on the command line (layout, width, height, offset,
      // stride), then the frames.
      let line = bytes.prefix { $0 != 0x0A }
      let words = text(Array(line)).split(separator: " ")
      guard words.count >= 3, let layout = YCbCrLayout(name: String(words[0])),
        let width = Int(words[1]), let height = Int(words[2])
      else { return }
      let offset = words.count > 3 ? Int(words[3]) : nil
      let planes = try RawPlanes(
        layout: layout, size: Size(width: width, height: height), offset: max(offset ?? 0, 0),
        stride: words.count > 4 ? Int(words[4]) : nil)
      _ = planes.frameCount(fileByteCount: bytes.count)
      _ = RawPlanes.fittingSizes(fileByteCount: bytes.count, layout: layout)
      if let file = try? RawPlaneFile(path: file(bytes), planes: planes) {
        _ = try? file.frame(0)
      }
      guard planes.frameByteCount <= memoryLimit else { return }
      var reader = RawPlaneReader(planes, source(bytes.dropFirst(line.count + 1)))
      while try reader.next() != nil {}
    },
  ]

  /// Supplies bytes as a pipe does, a few at a time.
  private static func source(_ bytes: ArraySlice<UInt8>) -> FrameBytes<Never>.Source {
    var rest = bytes
    return { memory, range in
      let part = rest.prefix(min(range.count, 4096))
      unsafe memory.bytes[range.lowerBound..<range.lowerBound + part.count].copyBytes(from: part)
      rest = rest.dropFirst(part.count)
      return part.count
    }
  }
}
