internal import BromideValues

/// A picture on a frame, optionally with a wipe.
public struct FrameLayer: Sendable {
  /// A picture of one of the two kinds.
  public enum Content: Sendable {
    /// A picture with the frame's encoding, aligned with the frame's pixels.
    case encoded(EncodedPicture)
    /// Linear light at any position, angle and scale.
    case placed(PlacedPicture)
  }

  /// The picture.
  public var content: Content
  /// The wipe that uncovers the picture, or `nil` to show the entire picture.
  public var wipe: Wipe?

  /// Creates a layer. By default, it shows the entire picture.
  public init(_ content: Content, wipe: Wipe? = nil) {
    self.content = content
    self.wipe = wipe
  }
}

/// A layer, drawn row by row of the frame.
struct LayerRows: RowPicture {
  enum Content {
    case encoded(EncodedRows)
    case placed(DrawnRows)
  }

  enum Beginning {
    case offset(Int)
    case start(SIMD2<Float>)
  }

  /// The start of a row, in the picture's format, and the centre of its first pixel.
  struct Place {
    let beginning: Beginning
    let center: SIMD2<Double>
  }

  let content: Content
  let edge: Wipe.Edge?
  /// The step in the picture from one pixel of a row to the next.
  let step: SIMD2<Double>

  /// Creates the rows, or returns `nil` if the layer is not visible.
  init?(_ layer: FrameLayer, size frame: Size) {
    if let wipe = layer.wipe, wipe.share <= 0 { return nil }
    let (size, scale): (Size, Double)
    switch layer.content {
    case .encoded(let picture):
      content = .encoded(EncodedRows(picture, size: frame))
      (size, scale, step) = (picture.size, 1, SIMD2(1, 0))
    case .placed(let placed):
      guard let rows = DrawnRows(placed, size: frame) else { return nil }
      content = .placed(rows)
      (size, scale, step) = (placed.picture.size, placed.placement.scale, rows.across)
    }
    let isWhole = layer.wipe.map { $0.share >= 1 } ?? true
    edge =
      isWhole
      ? nil
      : layer.wipe.map {
        Wipe.Edge($0, size: SIMD2(Double(size.width), Double(size.height)), scale: scale)
      }
  }

  func row(_ y: Int) -> (columns: Range<Int>, place: Place)? {
    switch content {
    case .encoded(let rows):
      return rows.row(y).map { columns, offset in
        (columns, Place(beginning: .offset(offset), center: rows.center(columns.lowerBound, y)))
      }
    case .placed(let rows):
      return rows.row(y).map { columns, start in
        (columns, Place(beginning: .start(start), center: SIMD2<Double>(start)))
      }
    }
  }
}
