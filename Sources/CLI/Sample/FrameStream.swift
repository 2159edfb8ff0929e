internal import BromideCodecs
internal import BromideSampling
internal import BromideValues
internal import SystemPackage

/// Frames on standard input: Y4M, or raw planes.
final class FrameStream {
  private var y4m: Y4MReader<FrameFileError>?
  private var planes: RawPlaneReader<FrameFileError>?
  let size: Size
  let layout: YCbCrLayout
  let tags: YCbCrProperties
  /// Frames per second, or `nil` if unknown.
  let rate: Double?
  let interlacing: Y4MHeader.Interlacing

  private init(_ reader: consuming Y4MReader<FrameFileError>) {
    (size, layout) = (reader.header.size, reader.header.layout)
    (tags, rate) = (reader.header.tags, reader.header.framesPerSecond)
    interlacing = reader.header.interlacing
    y4m = consume reader
  }

  private init(_ reader: consuming RawPlaneReader<FrameFileError>) {
    (size, layout) = (reader.planes.size, reader.planes.layout)
    (tags, rate, interlacing) = (YCbCrProperties(), nil, .none)
    planes = consume reader
  }

  /// Opens standard input in the format of the settings.
  ///
  /// - Parameter start: Bytes that were already read.
  static func standardInput(
    _ settings: OpeningSettings, after start: [UInt8]
  ) throws(SampleFailure) -> FrameStream {
    if let layout = settings.layout {
      guard let size = settings.inputSize else {
        throw SampleFailure("raw planes also need --input-size WxH")
      }
      let planes = try SampleFailure.describing {
        try RawPlanes(layout: layout, size: size, offset: settings.offset, stride: settings.stride)
      }
      return FrameStream(RawPlaneReader(planes, descriptor: 0, name: "standard input"))
    }
    guard settings.inputSize == nil else {
      throw SampleFailure("raw planes also need --layout")
    }
    do throws(Y4MReader<FrameFileError>.ReadError) {
      return FrameStream(try Y4MReader(descriptor: 0, after: start, name: "standard input"))
    } catch {
      if case .format(.notY4M) = error {
        throw SampleFailure(
          "not a picture or Y4M stream; for raw planes, add --layout; for a list of paths, use @-"
        )
      }
      throw SampleFailure(describing: error)
    }
  }

  /// Reads the next frame, or returns `nil` at the end.
  func next() throws(SampleFailure) -> YCbCrFrame? {
    try SampleFailure.describing { y4m != nil ? try y4m!.next() : try planes!.next() }
  }
}
