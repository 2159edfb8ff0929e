internal import Color
internal import Kernels
internal import Pixels

/// What is done to rows between demosaic and geometry: noise reduction, then capture sharpening.
///
/// Both follow the treatment of highlights, so that no ring appears around light that is rebuilt, and so that a rebuilt
/// channel is not noise.
struct RowOptics: Sendable {
  /// What is asked for of noise.
  var noise: OpticsSettings.NoiseReduction
  /// What is asked for of sharpness.
  var sharpening: OpticsSettings.CaptureSharpening
  /// What the demosaic leaves of the sensor's noise.
  let response: NoiseResponse
  let guide: OpticsGuide

  /// The parameters for rows of these gains, measuring the photo if it was not measured.
  ///
  /// - Parameters:
  ///   - gains: The gains of the rows.
  ///   - ceiling: The largest value of clipped rows, or infinity.
  ///   - instructionSet: The instruction set of the kernels.
  func parameters(
    gains: SIMD3<Float>, ceiling: Float, instructionSet: InstructionSet
  ) -> OpticsParameters {
    // Nothing but sharpening asks for the blur.
    let radius = sharpening.amount > 0 ? guide.radius(instructionSet) : nil
    return OpticsParameters(
      noise: guide.noise(instructionSet) ?? .none, response: response, gains: SIMD3<Double>(gains),
      ceiling: Double(ceiling),
      noiseStrength: noise.strength, treatsLuminance: noise.treatsLuminance,
      usesTransforms: noise == .best,
      sharpening: sharpening.amount, radius: radius ?? BlurRadius.standard)
  }
}

/// Applies a development's `RowOptics` to the rows that one thread makes.
final class RowOpticsStage {
  private let rows: OpticsRows

  init(_ parameters: OpticsParameters, maximumWidth: Int, instructionSet: InstructionSet) {
    rows = OpticsRows(
      parameters, maximumPart: maximumWidth, instructionSet: instructionSet)
  }

  /// Width of the widest rectangle that `begin` returns.
  var maximumWidth: Int { rows.maximumWidth }

  /// Starts at the top of a part of a picture; returns the rectangle to read.
  func begin(_ region: Region, of size: Size) -> Region {
    let part = rows.part(region, of: size)
    let left = region.x - part.x
    rows.begin(part.size, first: region.y - part.y, columns: left..<left + region.width)
    return part
  }

  /// Makes the next row.
  func next(into row: PlanarRow, read: (PlanarRow) -> Void) {
    rows.next(into: row, read: read)
  }
}
