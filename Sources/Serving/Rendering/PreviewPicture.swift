internal import Metadata
internal import PhotoLoading
internal import Pixels
internal import RawDecoding
internal import Sampling
internal import SystemPackage
internal import YCbCr

/// The picture that a camera put into its raw, small.
enum PreviewPicture {
  /// The preview upright, its long edge at most that; nil if there is none that is as large, or the file is no raw.
  static func of(_ path: FilePath, longEdge: Int) -> ImageBuffer<UInt8>? {
    guard case .raw(let raw)? = try? PhotoFile(path: path), raw.preview != nil,
      let content = try? raw.readPreview()
    else { return nil }
    let picture: ImageBuffer<UInt8>
    switch content {
    case .jpeg(let bytes):
      let jpeg = JPEGSource(bytes, in: path)
      guard let header = try? jpeg.header() else { return nil }
      let scale = Double(longEdge) / Double(header.size.longEdge)
      let least = Size(
        width: Int((Double(header.size.width) * scale).rounded(.up)),
        height: Int((Double(header.size.height) * scale).rounded(.up)))
      guard let reduced = try? jpeg.reduced(atLeast: least) else { return nil }
      picture = reduced
    case .rgb(let bytes, let size):
      var copy = ImageBuffer<UInt8>(size: size, channels: 3)
      unsafe copy.withUnsafeMutableSamples { samples in
        _ = unsafe samples.update(fromContentsOf: bytes.prefix(size.area * 3))
      }
      picture = copy
    }
    guard picture.size.longEdge >= longEdge else { return nil }
    let small = averaged(picture, longEdge: longEdge)
    return FinishedPicture.moved(small, raw.metadata.orientation)
  }

  /// Each pixel is the mean of the codes that it covers, not of their light: close enough for a light table.
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
