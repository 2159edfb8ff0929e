internal import Color

/// Reads `--look`.
enum LookText {
  /// - Throws: An error that lists the looks.
  static func read(_ text: String) throws -> Look {
    try Choice.value(text, in: Look.all.map { ($0.name, $0) })
  }

  /// Why a look and linear light exclude each other.
  static func nothingToWorkOn(_ look: Look) -> String {
    "--tone linear leaves --look \(look.name) nothing to work on; give one of them"
  }
}
