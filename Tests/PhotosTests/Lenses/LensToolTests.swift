import BromideCodecs
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromidePhotos

/// Calls of a made-up exiftool, which records its arguments.
@Suite struct LensToolTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let name = "AF-S DX VR Zoom-Nikkor 18-55mm f/3.5-5.6G"
  private static let answer = "printf 'G VR\\n\(name)\\n12.57\\n'"

  /// Returns a tool that asks a shell script.
  private func tool(
    _ script: String = answer, _ kind: LensProgram.Kind = .exiftool, seconds: Double = 60
  ) throws -> LensTool {
    let path = try folder.write(
      Array(
        """
        #!/bin/sh
        echo $$ > '\(folder("process"))'
        printf '%s\\n' "$@" > '\(folder("arguments"))'
        \(script)

        """.utf8), as: kind.rawValue)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: path)
    return LensTool(LensProgram(kind: kind, path: FilePath(path)), seconds: seconds)
  }

  private func photo(_ name: String = "a.nef") throws -> FilePath {
    FilePath(try folder.write([1], as: name))
  }

  private func metadata(
    number: UInt64? = 154, model: String = "NIKON D5000",
    _ change: (inout LensSpecification) -> Void = { _ in }
  ) -> PhotoMetadata {
    var metadata = PhotoMetadata()
    (metadata.make, metadata.model) = ("NIKON CORPORATION", model)
    var lens = LensSpecification()
    (lens.number, lens.leastFocalLength, lens.mostFocalLength) = (number, 18, 55)
    change(&lens)
    metadata.lensSpecification = lens
    return metadata
  }

  /// The arguments of the last call.
  private func arguments() throws -> [Substring] {
    String(decoding: try Files.read(folder("arguments")), as: UTF8.self).split(
      separator: "\n", omittingEmptySubsequences: false
    ).dropLast()
  }

  @Test func namesComeFromTheProgram() throws {
    let tool = try tool()
    let found = try #require(tool.name(of: try photo(), metadata(), RunContext()))
    #expect(found.text == Self.name && found.source == .exiftool)
    var named = metadata()
    named.lensModel = "Other"
    #expect(tool.name(of: try photo(), named, RunContext()) == nil && tool.callCount == 1)
  }

  /// A card with one lens costs one call, also if the program does not know the lens.
  @Test(arguments: [answer, "printf 'G VR\\n-\\n12.57\\n'", "exit 1"])
  func aLensCostsOneCall(_ script: String) throws {
    let tool = try tool(script)
    let names = try (0..<9).map {
      tool.name(of: try photo("\($0).nef"), metadata(), RunContext())?.text
    }
    #expect(Set(names).count == 1 && tool.callCount == 1)
    for other in [
      metadata(number: 155), metadata(model: "NIKON D90"), metadata { $0.mostFocalLength = 56 },
    ] { _ = tool.name(of: try photo(), other, RunContext()) }
    #expect(tool.callCount == 4)
  }

  /// Threads that need the name of one lens wait for one call.
  @Test func threadsShareACall() throws {
    let (tool, photo, metadata) = (try tool(), try photo(), metadata())
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      #expect(tool.name(of: photo, metadata, RunContext())?.text == Self.name)
    }
    #expect(tool.callCount == 1)
  }

  @Test func lensesWithoutNumberSkipTheProgram() throws {
    let tool = try tool()
    var bare = metadata()
    bare.lensSpecification = nil
    for lens in [metadata(number: nil), metadata { $0.isFixed = true }, bare] {
      #expect(tool.name(of: try photo(), lens, RunContext()) == nil)
    }
    #expect(tool.callCount == 0)
    #expect(LensTool(nil).name(of: try photo(), metadata(), RunContext()) == nil)
  }

  @Test func callsAreLimited() throws {
    let tool = try tool("exit 1")
    for number in 1...60 {
      _ = tool.name(of: try photo(), metadata(number: UInt64(number)), RunContext())
    }
    #expect(tool.callCount == LensTool.mostCalls && LensTool.mostCalls == 50)
  }

  /// A name that looks like an option, a command or two arguments stays one path.
  @Test(arguments: ["-ver", "a;touch x;.nef", "$(touch x) `touch x`.nef", "a b.nef", "@list", "ä"])
  func pathsBecomeSingleArguments(_ name: String) throws {
    let path = try photo(name)
    #expect(try tool().name(of: path, metadata(), RunContext()) != nil)
    #expect(try arguments().last.map(String.init) == path.string)
    #expect(!folder.names.contains("x"))
    // No configuration file of the user, which can contain code.
    #expect(try arguments().prefix(2) == ["-config", ""])
  }

  /// Old versions of exiftool run them as commands (CVE-2022-23935).
  @Test func pathsThatEndWithAPipeAreNotPassed() throws {
    let tool = try tool()
    for name in ["a.nef|", "touch x |", "a\n.nef", "a.nef "] {
      #expect(tool.name(of: try photo(name), metadata(), RunContext()) == nil)
    }
    #expect(!folder.names.contains("arguments"))
  }

  /// Incomplete, long and strange answers are ignored.
  @Test(
    arguments: [
      "printf 'G VR\\nA 18-55mm'", "printf 'G VR\\nA 18-55mm\\n'", "printf 'A 18-55mm\\n12.57\\n'",
      "printf 'G\\nA 18-55mm\\n12\\n1\\n'", "printf 'G\\nA \\377 18-55mm\\n12\\n'",
      "yes | head -c 100000", "kill -9 $$", "true",
    ])
  func damagedAnswersAreRejected(_ script: String) throws {
    #expect(try tool(script).name(of: try photo(), metadata(), RunContext()) == nil)
  }

  /// The program is killed at the limit, and does not stay as a zombie.
  @Test(arguments: ["exec sleep 1000", "sleep 1000", "exec >&-; exec sleep 1000"])
  func programsThatHangAreKilled(_ script: String) throws {
    #expect(try tool(script, seconds: 0.3).name(of: try photo(), metadata(), RunContext()) == nil)
    let text = String(decoding: try Files.read(folder("process")), as: UTF8.self)
    let process = try #require(Int32(text.dropLast()))
    #expect(kill(process, 0) == -1 && errno == ESRCH)
  }

  @Test func exiv2NeedsItsStatusAndTheNumbers() throws {
    let answer = "printf 'Nikon \(Self.name)\\n'"
    let found = try tool(answer, .exiv2).name(of: try photo(), metadata(), RunContext())
    #expect(found?.text == "Nikon " + Self.name && found?.source == .exiv2)
    #expect(
      try tool(answer + "; exit 1", .exiv2).name(of: try photo(), metadata(), RunContext()) == nil)
    #expect(
      try tool(answer + "; " + answer, .exiv2).name(of: try photo(), metadata(), RunContext())
        == nil)
    let bare = metadata { ($0.leastFocalLength, $0.mostFocalLength) = (0, 0) }
    #expect(try tool(answer, .exiv2).name(of: try photo(), bare, RunContext()) == nil)
  }

  /// The time limit of one run does not end the program of another.
  @Test func eachRunHasItsOwnTimeLimit() throws {
    let hasty = RunContext(cameras: nil, isolation: nil, timeout: 0, memory: .max)
    #expect(try tool().name(of: try photo(), metadata(), hasty) == nil)
    #expect(try tool().name(of: try photo(), metadata(), RunContext())?.text == Self.name)
  }
}
