internal import BromideValues

/// Converts between the 16-bit codes of a stack and linear light.
struct StackLight: Sendable {
  /// The transfer function of the codes.
  let transfer: TransferFunction
  /// The linear light of each code.
  private let table: [Float]

  init(_ transfer: TransferFunction) {
    self.transfer = transfer
    table = (0...65535).map { Float(transfer.decode(Double($0) / 65535)) }
  }

  /// The linear light of a code.
  subscript(code: UInt16) -> Float { table[Int(code)] }

  /// Returns the nearest code of light.
  func code(_ light: Double) -> UInt16 {
    UInt16((65535 * min(max(transfer.encode(light), 0), 1)).rounded())
  }

  /// Calls a body with the table, for loops.
  func withTable<R>(_ body: (UnsafeBufferPointer<Float>) -> R) -> R {
    unsafe table.withUnsafeBufferPointer { unsafe body($0) }
  }

  /// Returns a closure that adds the light of codes to sums.
  func adding(to sums: StackMemory<Float>) -> PhotoStack.Taking {
    { place, codes in
      unsafe withTable { light in
        let target = unsafe sums.start + place
        for i in codes.indices { unsafe target[i] += light[Int(codes[i])] }
      }
    }
  }
}
