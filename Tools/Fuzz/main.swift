// Runs one of Bromide's parsers on damaged input. scripts/fuzz links libFuzzer, which generates
// inputs. Without libFuzzer, the folder's name selects the parser for each file.
internal import CFuzzer
internal import Foundation

let arguments = CommandLine.arguments.dropFirst()
if arguments.isEmpty {
  print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
  exit(0)
}

#if FUZZING
  /// libFuzzer's function has no context parameter, so the target is a global.
  let target = FuzzTarget.named(ProcessInfo.processInfo.environment["FUZZ_TARGET"] ?? "")
  var count = CommandLine.argc
  var words: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe CommandLine.unsafeArgv
  let status = unsafe LLVMFuzzerRunDriver(&count, &words) { data, size in
    unsafe target(Array(UnsafeBufferPointer(start: data, count: size)))
    return 0
  }
  exit(status)
#else
  for file in arguments {
    let url = URL(fileURLWithPath: file)
    let target = FuzzTarget.named(url.deletingLastPathComponent().lastPathComponent)
    // Unbuffered, so that the last printed file is the file that crashed.
    FileHandle.standardOutput.write(Data("\(file)\n".utf8))
    target(Array(try Data(contentsOf: url)))
  }
#endif
