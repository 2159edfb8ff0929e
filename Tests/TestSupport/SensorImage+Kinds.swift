public import BromideValues

extension SensorImage {
  /// The sites of a Bayer sensor, or `nil` for other pixels.
  public var asMosaic: Mosaic? { if case .mosaic(let mosaic) = self { mosaic } else { nil } }

  /// The sites of an X-Trans sensor, or `nil` for other pixels.
  public var asXTrans: XTransMosaic? { if case .xtrans(let mosaic) = self { mosaic } else { nil } }

  /// The pixels that need no demosaic, or `nil` for a mosaic.
  public var asLinear: LinearImage? { if case .linear(let image) = self { image } else { nil } }
}
