import BromideCodecs
import Foundation
import SystemPackage
import Testing

/// Ends of `bromide convert` from outside: signals, and readers that go away.
@Suite struct ConvertInterruptionTests {
  private let tree = CommandTree.fresh
  private static let photo = "landscape_gbrg_portrait_orientation6.dng"

  @Test(arguments: ["png", "jpeg"] + (WebPVersion.text == nil ? [] : ["webp"]))
  func aSignalStopsTheRunCleanly(format: String) throws {
    // Enough work for the signal to arrive on a loaded machine.
    for index in 0..<600 { try tree.copy(Self.photo, to: "in/\(index).dng") }
    let errors = Pipe()
    let process = try tree.start(
      ["convert", "in", "-o", "out", "-j", "2", "--isa", "reference", "--to", format],
      errors: errors)
    // The first line reports a finished photo, so the run has started.
    let first = errors.fileHandleForReading.availableData
    process.interrupt()
    let rest = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    let message = String(decoding: first + rest, as: UTF8.self)
    #expect(process.terminationStatus == 130, "\(message)")
    #expect(process.terminationReason == .exit)
    #expect(message.contains("interrupted in "), "\(message)")
    let made = tree.entries("out")
    #expect(made.count < 600)
    for name in made {
      #expect(name.hasSuffix(format == "jpeg" ? ".jpg" : "." + format), "\(name)")
      #expect(!name.hasPrefix("."), "\(name)")
      let path = FilePath(tree.path("out/" + name))
      #expect(throws: Never.self) {
        switch format {
        case "png": _ = try PNGReader.read(path: path)
        case "jpeg": _ = try JPEGPicture(path: path)
        default: #expect(try WholeCheck(path, .webp, sums: true)?.sum != nil)
        }
      }
    }
  }

  /// Under `nohup` SIGHUP is ignored, and stays ignored.
  @Test func anIgnoredHangUpDoesNotInterrupt() throws {
    for index in 0..<30 { try tree.copy(Self.photo, to: "in/\(index).dng") }
    let errors = Pipe()
    let process = try tree.start(
      ["-c", "trap '' HUP; exec '\(CommandRun.binary)' convert in -o out --isa reference"],
      binary: "/bin/sh", errors: errors)
    let first = errors.fileHandleForReading.availableData
    kill(process.processIdentifier, SIGHUP)
    let message = first + errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0, "\(String(decoding: message, as: UTF8.self))")
    #expect(tree.entries("out").count == 30)
  }

  @Test func closedPipeEndsTheRunQuietly() throws {
    try tree.copy(Self.photo, to: "a.dng")
    let (output, errors) = (Pipe(), Pipe())
    try output.fileHandleForReading.close()
    let process = try tree.start(
      ["convert", "a.dng", "-o", "-", "--depth", "16"], output: output, errors: errors)
    let message = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    #expect(message.isEmpty, "\(String(decoding: message, as: UTF8.self))")
  }
}
