/// Completes `--monochrome` without a number, which means 1.
///
/// ArgumentParser does not support an option with an optional value: it would use the next word,
/// for example a photo.
package enum BareMonochrome {
  /// Returns the arguments with a 1 after each `--monochrome` that is not followed by a number.
  package static func completed(_ arguments: [String]) -> [String] {
    let options = arguments.prefix { $0 != "--" }
    let rest = arguments.dropFirst(options.count)
    return options.indices.flatMap { index in
      let next = index + 1 < options.endIndex ? options[index + 1] : ""
      return options[index] == "--monochrome" && Double(next) == nil
        ? ["--monochrome=1"] : [options[index]]
    } + rest
  }
}
