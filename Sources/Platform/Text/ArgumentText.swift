/// The arguments typed after the command's name.
///
/// Swift's own `CommandLine.arguments` repairs bytes that are not UTF-8, and would name another file. Here they come as
/// reversible text (`ByteText`), which passes through whatever reads options and becomes the same bytes again in
/// `FilePath(reversible:)`.
package enum ArgumentText {
  /// The arguments, without the name of the program.
  package static var arguments: [String] {
    (1..<max(1, Int(CommandLine.argc))).compactMap { index in
      guard let text = unsafe CommandLine.unsafeArgv[index] else { return nil }
      var bytes: [UInt8] = []
      var place = unsafe text
      while unsafe place.pointee != 0 {
        bytes.append(unsafe UInt8(bitPattern: place.pointee))
        unsafe place += 1
      }
      return ByteText.reversible(bytes)
    }
  }
}
