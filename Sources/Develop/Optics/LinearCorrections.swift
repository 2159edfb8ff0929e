internal import BromideKernels
internal import BromideValues

/// Corrections of demosaiced camera RGB by position and value, mainly shading, from the file's last
/// opcode list.
///
/// They run before noise reduction and sharpening, and before the warp in the geometry. Gains that
/// follow a warp in the file use the position after that warp.
struct LinearCorrections: Sendable {
  private let opcodes: SampleOpcodes
  /// Width and height of a pixel of the demosaic's output, in sensor pixels.
  private let scale: Int
  private let channels: Int

  /// Returns `nil` if the file has no such corrections.
  init?(_ source: DevelopSource, _ recipe: DevelopRecipe) {
    var samples: [SampleOpcode] = []
    var warps: [OpcodeWarp] = []
    let size = source.image.size
    for opcode in source.lensCorrections(recipe).linear {
      switch opcode {
      case .warp(let warp): warps.append(warp)
      case .samples(let opcode):
        samples.append(warps.isEmpty ? opcode : opcode.unwarped(warps, size: size))
      case .badValue, .badPlaces, .trim: break
      }
    }
    guard !samples.isEmpty else { return nil }
    opcodes = SampleOpcodes(samples, size: size)
    scale = DevelopPlan.isHalved(source.image, recipe: recipe) ? 2 : 1
    channels = source.image.channels
  }

  /// Corrects pixels of a row that begins at column `x`, in pixels of the demosaic's output.
  func apply(
    to row: PlanarRow, x: Int, y: Int, count: Int, gains: SIMD3<Float>, ceiling: Float,
    instructionSet: InstructionSet
  ) {
    opcodes.apply(
      to: row, x: x, y: y, scale: scale, count: count, channels: channels, gains: gains,
      ceiling: ceiling, instructionSet: instructionSet)
  }
}

extension SampleOpcode {
  /// Converts this opcode from pictures after some warps to pictures before them. An opcode without
  /// gains is unchanged.
  ///
  /// The gains become a map of 129×97 points. Between the points, lens shading deviates from a line
  /// by less than 0.0005.
  fileprivate func unwarped(_ warps: [OpcodeWarp], size: Size) -> SampleOpcode {
    guard gain(at: SIMD2(), plane: plane) != nil else { return self }
    let points = Size(width: 129, height: 97)
    let spacing =
      SIMD2(Double(size.width), Double(size.height))
      / SIMD2(Double(points.width - 1), Double(points.height - 1))
    var gains: [Float] = []
    for row in 0..<points.height {
      for column in 0..<points.width {
        let place = SIMD2(Double(column), Double(row)) * spacing
        for plane in 0..<3 {
          let result = warps.reduce(place) { $1.result(of: $0, plane: plane) }
          let found = gain(at: result, plane: plane) ?? 1
          gains.append(found.isFinite ? Float(min(max(found, 0), Self.mostGain)) : 1)
        }
      }
    }
    var opcode = self
    opcode.effect = .gainMap(
      OpcodeGainMap(size: points, planes: 3, origin: SIMD2(), spacing: spacing, gains: gains))
    // The map begins with the first plane that is corrected.
    if plane > 0, case .gainMap(var map) = opcode.effect {
      map.gains = gains.indices.map { gains[min($0 % 3 + plane, 2) + $0 / 3 * 3] }
      opcode.effect = .gainMap(map)
    }
    return opcode
  }

  /// Ten stops, which no lens needs.
  private static let mostGain = 1024.0
}

extension OpcodeWarp {
  /// Returns the position in the corrected picture that shows a recorded position.
  ///
  /// It inverts `source(of:plane:)` by iteration, which converges to 0.01 pixels for a valid map.
  fileprivate func result(of recorded: SIMD2<Double>, plane: Int) -> SIMD2<Double> {
    var place = recorded
    for _ in 0..<32 {
      let rest = recorded - source(of: place, plane: plane)
      place += rest
      if (rest * rest).sum() < 1e-4 { break }
    }
    return place
  }
}
