internal import Color
internal import Kernels
internal import Pixels

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// An ordered list of steps as the few kernels that do the same work in one visit of each row.
///
/// Levels, white balance and the ceiling of the highlight mode happen while the demosaic reads the mosaic;
/// exposure is part of the matrix; matrices with nothing between them are one; the last one before the
/// encoding is part of the encoding.
struct FusedSteps: Sendable {
  /// White-balance gains, the smallest 1.
  let gains: SIMD3<Float>
  /// 1, or infinity where a later kernel treats highlights.
  let ceiling: Float
  let demosaic: DemosaicMethod
  /// nil: clipped already.
  let highlights: HighlightKernel?
  /// nil: nothing to do.
  let color: ColorKernel?
  let geometry: OutputGeometry
  /// What is left of the matrices when the encoding comes, which applies it; nil for none.
  let outputMatrix: Matrix3x3?
  let encode: EncodeKernel

  /// - Parameter steps: In the order of `Developer.steps`.
  init(_ steps: [DevelopStep], instructionSet: InstructionSet) {
    var gains = SIMD3<Double>(1, 1, 1)
    var highlightMode = HighlightMode.clip
    var demosaic = DemosaicMethod.rcd
    var before: Matrix3x3?
    var tone: ToneCurve?
    var after: Matrix3x3?
    var geometry: OutputGeometry?
    var encoding: (TransferFunction, PixelFormat)?

    /// A matrix joins whatever matrix is open: the one before the tone curve, else the one after it.
    func append(_ matrix: Matrix3x3) {
      if tone == nil {
        before = before.map { matrix * $0 } ?? matrix
      } else {
        after = after.map { matrix * $0 } ?? matrix
      }
    }
    for step in steps {
      switch step {
      case .levels: break
      case .whiteBalance(let multipliers): gains = multipliers
      case .highlights(let mode): highlightMode = mode
      case .demosaic(let method): demosaic = method
      case .exposure(let stops): append(Matrix3x3(diagonal: SIMD3(repeating: exp2(stops))))
      case .matrix(let matrix): append(matrix)
      case .tone(.standard): tone = .standard
      case .tone(.linear): break
      case .outputMatrix(let matrix): append(matrix)
      case .geometry(let value): geometry = value
      case .encoding(let transfer, let format): encoding = (transfer, format)
      }
    }
    guard let geometry, let (transfer, format) = encoding else {
      preconditionFailure("development ends with geometry and encoding")
    }
    self.gains = SIMD3<Float>(gains)
    self.demosaic = demosaic
    self.geometry = geometry
    let mode: HighlightKernel.Mode? =
      switch highlightMode {
      case .clip: nil
      case .blend: format.channels == 3 ? .blend : nil
      case .reconstruct: format.channels == 3 ? .reconstruct : nil
      }
    ceiling = mode == nil ? 1 : .infinity
    highlights = mode.map {
      HighlightKernel($0, gains: SIMD3<Float>(gains), instructionSet: instructionSet)
    }
    // One matrix alone rides with the encoding, unless a resampling comes between, which clips to 0…1.
    if tone == nil, !geometry.isResampled, format.channels == 3 {
      (before, after) = (nil, before)
    }
    color =
      before == nil && tone == nil
      ? nil : ColorKernel(matrix: before, tone: tone, instructionSet: instructionSet)
    outputMatrix = after
    encode = EncodeKernel(
      matrix: after, transfer, format: format, instructionSet: instructionSet)
  }
}
