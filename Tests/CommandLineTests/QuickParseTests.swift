import ArgumentParser
import Foundation
import Testing

@testable import BromideCLI

/// A quick parse gives the same command as ArgumentParser alone, or none.
@Suite struct QuickParseTests {
  private func content(_ command: some ParsableCommand) -> String {
    var text = ""
    dump(command, to: &text)
    return text
  }

  @Test(arguments: [
    ["a.dng", "--at", "0.5,0.5"],
    ["a.dng", "--at", "0.5,0.5", "--at", "1,0", "--window", "15", "--format", "json", "-q"],
    ["a.dng", "--at", "0.5,0.5", "--exposure", "-0.7"],
    ["a.dng", "--exposure=1", "--tint=3", "--at=.5,.5", "--space", "oklab"],
    ["a.dng", "--at=.5,.5", "--as", "convert", "--bw"],
    ["--grid", "3x2", "--layout", "nv12", "--input-size", "4x4", "--", "--exposure"],
    ["a.dng", "--at", ".5,.5", "--as", "convert", "--fade-color", "#102030", "-j", "2"],
  ])
  func sampleIsEqual(_ arguments: [String]) throws {
    let quick = try #require(QuickParse.command(SampleCommand.self, arguments) as? SampleCommand)
    #expect(content(quick) == content(try SampleCommand.parse(arguments)))
  }

  /// The argument of a subcommand comes before the inputs.
  @Test func subcommandsAreEqual() throws {
    let arguments = ["colorchecker24", "a.dng", "b.dng", "--match", "D4", "--exposure", "1"]
    let type = SampleTask<ChartOptions>.self
    let quick = try #require(QuickParse.command(type, arguments) as? SampleTask<ChartOptions>)
    #expect(content(quick) == content(try type.parse(arguments)))
    #expect(quick.place.chart == "colorchecker24" && quick.input.inputs == ["a.dng", "b.dng"])
  }

  @Test(arguments: [
    ["a.dng"],
    ["a.dng", "b.dng", "-o", "out", "--size", "1280", "--to", "jpeg", "--quality", "85"],
    ["a.dng", "--exposure", "0.5", "--crop=0,0,1,1", "--denoise", "0.5", "--plain"],
    ["a.dng", "--ca", "none", "--watch", "--hdr", "2.5", "--recipe", "r.yaml"],
  ])
  func convertIsEqual(_ arguments: [String]) throws {
    let quick = try #require(QuickParse.command(ConvertCommand.self, arguments) as? ConvertCommand)
    #expect(content(quick) == content(try ConvertCommand.parse(arguments)))
  }

  /// A group that the list of a command lacks would be missing from the parser.
  @Test(arguments: [
    ("Convert/ConvertCommand.swift", "\(ConvertCommand().customMirror.children.map(\.label!))"),
    ("Sample/SampleCommand.swift", "\(SampleCommand().customMirror.children.map(\.label!))"),
  ])
  func listsContainAllGroups(_ file: String, _ labels: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent()
    let text = try String(
      contentsOf: root.appending(path: "../../Sources/CLI/" + file), encoding: .utf8)
    let groups = text.split(separator: "\n").filter { $0.hasPrefix("  @") }
      .compactMap { $0.split(separator: " var ").last?.prefix { $0 != ":" } }
    #expect(groups.count > 10 && labels == "\(groups.map { "_" + $0 })")
  }

  /// The complete parser then prints help, or the reason.
  @Test(arguments: [
    ["--help"], ["a.dng", "-h"], ["a.dng", "--exposur", "1"], ["a.dng", "--exposure", "x"],
    ["a.dng", "--at"], ["a.dng", "--version"], ["a.dng", "-qv"],
  ])
  func helpAndErrorsAreLeftToTheCompleteParser(_ arguments: [String]) {
    #expect(QuickParse.command(SampleCommand.self, arguments) == nil)
    #expect(QuickParse.needsHelp)
    #expect(SampleCommand.helpMessage().contains("--exposure <ev>"))
  }
}
