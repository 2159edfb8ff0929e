internal import Color
internal import Kernels
internal import Pixels

/// One step of development as a value.
///
/// Steps that need no pass of their own are fused and applied as rows are made: see `FusedSteps`.
enum DevelopStep: Sendable {
  /// Raw code values to 0…1 between black and white, by the image's own levels.
  case levels
  /// Multipliers of camera red, green, blue, the smallest 1.
  case whiteBalance(SIMD3<Double>)
  /// The treatment of clipped channels.
  case highlights(HighlightStep)
  /// Hot and dead sites replaced as the demosaic reads them, red and blue moved to where green is
  /// before it makes full colour of them.
  case corrections(MosaicCorrections)
  /// The mosaic to full colour; nothing for a picture without a mosaic.
  case demosaic(DemosaicMethod)
  /// Shading and other corrections by place and value, of camera RGB as soon as it is there.
  case samples(LinearCorrections)
  /// Noise reduction and capture sharpening, of camera RGB at the sensor's pixels.
  case rowOptics(RowOptics)
  /// Lens, rotation, crop and size, of camera RGB.
  case geometry(OutputGeometry)
  /// Stops, in camera RGB.
  case exposure(Double)
  /// Balanced camera RGB to linear RGB of the working space.
  case matrix(Matrix3x3)
  /// A photographic filter, in the working space.
  case filter(FilterStep)
  /// A step of the camera's profile, in linear ProPhoto RGB.
  case profile(any MatrixTaking)
  /// The profile's own curve from scene-linear to display-linear light, in linear ProPhoto RGB, and whether
  /// bright light moves towards white.
  case profileCurve(SplineCurve, whitens: Bool)
  /// Scene-linear to display-linear light, as a look has it; nil for none.
  case tone(Look?)
  /// Working space to linear RGB of the output.
  case outputMatrix(Matrix3x3)
  /// Colours outside the output's primaries into them; nil to leave them to the encoding, which
  /// clips.
  case gamut(GamutCompression?)
  /// How codes of 8 bits are rounded.
  case dither(Dither)
  /// Linear light to code values, with alpha if the format has it.
  case encoding(TransferFunction, PixelFormat, alpha: Double)
}

extension RGBSpace {
  /// Linear Rec. 2020 with D65: the space of the tone curve and of every filter, whatever the
  /// output space.
  ///
  /// It contains nearly all surface colours, so components are hardly ever negative, and the
  /// picture looks the same in every output space that can show it.
  static let working = RGBSpace(
    name: "linear-rec2020", red: rec2020.red, green: rec2020.green, blue: rec2020.blue,
    white: rec2020.white, transfer: .linear, cicp: nil)
}

extension PathToWhite {
  /// The path of light in the working space.
  static let working = PathToWhite(in: .working)
}
