internal import BromideCodecs
internal import BromidePhotos
internal import BromideRaw
internal import BromideSampling
internal import BromideValues
internal import SystemPackage

/// A reduced copy of a raw's embedded preview.
struct PreviewPicture {
  private let content: RawPreview.Content
  private let longEdge: Int
  private let path: FilePath
  private let context: RunContext
  private let orientation: Orientation
  /// The size of the embedded preview.
  private let size: Size

  /// Opens the preview of a file, or returns `nil` if the file is not a raw or its preview is
  /// smaller than requested.
  ///
  /// - Parameter longEdge: Maximum pixels of the long edge.
  init?(_ path: FilePath, longEdge: Int, _ context: RunContext) {
    guard case .raw(let raw)? = try? PhotoFile(path: path, settings: LoadSettings(context)),
      raw.preview != nil,
      let content = try? raw.readPreview()
    else { return nil }
    switch content {
    case .jpeg(let bytes):
      guard let header = try? JPEGSource(bytes, in: path).header(context) else { return nil }
      size = header.size
    case .rgb(_, let size): self.size = size
    }
    guard size.longEdge >= longEdge else { return nil }
    (self.content, self.longEdge, self.path, self.context) = (content, longEdge, path, context)
    orientation = raw.metadata.orientation
  }

  /// Bytes for decoding the preview.
  var bytes: Int { size.byteCount(3) }

  /// Returns the upright preview with this long edge at most, or `nil` if it cannot be decoded.
  func picture() -> ImageBuffer<UInt8>? {
    let picture: ImageBuffer<UInt8>
    switch content {
    case .jpeg(let bytes):
      let scale = Double(longEdge) / Double(size.longEdge)
      let least = Size(
        width: Int((Double(size.width) * scale).rounded(.up)),
        height: Int((Double(size.height) * scale).rounded(.up)))
      guard
        let reduced = try? JPEGSource(bytes, in: path).reduced(
          atLeast: least, context: context)
      else {
        return nil
      }
      picture = reduced
    case .rgb(let bytes, let size):
      var copy = ImageBuffer<UInt8>(size: size, channels: 3)
      unsafe copy.withUnsafeMutableSamples { samples in
        _ = unsafe samples.update(fromContentsOf: bytes.prefix(size.area * 3))
      }
      picture = copy
    }
    guard picture.size.longEdge >= longEdge else { return nil }
    return FinishedPicture.moved(Self.averaged(picture, longEdge: longEdge), orientation)
  }

  /// Averages the codes under each pixel. Averaging linear light would be more exact, but codes
  /// suffice for a light table.
  private static func averaged(
    _ picture: ImageBuffer<UInt8>, longEdge: Int
  ) -> ImageBuffer<UInt8> {
    let scale = Double(longEdge) / Double(picture.size.longEdge)
    let size = Size(
      width: max(1, Int((Double(picture.width) * scale).rounded())),
      height: max(1, Int((Double(picture.height) * scale).rounded())))
    guard size != picture.size else { return picture }
    let channels = picture.channels
    var result = ImageBuffer<UInt8>(size: size, channels: channels)
    unsafe picture.withUnsafeSamples { from in
      unsafe result.withUnsafeMutableSamples { to in
        for y in 0..<size.height {
          let rows =
            y * picture.height
            / size.height..<max(
              y * picture.height / size.height + 1, (y + 1) * picture.height / size.height)
          for x in 0..<size.width {
            let columns =
              x * picture.width
              / size.width..<max(
                x * picture.width / size.width + 1, (x + 1) * picture.width / size.width)
            for c in 0..<channels {
              var sum = 0
              for row in rows {
                for column in columns {
                  sum += unsafe Int(from[(row * picture.width + column) * channels + c])
                }
              }
              let count = rows.count * columns.count
              unsafe to[(y * size.width + x) * channels + c] = UInt8((sum + count / 2) / count)
            }
          }
        }
      }
    }
    return result
  }
}
