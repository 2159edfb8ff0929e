internal import BromideKernels
internal import BromideValues

/// One step of development as a value.
///
/// Steps without a separate pass are fused and applied to each row (see `FusedSteps`).
enum DevelopStep: Sendable {
  /// Scale raw code values to 0…1 between black and white, with the image's levels.
  case levels
  /// Multipliers of camera red, green, blue, the smallest 1.
  case whiteBalance(SIMD3<Double>)
  /// The treatment of clipped channels.
  case highlights(HighlightStep)
  /// Replace hot and dead sites while the demosaic reads them, and align red and blue with green
  /// before the demosaic.
  case corrections(MosaicCorrections)
  /// Demosaic. Pictures without a mosaic skip this step.
  case demosaic(DemosaicMethod)
  /// Correct shading and other errors that depend on position and value, in demosaiced camera RGB.
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
  /// The profile's curve from scene-linear to display-linear light, in linear ProPhoto RGB.
  /// `whitens` moves bright light towards white.
  case profileCurve(SplineCurve, whitens: Bool)
  /// The look's curve from scene-linear to display-linear light, or `nil` without a curve.
  case tone(Look?)
  /// Working space to linear RGB of the output.
  case outputMatrix(Matrix3x3)
  /// Compress colours into the output's primaries, or `nil` to let the encoding clip them.
  case gamut(GamutCompression?)
  /// Working space to the codes of an output profile, instead of `outputMatrix` and `gamut`.
  /// `channels` is the number of colours in the rows, which can be more than in the picture.
  case outputProfile(OutputProfileKernel, channels: Int)
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
