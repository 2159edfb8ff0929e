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
/// exposure is part of the matrix; matrices with nothing between them are one, and join the tone curve that
/// follows; the last one before the encoding is part of the encoding.
struct FusedSteps: Sendable {
  /// White-balance gains, the smallest 1.
  let gains: SIMD3<Float>
  /// 1, or infinity where a later kernel treats highlights.
  let ceiling: Float
  let demosaic: DemosaicMethod
  /// nil: clipped already.
  let highlights: HighlightKernel?
  /// What happens to each pixel after geometry, in order.
  let kernels: [any PointKernel]
  /// What happens then to the frame.
  let frameSteps: [FrameStep]
  /// What happens to each pixel after that and before the encoding; empty where there are no passes.
  let lateKernels: [any PointKernel]
  let geometry: OutputGeometry
  /// What is left of the matrices when the encoding comes, which applies it; nil for none.
  let outputMatrix: Matrix3x3?
  let encode: EncodeKernel

  /// - Parameter steps: In the order of `Developer.steps`.
  init(_ steps: [DevelopStep], instructionSet: InstructionSet) {
    var gains = SIMD3<Double>(1, 1, 1)
    var highlightMode = HighlightMode.clip
    var demosaic = DemosaicMethod.rcd
    var open: Matrix3x3?
    var kernels: [any PointKernel] = []
    var early: [any PointKernel] = []
    var frameSteps: [FrameStep] = []
    var geometry: OutputGeometry?
    var encoding: (TransferFunction, PixelFormat, Double)?

    /// Ends the run of matrices, with the curve that follows it.
    func close(tone: ToneCurve? = nil) {
      if open != nil || tone != nil {
        kernels.append(ColorKernel(matrix: open, tone: tone, instructionSet: instructionSet))
      }
      open = nil
    }
    func append(_ matrix: Matrix3x3) { open = open.map { matrix * $0 } ?? matrix }
    func append(_ pass: FramePass) {
      if frameSteps.isEmpty {
        early = kernels
      } else if !kernels.isEmpty {
        frameSteps.append(.kernels(kernels))
      }
      kernels = []
      frameSteps.append(.pass(pass))
    }
    for step in steps {
      switch step {
      case .levels: break
      case .whiteBalance(let multipliers): gains = multipliers
      case .highlights(let mode): highlightMode = mode
      case .demosaic(let method): demosaic = method
      case .geometry(let value):
        geometry = value
        if let turn = value.turn { append(.rotate(turn, value.storedOutput)) }
      case .exposure(let stops): append(Matrix3x3(diagonal: SIMD3(repeating: exp2(stops))))
      case .matrix(let matrix), .outputMatrix(let matrix), .filter(.matrix(let matrix)):
        append(matrix)
      case .filter(.kernel(let chroma as ChromaKernel)):
        kernels.append(open.map { chroma.following($0) } ?? chroma)
        open = nil
      case .filter(.kernel(let kernel)):
        close()
        kernels.append(kernel)
      case .filter(.pass(let pass)):
        close()
        append(pass)
      case .tone(.standard): close(tone: .standard)
      case .tone(.linear): break
      case .encoding(let transfer, let format, let alpha): encoding = (transfer, format, alpha)
      }
    }
    guard let geometry, let (transfer, format, alpha) = encoding else {
      preconditionFailure("development ends with geometry and encoding")
    }
    self.gains = SIMD3<Float>(gains)
    self.demosaic = demosaic
    self.geometry = geometry
    let mode: HighlightKernel.Mode? =
      switch highlightMode {
      case .clip: nil
      case .blend: format.colorChannels == 3 ? .blend : nil
      case .reconstruct: format.colorChannels == 3 ? .reconstruct : nil
      }
    ceiling = mode == nil ? 1 : .infinity
    highlights = mode.map {
      HighlightKernel($0, gains: SIMD3<Float>(gains), instructionSet: instructionSet)
    }
    if format.colorChannels == 1 { close() }
    self.kernels = frameSteps.isEmpty ? kernels : early
    self.frameSteps = frameSteps
    lateKernels = frameSteps.isEmpty ? [] : kernels
    outputMatrix = open
    encode = EncodeKernel(
      matrix: open, transfer, format: format, alpha: alpha, instructionSet: instructionSet)
  }
}
