public import Pixels

/// Files of samples without any header: their length is all that can be checked.
public enum RawPlanes {
  /// Frames in a file, or nil where its length is no multiple of a frame.
  public static func frameCount(
    fileByteCount: Int, layout: YCbCrLayout, size: Size
  ) -> Int? {
    guard let frame = layout.byteCount(size), fileByteCount > 0, fileByteCount % frame == 0 else {
      return nil
    }
    return fileByteCount / frame
  }

  /// Usual sizes that would fit a file of one or more frames, fewest frames first: what an error can propose.
  public static func fittingSizes(fileByteCount: Int, layout: YCbCrLayout) -> [Size] {
    let fitting = usual.compactMap { size in
      frameCount(fileByteCount: fileByteCount, layout: layout, size: size).map { ($0, size) }
    }
    return fitting.sorted { ($0.0, -$0.1.area) < ($1.0, -$1.1.area) }.map { $0.1 }
  }

  /// Sizes that cameras, decoders and broadcast use.
  private static let usual: [Size] = [
    (7680, 4320), (5120, 2880), (4096, 3072), (4096, 2160), (4032, 3024), (3840, 2160),
    (2560, 1440), (2048, 1080), (1920, 1440), (1920, 1088), (1920, 1080), (1600, 1200),
    (1440, 1080), (1280, 960), (1280, 720), (1024, 768), (960, 540), (854, 480), (800, 600),
    (720, 576), (720, 480), (704, 576), (640, 480), (640, 360), (480, 360), (352, 288),
    (320, 240), (320, 180), (176, 144), (160, 120),
  ].flatMap { width, height in
    [Size(width: width, height: height), Size(width: height, height: width)]
  }
}
