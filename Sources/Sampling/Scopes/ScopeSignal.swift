internal import BromideCodecs
internal import BromideDevelop
public import BromideValues

/// The signal that scopes show: a picture's R′G′B′, and Y, Cb and Cr as 8-bit codes.
///
/// Frames show their codes. Other pictures show the codes that they would have in full range, with
/// the matrix of BT.2020 for BT.2020's primaries and of BT.709 for all others. Raws are developed
/// and shown in sRGB.
public struct ScopeSignal: Sendable {
  /// The meaning of codes, at 8 bits.
  public let coding: YCbCrCoding
  /// Primaries and curve of R′G′B′.
  public let space: RGBSpace

  /// The code of black and the number of codes to white, for R, G and B and for luma.
  public var black: Double { coding.range == .limited ? 16 : 0 }
  /// Codes from black to white.
  public var extent: Double { coding.range == .limited ? 219 : 255 }

  /// The signal in percent of a luma code.
  public func percent(of code: Double) -> Double { 100 * (code - black) / extent }

  /// The luma code of a signal in percent.
  public func code(ofPercent percent: Double) -> Double { black + percent / 100 * extent }

  /// Returns the luma code of neutral light in cd/m², or `nil` unless codes define luminances.
  public func code(ofNits nits: Double) -> Double? {
    guard space.isAbsolute else { return nil }
    let light = SIMD3(repeating: nits / HighRangeCurve.white)
    return code(
      ofPercent: 100 * space.transfer.encode(SignalLight(space).channelLight(of: light).x))
  }
}

/// A pixel on a scope.
struct ScopePixel {
  /// R′G′B′, nominally 0…1.
  var rgb: SIMD3<Double>
  /// Y, Cb and Cr on the scale of 8 bits.
  var codes: SIMD3<Double>
}

extension PointSampler {
  /// The signal of this picture.
  public var scopeSignal: ScopeSignal {
    if case .frame(let frame, let converter) = pixels, !frame.layout.isRGB {
      return ScopeSignal(
        coding: YCbCrCoding(
          matrix: converter.coding.matrix, range: converter.coding.range, depth: 8), space: space)
    }
    let space = if case .raw = pixels { RGBSpace.srgb } else { self.space }
    let isWide = ColorPrimaries(space) == .bt2020
    return ScopeSignal(
      coding: YCbCrCoding(matrix: isWide ? .bt2020 : .bt709, range: .full, depth: 8), space: space)
  }

  /// The maximum number of pixels that a scope counts, regularly spread.
  private static let mostOnScopes = 1 << 22

  /// Calls `body` with the pixels of the upright picture and their columns as stored, and returns
  /// the number of columns.
  ///
  /// - Throws: `DevelopError.unsupported` if a raw cannot be developed.
  func forEachScopePixel(
    _ body: (_ column: Int, _ pixel: ScopePixel) -> Void
  ) throws(DevelopError) -> Int {
    let coding = scopeSignal.coding
    if case .raw(let raw) = pixels {
      let image = try raw.picture(
        of: UInt16.self, .uint16, space: .srgb, longEdge: Self.longestDeveloped)
      for y in 0..<image.height {
        for x in 0..<image.width {
          let last = image.channels - 1
          let rgb =
            SIMD3(
              Double(image[x, y, 0]), Double(image[x, y, last / 2]), Double(image[x, y, last]))
            / 65535
          body(x, ScopePixel(rgb: rgb, codes: coding.encode(rgb)))
        }
      }
      return image.width
    }
    let size = size
    let ratio = Double(size.area) / Double(Self.mostOnScopes)
    // Rows are skipped but columns are not, because columns are an axis.
    let step = max(1, Int(ratio.rounded(.up)))
    let scale: Double
    if case .frame(let frame, _) = pixels, !frame.layout.isRGB {
      scale = 1 / Double(1 << (frame.layout.depth - 8))
    } else {
      scale = 0
    }
    for y in stride(from: 0, to: size.height, by: step) {
      for x in 0..<size.width {
        let (i, j) = orientation.storedPosition(x: x, y: y, in: storedSize)
        let rgb = encoded(x: i, y: j)
        let codes =
          scale > 0 ? scale * (frameReader?.codes(x: i, y: j) ?? SIMD3()) : coding.encode(rgb)
        body(x, ScopePixel(rgb: rgb, codes: codes))
      }
    }
    return size.width
  }

  /// The long edge for developing raws for scopes.
  private static let longestDeveloped = 2048
}
