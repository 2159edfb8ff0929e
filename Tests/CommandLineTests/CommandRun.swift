import BromideCodecs
import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

/// A temporary folder for running the built command.
final class CommandTree {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A new folder for the stored property of a suite, which cannot throw.
  static var fresh: CommandTree { fresh([:]) }

  /// A new folder with copies of committed test pictures: the new names, and the pictures.
  static func fresh(_ copies: KeyValuePairs<String, String>) -> CommandTree {
    do {
      let tree = try CommandTree()
      for (name, picture) in copies { try tree.copy(picture, to: name) }
      return tree
    } catch { fatalError("\(error)") }
  }

  var root: String { folder.path }

  func path(_ name: String) -> String { folder(name) }

  /// Copies one of the committed test pictures.
  func copy(_ picture: String, to name: String) throws {
    try write(Files.read(Package.testImages + "/" + picture), to: name)
  }

  func write(_ bytes: [UInt8], to name: String) throws { try folder.write(bytes, as: name) }

  func write(_ text: String, to name: String) throws { try write(Array(text.utf8), to: name) }

  /// Writes a script that can be run.
  func write(program text: String, to name: String) throws {
    try write(text, to: name)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path(name))
  }

  func makeFolder(_ name: String) throws { try Files.makeFolder(path(name)) }

  func read(_ name: String) throws -> [UInt8] { try Files.read(path(name)) }

  func text(_ name: String) throws -> String { String(decoding: try read(name), as: UTF8.self) }

  /// The lines of a file.
  func lines(_ name: String) throws -> [String] {
    try text(name).split(separator: "\n").map(String.init)
  }

  func exists(_ name: String) -> Bool { Files.exists(path(name)) }

  /// The entries of a folder, including hidden ones.
  func entries(_ folder: String = "") -> [String] { Files.names(in: path(folder)) }

  /// Runs the command in this folder and waits for it to end.
  ///
  /// - Parameters:
  ///   - status: The expected exit status, or `nil` if the caller tests it.
  ///   - errors: Expected parts of the messages.
  @discardableResult
  func run(
    _ arguments: String..., input: String = "", status: Int32? = nil, errors: String...,
    location: SourceLocation = #_sourceLocation
  ) throws -> CommandRun {
    try CommandRun(arguments, folder: root, input: input).expect(status, errors, location)
  }

  /// Runs the command like the other `run`, with bytes on standard input, another program and more
  /// variables.
  @discardableResult
  func run(
    _ arguments: [String], input: String = "", bytes: [UInt8] = [],
    binary: String = CommandRun.binary, environment: [String: String] = [:], status: Int32? = nil,
    errors: String..., location: SourceLocation = #_sourceLocation
  ) throws -> CommandRun {
    try CommandRun(
      arguments, folder: root, input: input, bytes: bytes, binary: binary, environment: environment
    ).expect(status, errors, location)
  }

  /// Runs a script of a shell, in which `$0` is the command.
  @discardableResult
  func shell(
    _ script: String, environment: [String: String] = [:], status: Int32? = nil, errors: String...,
    location: SourceLocation = #_sourceLocation
  ) throws -> CommandRun {
    try CommandRun(
      ["-c", script, CommandRun.binary], folder: root, binary: "/bin/sh", environment: environment
    ).expect(status, errors, location)
  }

  /// Starts the command or another program in this folder, with pipes or files for its output.
  func start(
    _ arguments: [String], binary: String = CommandRun.binary, environment: [String: String] = [:],
    output: Any = FileHandle.standardOutput, errors: Any = FileHandle.nullDevice
  ) throws -> Process {
    let process = Process(arguments, folder: root, binary: binary, environment: environment)
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    return process
  }

  /// Creates a file, and opens it for writing.
  func open(_ name: String) throws -> FileHandle {
    try write([], to: name)
    return try #require(FileHandle(forWritingAtPath: path(name)))
  }

  /// Runs `bromide sample -` with a file as its standard input.
  func piped(_ file: String, _ arguments: String) throws -> CommandRun {
    try CommandRun(
      ["-c", "'\(CommandRun.binary)' sample - \(arguments) < \(file)"], folder: root,
      binary: "/bin/sh")
  }
}

/// The object that a JSON text has.
func object(_ text: some StringProtocol) throws -> [String: Any] {
  try #require(try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any], "\(text)")
}

/// The output and exit status of a command.
struct CommandRun {
  let arguments: [String]
  /// The exit status, or 128 and the signal's number, as a shell has it.
  let status: Int32
  /// The signal that ended it, or `nil` if it exited.
  let signal: Int32?
  let output: [UInt8]
  let errors: String
  var text: String { String(decoding: output, as: UTF8.self) }
  /// The lines of the output.
  var lines: [String] { text.split(separator: "\n").map(String.init) }

  /// The command that was built with these tests.
  static let binary = BuildFolder.program("bromide")

  /// - Parameters:
  ///   - bytes: Bytes after `input` on standard input.
  ///   - environment: Variables to add to the test process's environment.
  init(
    _ arguments: [String], folder: String, input: String = "", bytes: [UInt8] = [],
    binary: String = binary, environment: [String: String] = [:]
  ) throws {
    self.arguments = arguments
    let process = Process(arguments, folder: folder, binary: binary, environment: environment)
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
    errors = String(decoding: try Data(contentsOf: URL(fileURLWithPath: names[2])), as: UTF8.self)
  }
}

extension Trait where Self == ConditionTrait {
  /// Skips a test without ffmpeg and ffprobe.
  static var needsFilms: Self {
    .enabled(
      if: ForeignProgram.ffmpeg != nil && ForeignProgram("ffprobe") != nil,
      "ffmpeg is not installed")
  }
}

extension Process {
  fileprivate convenience init(
    _ arguments: [String], folder: String, binary: String, environment: [String: String]
  ) {
    self.init()
    executableURL = URL(fileURLWithPath: binary)
    self.arguments = arguments
    self.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    currentDirectoryURL = URL(fileURLWithPath: folder)
  }
}

extension Pipe {
  /// Waits for a line, or for the end of the output.
  func firstLine() -> String {
    var line = ""
    while !line.hasSuffix("\n") {
      let part = fileHandleForReading.availableData
      guard !part.isEmpty else { break }
      line += String(decoding: part, as: UTF8.self)
    }
    return line.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

extension CommandRun {
  /// Expects an exit status, unless it is `nil`, and parts of the messages.
  @discardableResult
  func expect(
    _ status: Int32?, _ parts: String..., location: SourceLocation = #_sourceLocation
  ) -> CommandRun { expect(status, parts, location) }

  @discardableResult
  func expect(_ expected: Int32?, _ parts: [String], _ location: SourceLocation) -> CommandRun {
    var report: String {
      let output = String(decoding: output.prefix(2000), as: UTF8.self)
      return "\(arguments): status \(status)\n\(errors)\(output)"
    }
    if let expected { #expect(status == expected, "\(report)", sourceLocation: location) }
    for part in parts {
      #expect(errors.contains(part), "\(part): \(report)", sourceLocation: location)
    }
    return self
  }
}

extension CommandTree {
  /// Returns the pixels of a PNG or TIFF with samples of this type.
  func picture<Sample>(
    _ name: String, of type: Sample.Type = UInt8.self, location: SourceLocation = #_sourceLocation
  ) throws -> ImageBuffer<Sample> {
    let path = FilePath(path(name))
    let isTIFF = name.hasSuffix(".tif")
    let image: Any =
      switch try isTIFF ? TIFFReader.read(path: path).pixels : PNGReader.read(path: path).pixels {
      case .eight(let image): image
      case .sixteen(let image): image
      case .float(let image): image
      }
    return try #require(
      image as? ImageBuffer<Sample>, "\(name) has other samples", sourceLocation: location)
  }

  /// Returns the codes of a PNG with 8 or 16 bits.
  func codes(_ name: String) throws -> [Int] {
    switch try PNGReader.read(path: FilePath(path(name))).pixels {
    case .eight(let image): image.values.map { Int($0) }
    case .sixteen(let image): image.values.map { Int($0) }
    case .float: []
    }
  }

  /// Returns the compressed pixels of a PNG. Other chunks depend on settings.
  func pixels(_ name: String) throws -> [UInt8] { Self.pixels(try read(name)) }

  /// Returns the compressed pixels of a PNG.
  static func pixels(_ file: [UInt8]) -> [UInt8] {
    HandmadePNG.chunks(of: file).filter { $0.name == "IDAT" }.flatMap(\.bytes)
  }
}
