internal import CBromideSystem

/// The command-line arguments after the program's name, as reversible text (`ByteText`).
///
/// Swift's `CommandLine.arguments` replaces bytes that are not UTF-8, so it would name another
/// file. Reversible text passes through option parsers, and `FilePath(reversible:)` restores the
/// same bytes. On Linux, `CommandLine` also reads `/proc`, so in a chroot without it the arguments
/// would be missing.
package enum ArgumentText {
  /// The arguments without the program's name.
  package static var arguments: [String] {
    var count: Int32 = 0
    let values: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
    if let kept = unsafe bromide_arguments(&count) {
      unsafe values = kept
    } else {
      unsafe values = CommandLine.unsafeArgv
      count = CommandLine.argc
    }
    return (1..<max(1, Int(count))).compactMap { index in
      guard let text = unsafe values[index] else { return nil }
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
