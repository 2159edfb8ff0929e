internal import BromideCodecs
internal import BromideSampling
internal import BromideValues

/// Converts GIF frames with transparency to opaque frames. Transparent pixels are black, because a
/// clip has no background.
enum FlatFrame {
  /// The layout of the result.
  static let layout = YCbCrLayout(name: "rgb24") ?? .i444

  /// Returns whether a video has these frames. For every GIF, ffmpeg returns frames with alpha,
  /// which is 0 or 1.
  static func applies(to film: VideoFile) -> Bool {
    film.facts.codec == "gif" && film.layout.name == "bgra"
  }

  static func of(_ frame: YCbCrFrame) -> YCbCrFrame {
    let size = frame.size
    let memory = PixelMemory(byteCount: size.area * 3)
    let plane = frame.planes[0]
    for y in 0..<size.height {
      for x in 0..<size.width {
        let (from, to) = (y * plane.stride + x * 4, (y * size.width + x) * 3)
        let isOpaque = unsafe plane.bytes[from + 3] > 0
        for c in 0..<3 { unsafe memory.bytes[to + c] = isOpaque ? plane.bytes[from + 2 - c] : 0 }
      }
    }
    do throws(YCbCrError) {
      return try unsafe YCbCrFrame(
        layout: layout, size: size, contiguous: UnsafeRawBufferPointer(memory.bytes), owner: memory)
    } catch { preconditionFailure("three bytes a pixel: \(error)") }
  }
}
