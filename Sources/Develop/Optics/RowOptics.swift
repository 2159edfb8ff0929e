internal import BromideKernels
internal import BromideValues

/// The steps on rows between demosaic and geometry: noise reduction, then capture sharpening.
///
/// Both follow the treatment of highlights. Rebuilt light therefore does not get rings, and rebuilt
/// channels are not treated as noise.
struct RowOptics: Sendable {
  /// The noise reduction setting.
  var noise: OpticsSettings.NoiseReduction
  /// The amount of capture sharpening.
  var sharpening: Double
  /// The sensor noise that remains after the demosaic.
  let response: NoiseResponse
  let guide: OpticsGuide

  /// Returns the parameters for rows with these gains. Measures the photo if necessary.
  ///
  /// - Parameters:
  ///   - gains: The gains of the rows.
  ///   - ceiling: The largest value of clipped rows, or infinity.
  ///   - instructionSet: The instruction set of the kernels.
  func parameters(
    gains: SIMD3<Float>, ceiling: Float, instructionSet: InstructionSet
  ) -> OpticsParameters {
    // Only sharpening needs the blur.
    let radius = sharpening > 0 ? guide.radius(instructionSet) : nil
    return OpticsParameters(
      noise: guide.noise(instructionSet) ?? .none, response: response, gains: SIMD3<Double>(gains),
      ceiling: Double(ceiling),
      noiseStrength: noise.strength, treatsLuminance: noise.treatsLuminance,
      usesTransforms: noise == .best,
      sharpening: sharpening, radius: radius ?? BlurRadius.standard)
  }
}

/// Applies a development's `RowOptics` to the rows that one thread makes.
final class RowOpticsStage {
  private let rows: OpticsRows

  init(
    _ parameters: OpticsParameters, maximumWidth: Int, instructionSet: InstructionSet,
    memory: ScratchMemory?
  ) {
    rows = OpticsRows(
      parameters, maximumPart: maximumWidth, instructionSet: instructionSet, memory: memory)
  }

  /// Width of the widest rectangle that `begin` returns.
  var maximumWidth: Int { rows.maximumWidth }

  /// Starts at the top of a part of a picture. Returns the rectangle to read.
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
