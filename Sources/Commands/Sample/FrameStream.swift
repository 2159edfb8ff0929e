internal import Color
internal import Pixels
internal import SystemPackage
internal import YCbCr

/// Frames on standard input, with a header (Y4M) or without.
final class FrameStream {
  private var y4m: Y4MReader<FrameFileError>?
  private var planes: RawPlaneReader<FrameFileError>?
  let size: Size
  let layout: YCbCrLayout
  let tags: YCbCrStatement
  /// Frames a second; nil where nobody states them.
  let rate: Double?

  private init(_ reader: consuming Y4MReader<FrameFileError>) {
    (size, layout) = (reader.header.size, reader.header.layout)
    (tags, rate) = (reader.header.tags, reader.header.framesPerSecond)
    y4m = consume reader
  }

  private init(_ reader: consuming RawPlaneReader<FrameFileError>) {
    (size, layout) = (reader.planes.size, reader.planes.layout)
    (tags, rate) = (YCbCrStatement(), nil)
    planes = consume reader
  }

  /// Standard input, as the settings say that it is.
  static func standardInput(_ settings: SampleSettings) throws(SampleFailure) -> FrameStream {
    if let layout = settings.layout {
      guard let size = settings.inputSize else {
        throw SampleFailure("raw planes need --input-size WxH beside --layout")
      }
      do throws(YCbCrError) {
        let planes = try RawPlanes(
          layout: layout, size: size, offset: settings.offset, stride: settings.stride)
        return FrameStream(RawPlaneReader(planes, descriptor: 0, name: "standard input"))
      } catch { throw SampleFailure("\(error)") }
    }
    guard settings.inputSize == nil else {
      throw SampleFailure("raw planes need --layout beside --input-size")
    }
    do throws(Y4MReader<FrameFileError>.ReadError) {
      return FrameStream(try Y4MReader(descriptor: 0, name: "standard input"))
    } catch {
      if case .format(.notY4M) = error {
        throw SampleFailure(
          "it is no Y4M stream: it does not begin with YUV4MPEG2; raw planes need --layout and --input-size"
        )
      }
      throw Self.failure(error)
    }
  }

  /// The next frame; nil after the last.
  func next() throws(SampleFailure) -> YCbCrFrame? {
    if y4m != nil {
      do throws(Y4MReader<FrameFileError>.ReadError) {
        return try y4m!.next()
      } catch { throw Self.failure(error) }
    }
    do throws(RawPlaneReader<FrameFileError>.ReadError) {
      return try planes!.next()
    } catch {
      switch error {
      case .truncated(let frame, let expected, let found):
        throw SampleFailure(
          "it ends within frame \(frame): \(found) of \(expected) bytes are there")
      case .source(let error): throw SampleFailure(FailureWords.text(error))
      }
    }
  }

  private static func failure(_ error: Y4MReader<FrameFileError>.ReadError) -> SampleFailure {
    switch error {
    case .format(let error): SampleFailure("\(error)")
    case .source(let error): SampleFailure(FailureWords.text(error))
    }
  }
}
