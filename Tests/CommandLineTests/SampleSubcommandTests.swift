import TestSupport
import Testing

/// `bromide sample chart`, `line` and `palette`, and their earlier flags.
@Suite struct SampleSubcommandTests {
  private let tree = CommandTree.fresh

  init() throws { try SampleScene.png(tree.path("a.png")) }

  private func run(_ text: String) throws -> CommandRun {
    let words = text.split(separator: " ").map { String($0).replacing("_", with: " ") }
    return try tree.run(["sample"] + words)
  }

  /// The earlier flags do the same for one release.
  @Test(arguments: [
    (
      "a.png --chart colorchecker24 --corners auto --match D3",
      "chart colorchecker24 a.png --match D3"
    ),
    ("a.png --profile-line 0,.4_1,.4 --steps 7", "line 0,.4_1,.4 a.png --steps 7"),
    ("a.png --palette 5 --format css", "palette 5 a.png --format css"),
  ])
  func earlierFlagsWork(_ earlier: String, _ now: String) throws {
    let (old, new) = (try run(earlier), try run(now))
    #expect(old.status == 0 && new.status == 0, "\(old.errors)\(new.errors)")
    #expect(old.text == new.text && old.errors == new.errors && !new.text.isEmpty)
  }

  @Test func helpShowsSubcommandsWithoutEarlierFlags() throws {
    let help = try run("--help").text
    for name in ["--chart", "--match", "--profile-line", "--steps", "--palette"] {
      #expect(!help.contains(name), "\(name)")
    }
    for name in ["chart", "line", "palette"] {
      #expect(help.contains("\n  \(name) "))
      #expect(try tree.run("help", "sample", name).status == 0)
    }
    // A palette has no points and no windows.
    let palette = try run("palette --help").text
    #expect(palette.contains("bromide sample palette") && !palette.contains("--window"))
    #expect(!palette.contains("--plot") && !palette.contains("--compare"))
    #expect(try !run("chart --help").text.contains("--plot"))
    #expect(try run("line --help").text.contains("--plot") && help.contains("--plot"))
  }

  /// Errors name the subcommand, not `sample`.
  @Test(arguments: [
    ("chart colorchecker24 a.png --at .5,.5", "Unknown option '--at'"),
    ("chart", "Missing expected argument '<chart>'"),
    ("chart", "<chart>  colorchecker24, "),
    ("chart nope a.png", "chart nope: the charts are colorchecker24"),
    ("chart a.png", "a PNG, not a text; name the chart before the inputs: colorchecker24"),
    ("chart ./b.png", "b.png cannot be read: No such file or directory; name the chart before"),
    ("palette 4 a.png --plot p.png", "--plot requires a line or several frames"),
    ("palette a.png", "expected a number of colours from 1 to 64"),
    ("palette 4 a.png --window 5", "--window cannot be combined with a palette"),
    ("line 0,0 a.png", "expected two points"),
  ])
  func wrongUsage(_ arguments: String, _ words: String) throws {
    let name = try #require(arguments.split(separator: " ").first)
    try run(arguments).expect(64, words, "See 'bromide sample \(name) --help'")
  }

  /// Only the first argument is a subcommand.
  @Test func filesCanHaveTheNamesOfSubcommands() throws {
    try SampleScene.png(tree.path("chart"))
    let plain = try run("a.png --at .3,.4 --space lab --format csv")
    for inputs in ["./chart", "-- chart"] {
      let named = try run("--at .3,.4 --space lab --format csv \(inputs)").expect(0)
      #expect(named.fields[1].dropFirst() == plain.fields[1].dropFirst())
    }
    let second = try run("a.png chart --at .3,.4 --format csv")
    #expect(second.status == 0 && second.fields.count == 3, "\(second.errors)")
    #expect(try run("chart --at .3,.4").status == 64)
  }

  /// zsh rejects a function that completes both inputs and subcommands.
  @Test func completionOfInputsStays() throws {
    let script = try tree.run("--generate-completion-script", "zsh")
    let body = script.text.split(separator: "_bromide_sample() {").last?.split(separator: "\n}\n")
    let sample = try #require(body?.first)
    #expect(sample.contains("'*:inputs:_files'") && !sample.contains("(-)*::"))
    #expect(sample.contains("'1:inputs:__bromide_first_of_sample'"))
    #expect(script.text.contains("(chart line palette)"))
  }

  /// bash offers subcommands and files for the first argument, and only files for the next.
  @Test(
    .enabled(if: ForeignProgram("bash") != nil),
    arguments: [
      ("''", "a.png chart line palette"), ("p", "palette"), ("a", "a.png"), ("a.png ''", "a.png"),
      ("a.png p", ""), ("--sp", "--space"),
    ])
  func bashCompletesSubcommands(_ words: String, _ expected: String) throws {
    let bash = try #require(ForeignProgram("bash"))
    let script = try tree.run("--generate-completion-script", "bash")
    try tree.write(script.output, to: ".script")
    let count = words.split(separator: " ").count
    let line = """
      source .script; rm .script; COMP_WORDS=(bromide sample \(words)); COMP_CWORD=\(count + 1)
      _bromide bromide "${COMP_WORDS[-1]}" "${COMP_WORDS[-2]}"
      printf '%s\\n' "${COMPREPLY[@]}" | sort | tr '\\n' ' '
      """
    let run = try CommandRun(["-c", line], folder: tree.root, binary: bash.path)
    #expect(run.text.split(separator: " ").joined(separator: " ") == expected, "\(run.errors)")
  }

  /// fish offers subcommands next to files.
  @Test func fishCompletesSubcommands() throws {
    let script = try tree.run("--generate-completion-script", "fish")
    #expect(
      script.text.contains(
        #"positional "bromide sample" -eq 1' -a 'chart line palette'"# + "\n"))
    #expect(script.text.contains(#"positional "bromide sample" -ge 1' -F"#))
  }
}
