public import BromideValues
internal import CBromideKernels

/// An ordered list of sample corrections, for a mosaic or for rows of camera RGB.
///
/// The corresponding C function is `bromide_opcode_apply`.
@safe
public final class SampleOpcodes: Sendable {
  /// The corrections.
  public let opcodes: [SampleOpcode]
  private let memory: PixelMemory
  private let values: [PixelMemory]

  /// - Parameters:
  ///   - opcodes: The corrections in their order, in pixels of the picture.
  ///   - size: Size of the picture.
  public init(_ opcodes: [SampleOpcode], size: Size) {
    self.opcodes = opcodes
    memory = unsafe PixelMemory(byteCount: opcodes.count * MemoryLayout<bromide_opcode>.stride)
    values = opcodes.map { Self.memory(of: $0.values) }
    let all = unsafe memory.bytes.bindMemory(to: bromide_opcode.self)
    for (i, opcode) in opcodes.enumerated() {
      let values = unsafe values[i].bytes.assumingMemoryBound(to: Float.self)
      unsafe all.initializeElement(
        at: i, to: opcode.native(UnsafePointer(values.baseAddress), Region(size)))
    }
  }

  private static func memory(of values: [Float]) -> PixelMemory {
    let memory = PixelMemory(byteCount: max(values.count, 1) * MemoryLayout<Float>.stride)
    let floats = unsafe memory.bytes.bindMemory(to: Float.self)
    unsafe floats.initialize(repeating: 0)
    for (i, value) in values.enumerated() { unsafe floats[i] = value }
    return memory
  }

  /// The corrections for the C code, valid while this object exists.
  @unsafe var description: bromide_opcodes {
    unsafe bromide_opcodes(
      all: UnsafePointer(memory.bytes.assumingMemoryBound(to: bromide_opcode.self).baseAddress),
      count: opcodes.count)
  }

  /// Corrects pixels of a row.
  ///
  /// - Parameters:
  ///   - row: Balanced camera values.
  ///   - x: The column of its first pixel.
  ///   - y: Its row.
  ///   - scale: Width and height of a pixel in pixels of the picture, 1 or 2.
  ///   - count: Pixels to correct.
  ///   - channels: 1 or 3.
  ///   - gains: The values of saturated channels.
  ///   - ceiling: The largest value of clipped channels, or infinity. Channels that reach it are
  ///     unchanged.
  ///   - instructionSet: The variant to run. All variants give equal bits.
  public func apply(
    to row: PlanarRow, x: Int, y: Int, scale: Int = 1, count: Int, channels: Int,
    gains: SIMD3<Float>, ceiling: Float, instructionSet: InstructionSet
  ) {
    precondition(count <= row.capacity && (1...2).contains(scale), "pixels of the row")
    let all = unsafe description
    for channel in 0..<channels {
      var run = unsafe bromide_opcode_run(
        values: row.plane(channel), count: Int32(count), x: Int32(x * scale), step: Int32(scale),
        y: Int32(y * scale), middle: scale == 2 ? 1 : 0.5, plane: Int32(channel),
        white: gains[channel], ceiling: ceiling)
      for i in 0..<opcodes.count {
        if instructionSet == .reference {
          for k in 0..<count {
            row[x: k, channel] = Float(
              opcodes[i].corrected(
                Double(row[x: k, channel]), x: (x + k) * scale, y: y * scale, plane: channel,
                middle: scale == 2 ? 1 : 0.5, white: Double(gains[channel]),
                ceiling: Double(ceiling)))
          }
        } else {
          unsafe bromide_opcode_apply(instructionSet.code, all.all + i, &run)
        }
      }
    }
  }

  /// Returns the corrected sample of a mosaic, 0…1, in double precision.
  func corrected(_ value: Double, x: Int, y: Int) -> Double {
    opcodes.reduce(min(max(value, 0), 1)) { value, opcode in
      opcode.corrected(value, x: x, y: y, plane: 0, middle: 0.5, white: 1, ceiling: 1)
    }
  }
}

extension PlanarRow {
  fileprivate subscript(x x: Int, channel: Int) -> Float {
    get { self[x][channel] }
    set { self[x][channel] = newValue }
  }
}

extension SampleOpcode {
  /// The `values` array for the C code.
  fileprivate var values: [Float] {
    switch effect {
    case .radialGain, .polynomial: []
    case .gainMap(let map): map.gains
    case .table(let codes): codes.map { Float(Double($0) / 65_535) }
    case .rows(let numbers, _), .columns(let numbers, _): numbers
    }
  }

  @unsafe fileprivate func native(
    _ values: UnsafePointer<Float>?, _ picture: Region
  ) -> bromide_opcode {
    let inside = area.intersection(picture)
    var native = unsafe bromide_opcode()
    unsafe native.left = Int32(inside.x)
    unsafe native.top = Int32(inside.y)
    unsafe native.right = Int32(inside.endX)
    unsafe native.bottom = Int32(inside.endY)
    unsafe native.row_pitch = Int32(clamping: min(rowPitch, 1 << 24))
    unsafe native.column_pitch = Int32(clamping: min(columnPitch, 1 << 24))
    unsafe native.first_row = Int32(clamping: area.y)
    unsafe native.first_column = Int32(clamping: area.x)
    unsafe native.plane = Int32(plane)
    unsafe native.end_plane = Int32(plane + planes)
    unsafe native.values = values
    var factors: [Double] = []
    switch effect {
    case .radialGain(let own, let center, let radius):
      unsafe native.kind = Int32(BROMIDE_RADIAL_GAIN)
      unsafe native.centre_x = Float(center.x)
      unsafe native.centre_y = Float(center.y)
      unsafe native.inverse = Float(1 / (radius * radius))
      factors = own
    case .gainMap(let map):
      unsafe native.kind = Int32(BROMIDE_GAIN_MAP)
      unsafe native.columns = map.size.width
      unsafe native.rows = map.size.height
      unsafe native.planes = map.planes
      unsafe native.origin_x = map.origin.x
      unsafe native.origin_y = map.origin.y
      unsafe native.spacing_x = map.spacing.x
      unsafe native.spacing_y = map.spacing.y
    case .table(let codes):
      unsafe native.kind = Int32(BROMIDE_TABLE)
      unsafe native.columns = codes.count
    case .polynomial(let own):
      unsafe native.kind = Int32(BROMIDE_POLYNOMIAL)
      factors = own
    case .rows(_, let scales):
      unsafe native.kind = Int32(scales ? BROMIDE_ROW_SCALES : BROMIDE_ROW_DELTAS)
    case .columns(_, let scales):
      unsafe native.kind = Int32(scales ? BROMIDE_COLUMN_SCALES : BROMIDE_COLUMN_DELTAS)
    }
    unsafe withUnsafeMutableBytes(of: &native.factors) { bytes in
      let floats = unsafe bytes.bindMemory(to: Float.self)
      for (i, factor) in factors.prefix(floats.count).enumerated() {
        unsafe floats[i] = Float(factor)
      }
    }
    return unsafe native
  }
}
