public import Color
public import Pixels
internal import Platform
internal import Sampling
public import SystemPackage
public import Timelines
public import YCbCr

/// A clip of YCbCr frames: Y4M, whose header says how its samples lie, or raw planes of which somebody, or the file's name, says
/// it.
public struct ClipFile: Sendable {
  private enum Frames: Sendable {
    case y4m(Y4MFile)
    case planes(RawPlaneFile)
  }

  private let frames: Frames

  /// - Parameters:
  ///   - statement: How raw planes lie; empty for what the file's name says, `take3_1280x720.nv12`.
  /// - Throws: `FrameError.input` for a file that is no clip or is damaged, `.unsupported` for raw planes whose layout or size
  ///   nobody states, and for a statement about Y4M.
  public init(path: FilePath, _ statement: PlaneStatement = PlaneStatement()) throws(FrameError) {
    let start = (try? FileSystem.bytes(of: path, at: 0, count: 9)) ?? []
    let isY4M = start == Array(Y4MHeader.magic.utf8)
    let name = PlaneName(path)
    if isY4M || statement.isEmpty && name.layout == nil {
      guard statement.isEmpty else {
        throw .unsupported(
          "\(path): a Y4M's header says how its samples lie; leave out layout, input-size, offset and stride"
        )
      }
      frames = .y4m(try Self.reading(path) { () throws(FrameFileError) in try Y4MFile(path: path) })
      return
    }
    let layout = try Self.layout(statement.layout, name, path)
    guard let size = statement.size ?? name.size else {
      let bytes = ((try? FileSystem.status(path).size) ?? 0) - statement.offset
      let fitting = RawPlanes.fittingSizes(fileByteCount: bytes, layout: layout)
        .prefix(6).map { "\($0.width)x\($0.height)" }
      throw .unsupported(
        "\(path): nothing says the size of its frames; state input-size"
          + (fitting.isEmpty
            ? "" : "; sizes that fit \(layout.name): \(fitting.joined(separator: ", "))"))
    }
    frames = .planes(
      try Self.reading(path) { () throws(FrameFileError) in
        try RawPlaneFile(
          path: path, layout: layout, size: size, offset: statement.offset,
          stride: statement.stride)
      })
  }

  /// Whether a path names raw planes: `clip_1280x720.nv12`, `clip.yuv`.
  public static func isPlanes(_ path: FilePath) -> Bool { PlaneName(path).layout != nil }

  private static func layout(
    _ stated: String?, _ name: PlaneName, _ path: FilePath
  ) throws(FrameError) -> YCbCrLayout {
    if let stated {
      guard let layout = YCbCrLayout(name: stated) else {
        throw .unsupported(
          "\(path): layout “\(stated)” is unknown; known are \(YCbCrLayout.all.map(\.name).joined(separator: ", "))"
        )
      }
      return layout
    }
    guard let layout = name.layout else {
      throw .unsupported("\(path): nothing says how its samples lie; state layout")
    }
    return layout
  }

  private static func reading<Value>(
    _ path: FilePath, _ read: () throws(FrameFileError) -> Value
  ) throws(FrameError) -> Value {
    do throws(FrameFileError) { return try read() } catch {
      throw .input(path: path, reason: "\(error)")
    }
  }

  /// In pixels.
  public var size: Size {
    switch frames {
    case .y4m(let file): file.header.size
    case .planes(let file): file.planes.size
    }
  }

  /// Number of whole frames.
  public var frameCount: Int {
    switch frames {
    case .y4m(let file): file.frameCount
    case .planes(let file): file.frameCount
    }
  }

  /// Frames a second as a fraction, if the file states them.
  public var rate: (Int, Int)? {
    guard case .y4m(let file) = frames else { return nil }
    return file.header.rate
  }

  /// How samples lie in a frame.
  public var layout: YCbCrLayout {
    switch frames {
    case .y4m(let file): file.header.layout
    case .planes(let file): file.planes.layout
    }
  }

  /// What the file states of its codes; raw planes state nothing.
  public var tags: YCbCrStatement {
    guard case .y4m(let file) = frames else { return YCbCrStatement() }
    return file.header.tags
  }

  /// The problem after the last whole frame; nil if there is none.
  var damage: Y4MError? {
    guard case .y4m(let file) = frames else { return nil }
    return file.damage
  }

  /// A frame: a view that reads nothing yet.
  func frame(_ index: Int) throws(FrameFileError) -> YCbCrFrame {
    switch frames {
    case .y4m(let file): try file.frame(index)
    case .planes(let file): try file.frame(index)
    }
  }
}
