internal import BromideKernels
internal import BromideLibc
internal import BromideValues

/// An ordered list of steps, fused into a few kernels that do the same work in one visit to each
/// row.
///
/// Levels, white balance and the ceiling of the highlight mode are applied while the demosaic reads
/// the mosaic. Exposure is part of the matrix. Adjacent matrices are combined and then merged with
/// a tone curve that follows. The last matrix and the gamut compression are part of the encoding.
struct FusedSteps: Sendable {
  /// White-balance gains, the smallest 1.
  let gains: SIMD3<Float>
  /// 1, or infinity if a later kernel treats highlights.
  let ceiling: Float
  /// The largest value once highlights are treated.
  let range: Float
  let demosaic: DemosaicMethod
  /// Corrections of demosaiced rows by position and value, or `nil` without them.
  let samples: LinearCorrections?
  /// Corrections applied while a mosaic is read, or `nil` without them.
  let corrections: MosaicCorrections?
  let highlights: HighlightStep
  /// Optics steps on rows at sensor resolution, or `nil` without them.
  let optics: RowOptics?
  /// Kernels for each pixel after geometry, in order.
  let kernels: [any PointKernel]
  /// The later passes over the entire picture.
  let passSteps: [PassStep]
  /// Kernels for each pixel after the passes and before the encoding. Without passes, the list is
  /// empty.
  let lateKernels: [any PointKernel]
  let geometry: OutputGeometry
  /// Warps the geometry's canvas to the output, or `nil` if they are the same.
  let warp: WarpKernel?
  /// The last matrix, which the encoding applies, or `nil` without a matrix.
  let outputMatrix: Matrix3x3?
  let encode: EncodeKernel
  /// The number of colours in the rows. The encoding writes one of three if an output profile is
  /// grey.
  let colorChannels: Int
  /// How codes of 8 bits are rounded.
  let dither: Dither

  /// - Parameter steps: The steps of `DevelopPlan`, in their order.
  init(_ steps: [DevelopStep], instructionSet: InstructionSet) {
    var gains = SIMD3<Double>(1, 1, 1)
    var highlights = HighlightStep.clip
    var demosaic = DemosaicMethod.auto
    var samples: LinearCorrections?
    var corrections: MosaicCorrections?
    var optics: RowOptics?
    var open: Matrix3x3?
    var kernels: [any PointKernel] = []
    var early: [any PointKernel] = []
    var passSteps: [PassStep] = []
    var geometry: OutputGeometry?
    var gamut: GamutCompression?
    var dither = Dither.none
    var encoding: (TransferFunction, PixelFormat, Double)?
    var colorChannels: Int?

    /// Ends a run of matrices, merging it with the tone curve that follows.
    func close(look: Look? = nil) {
      if case .fitted(let curve)? = look {
        kernels.append(
          ToneTableKernel(
            matrix: open, mostLight: curve.knots.last ?? 1, path: .working, curve: { curve($0) }))
      } else if open != nil || look != nil {
        kernels.append(
          ColorKernel(
            matrix: open, tone: look?.curve, path: look?.whitens == true ? .working : nil,
            instructionSet: instructionSet))
      }
      open = nil
    }
    func append(_ matrix: Matrix3x3) { open = open.map { matrix * $0 } ?? matrix }
    func append(_ pass: FilterPass) {
      if passSteps.isEmpty {
        early = kernels
      } else if !kernels.isEmpty {
        passSteps.append(.kernels(kernels))
      }
      kernels = []
      passSteps.append(.pass(pass))
    }
    for step in steps {
      switch step {
      case .levels: break
      case .corrections(let value): corrections = value
      case .samples(let value): samples = value
      case .rowOptics(let step): optics = step
      case .whiteBalance(let multipliers): gains = multipliers
      case .highlights(let step): highlights = step
      case .demosaic(let method): demosaic = method
      case .geometry(let value):
        geometry = value
      case .exposure(let stops): append(Matrix3x3(diagonal: SIMD3(repeating: exp2(stops))))
      case .matrix(let matrix), .outputMatrix(let matrix), .filter(.matrix(let matrix)):
        append(matrix)
      case .profile(let kernel), .filter(.kernel(let kernel as any MatrixTaking)):
        kernels.append(open.map { kernel.following($0) } ?? kernel)
        open = nil
      case .profileCurve(let curve, let whitens):
        kernels.append(
          ToneTableKernel(
            matrix: open, mostLight: 1, path: whitens ? PathToWhite(in: .prophoto) : nil
          ) { curve($0) })
        open = nil
      case .filter(.kernel(let kernel)):
        close()
        kernels.append(kernel)
      case .filter(.pass(let pass)):
        close()
        append(pass)
      case .tone(let look?): close(look: look)
      case .tone(nil): break
      case .outputProfile(let kernel, let channels):
        close()
        kernels.append(kernel)
        colorChannels = channels
      case .gamut(let compression): gamut = compression
      case .dither(let value): dither = value
      case .encoding(let transfer, let format, let alpha): encoding = (transfer, format, alpha)
      }
    }
    guard let geometry, let (transfer, format, alpha) = encoding else {
      preconditionFailure("development ends with geometry and encoding")
    }
    self.gains = SIMD3<Float>(gains)
    self.demosaic = demosaic
    self.samples = samples
    self.corrections = corrections
    self.geometry = geometry
    warp = geometry.warp(instructionSet)
    self.highlights = highlights
    self.optics = optics
    range = highlights.range(SIMD3<Float>(gains))
    if case .clip = highlights { ceiling = 1 } else { ceiling = .infinity }
    self.colorChannels = colorChannels ?? format.colorChannels
    if self.colorChannels == 1 { close() }
    self.dither = dither
    self.kernels = passSteps.isEmpty ? kernels : early
    self.passSteps = passSteps
    lateKernels = passSteps.isEmpty ? [] : kernels
    outputMatrix = open
    encode = EncodeKernel(
      matrix: open, gamut: gamut, transfer, format: format, alpha: alpha,
      instructionSet: instructionSet)
  }
}
