internal import BromideValues

/// The bits per sample that a user requests.
struct OutputDepth: Sendable, Hashable {
  /// All depths, for help.
  static let all = [8, 10, 12, 16, 32].map(OutputDepth.init(bits:))

  /// 8, 10, 12 or 16, or 32 for floats.
  let bits: Int

  private init(bits: Int) { self.bits = bits }

  init(_ text: String) throws {
    self = try Choice.value(text, in: Self.all.map { ($0.name, $0) })
  }

  /// The name on the command line.
  var name: String { bits == 32 ? SampleFormat.float32.name : "\(bits)" }

  /// The developed samples. AVIF rounds 16 bits to 10 or 12.
  var sample: SampleFormat { SampleFormat(rawValue: bits) ?? .uint16 }
}
