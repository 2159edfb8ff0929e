import Foundation
import TestSupport

/// A temporary folder for running the built command.
final class CommandTree {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  var root: String { folder.path }

  func path(_ name: String) -> String { folder(name) }

  /// Copies one of the committed test pictures.
  func copy(_ picture: String, to name: String) throws {
    try write(Files.read(Package.testImages + "/" + picture), to: name)
  }

  func write(_ bytes: [UInt8], to name: String) throws { try folder.write(bytes, as: name) }

  func read(_ name: String) throws -> [UInt8] { try Files.read(path(name)) }

  func exists(_ name: String) -> Bool { Files.exists(path(name)) }

  /// The entries of a folder, including hidden ones.
  func entries(_ folder: String = "") -> [String] { Files.names(in: path(folder)) }

  /// Runs the command in this folder and waits for it to end.
  func run(_ arguments: String..., input: String = "") throws -> CommandRun {
    try CommandRun(arguments, folder: root, input: input)
  }

  /// Runs `bromide sample -` with a file as its standard input.
  func piped(_ file: String, _ arguments: String) throws -> CommandRun {
    try CommandRun(
      ["-c", "'\(CommandRun.binary)' sample - \(arguments) < \(file)"], folder: root,
      binary: "/bin/sh")
  }
}

/// The output and exit status of a command.
struct CommandRun {
  /// The exit status, or 128 and the signal's number, as a shell has it.
  let status: Int32
  /// The signal that ended it, or `nil` if it exited.
  let signal: Int32?
  let output: [UInt8]
  let errors: String
  var text: String { String(decoding: output, as: UTF8.self) }

  /// The command that was built with these tests.
  static let binary: String = {
    // The test program is in the same folder. On macOS, it is three folders deeper, in a bundle.
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    #if os(Linux)
      if let own = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe") {
        folder = URL(fileURLWithPath: own).deletingLastPathComponent()
      }
    #else
      folder = Bundle(for: CommandTree.self).bundleURL.deletingLastPathComponent()
    #endif
    return folder.appendingPathComponent("bromide").path
  }()

  /// - Parameters:
  ///   - bytes: Bytes after `input` on standard input.
  ///   - environment: Variables to add to the test process's environment.
  init(
    _ arguments: [String], folder: String, input: String = "", bytes: [UInt8] = [],
    binary: String = binary, environment: [String: String] = [:]
  ) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: binary)
    process.arguments = arguments
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    process.currentDirectoryURL = URL(fileURLWithPath: folder)
    // Files, not pipes: neither side can wait for the other.
    let names = ["in", "out", "err"].map { folder + "/../\(UUID().uuidString).\($0)" }
    defer { for name in names { try? FileManager.default.removeItem(atPath: name) } }
    for name in names { try Data().write(to: URL(fileURLWithPath: name)) }
    try Data(input.utf8 + bytes).write(to: URL(fileURLWithPath: names[0]))
    process.standardInput = FileHandle(forReadingAtPath: names[0])
    process.standardOutput = FileHandle(forWritingAtPath: names[1])
    process.standardError = FileHandle(forWritingAtPath: names[2])
    try process.run()
    process.waitUntilExit()
    signal = process.terminationReason == .uncaughtSignal ? process.terminationStatus : nil
    status = signal.map { 128 + $0 } ?? process.terminationStatus
    output = try [UInt8](Data(contentsOf: URL(fileURLWithPath: names[1])))
    errors = String(
      decoding: try Data(contentsOf: URL(fileURLWithPath: names[2])), as: UTF8.self)
  }
}

extension CommandTree {
  /// Returns the compressed pixels of a PNG. Other chunks depend on settings.
  func pixels(_ name: String) throws -> [UInt8] {
    let file = try read(name)
    var pixels: [UInt8] = []
    var place = 8
    while place + 12 <= file.count {
      let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
      if file[place + 4..<place + 8].elementsEqual("IDAT".utf8) {
        pixels += file[place + 8..<place + 8 + length]
      }
      place += 12 + length
    }
    return pixels
  }
}
