import Foundation
import TestSupport
import Testing

/// `bromide preview` as a person meets it.
@Suite(.serialized) struct PreviewCommandTests {
  private static func tree() throws -> CommandTree {
    let tree = try CommandTree()
    try tree.copy("chart_rggb_12bit.dng", to: "a.dng")
    try tree.write("size: 96x64\nsources: [{photo: a.dng, duration: 5f}]\n", to: "t.yaml")
    return tree
  }

  @Test(.enabled(if: ServeCommandTests.hasCurl), arguments: ["auto", "off"])
  func previewServesItsAddressUntilInterrupted(isolation: String) throws {
    let tree = try Self.tree()
    let output = Pipe()
    let process = try tree.start(
      ["preview", tree.path("t.yaml"), "-q", "--isolation", isolation], output: output,
      errors: FileHandle.standardError)
    defer { process.terminate() }
    let address = output.firstLine()
    let found = try #require(address.wholeMatch(of: #/(http://127\.0\.0\.1:\d+/)([0-9a-f]{32})//#))
    func get(_ target: String) throws -> (status: String, body: [UInt8]) {
      let run = try tree.run(
        ["-s", "-o", "body", "-w", "%{http_code}", target], binary: "/usr/bin/curl")
      return (run.text, (try? tree.read("body")) ?? [])
    }
    #expect(try get(String(found.output.1) + "state").status == "403")
    #expect(try get(address + "changes?after=0").status == "200")
    let frame = try get(address + "frame?n=4&width=96")
    #expect(frame.status == "200")
    #expect(frame.body.starts(with: [0xFF, 0xD8]))
    // A client that waits for changes does not prevent the exit. `PreviewSiteTests.waitingEnds`
    // checks that it is woken.
    let waiting = try tree.start(
      ["-s", address + "changes?after=1"], binary: "/usr/bin/curl", output: FileHandle.nullDevice)
    process.terminate()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    waiting.waitUntilExit()
  }

  /// Before, `-n` accepted both.
  @Test func dryRunChecksTheDocument() throws {
    let tree = try Self.tree()
    try tree.write(
      "size: 96x64\nsources: [{photo: a.dng, duration: 5f, exposre: 1}]\n", to: "bad.yaml")
    try tree.write([1], to: "empty/words.txt")
    let bad = try tree.run("preview", "bad.yaml", "-n")
    #expect(bad.status == 64 && bad.text.isEmpty, "\(bad.text)")
    #expect(bad.errors.contains("bad.yaml:2: ") && bad.errors.contains("exposre"), "\(bad.errors)")
    let empty = try tree.run("preview", "empty", "-n")
    #expect(empty.status == 1 && empty.text.isEmpty, "\(empty.text)")
    #expect(empty.errors.contains("empty") && empty.errors.contains("photo"), "\(empty.errors)")
    #expect(try tree.run("preview", "t.yaml", "-n").status == 0)
  }

  @Test func wrongUsage() throws {
    let tree = try Self.tree()
    try tree.write([], to: "clip.y4m")
    for (arguments, status, word) in [
      (["preview"], 64, "Missing"), (["preview", "none.yaml"], 1, "none.yaml"),
      (["preview", "clip.y4m"], 64, "a folder of photos"),
      (["preview", "t.yaml", "--host", "0.0.0.0"], 64, "add --token"),
      (["preview", "t.yaml", "--token", "short"], 64, "16 or more"),
      (["preview", "t.yaml", "--token", "0123456789abcde/"], 64, "letters, digits"),
      (["preview", "t.yaml", "--port", "70000"], 64, "0 to 65535"),
      (["preview", "t.yaml", "--cache", "1G"], 64, "--cache"),
      (
        ["preview", "t.yaml", "--host", "192.0.2.1", "--token", "0123456789abcdef"], 1,
        "cannot listen"
      ),
    ] {
      try tree.run(arguments, status: Int32(status), errors: word)
    }
    let plans = try (0..<2).map { _ in try tree.run("preview", "t.yaml", "-n").text }
    #expect(plans[0].hasPrefix("http://127.0.0.1:0/"))
    #expect(plans[0] != plans[1], "each preview has a secret of its own")
    #expect(
      try tree.run("preview", "t.yaml", "-n", "--token", "0123456789abcdef").text
        == "http://127.0.0.1:0/0123456789abcdef/\n")
  }
}
