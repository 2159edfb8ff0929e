import Foundation
import TestSupport
import Testing

/// Each promise of Documentation/security.md is the name of a test that exists.
///
/// `scripts/check-docs` also checks the names of exploits. This needs no Perl.
@Suite struct PromiseTests {
  /// The rows of the tables: a promise and the names of its tests.
  static func promises(_ page: String) -> [(promise: String, tests: [String])] {
    page.split(separator: "\n").compactMap { line in
      let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
      guard line.hasPrefix("| "), cells.count == 2, cells[1] != "test" else { return nil }
      return (cells[0], cells[1].matches(of: #/`([^`]+)`/#).map { String($0.output.1) })
    }
  }

  /// The names of functions with `@Test`, in a file's text.
  static func tests(in text: String) -> Set<String> {
    var names: Set<String> = []
    // A function belongs to the attribute before it, without another function between them.
    for part in text.split(separator: "@Test", omittingEmptySubsequences: false).dropFirst() {
      if let found = part.firstMatch(of: #/\bfunc (\w+)\(/#) {
        names.insert(String(found.output.1))
      }
    }
    return names
  }

  /// The names in a promise without a test or a case of `workersCannot`.
  static func missing(_ names: [String], tests: Set<String>, attempts: Set<String>) -> [String] {
    names.filter { name in
      let parts = name.split(separator: "(attempt: ")
      guard parts.count == 2 else { return !tests.contains(name) && !attempts.contains(name) }
      return !tests.contains(String(parts[0])) || !attempts.contains(String(parts[1].dropLast()))
    }
  }

  private static func world() throws -> (tests: Set<String>, attempts: Set<String>) {
    let folder = URL(fileURLWithPath: Package.root + "/Tests")
    var found: Set<String> = []
    let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
    while let file = files?.nextObject() as? URL {
      guard file.pathExtension == "swift" else { continue }
      found.formUnion(tests(in: try String(contentsOf: file, encoding: .utf8)))
    }
    return (found, Set(ExploitedLibRaw.Attempt.allCases.map(\.rawValue)))
  }

  @Test func everyPromiseHasTests() throws {
    let page = String(
      decoding: try Files.read(Package.root + "/Documentation/security.md"), as: UTF8.self)
    let promises = Self.promises(page)
    // The rows of all three tables. Lines that look like rows must not be skipped silently.
    let rows = page.split(separator: "\n").filter { $0.hasPrefix("|") }.count
    #expect(promises.count > 30 && promises.count == rows - 2 * 3)
    let (tests, attempts) = try Self.world()
    #expect(tests.count > 2000)
    for (promise, names) in promises {
      #expect(!names.isEmpty, "\(promise)")
      let missing = Self.missing(names, tests: tests, attempts: attempts)
      #expect(missing.isEmpty, "\(promise): no test \(missing)")
    }
    // Each exploit belongs to a promise.
    let named = promises.flatMap(\.tests).map {
      $0.split(separator: "(attempt: ").last.map { $0.hasSuffix(")") ? $0.dropLast() : $0 } ?? ""
    }
    #expect(attempts.subtracting(named.map { String($0) }).isEmpty)
  }

  @Test func namesWithoutATestAreFound() {
    let page = """
      | promise | test |
      |---|---|
      | a | `one`, `two(attempt: read)`, `write` |
      | b | `three`, `two(attempt: none)`, `four` |
      """
    let text = """
      @Test(.enabled(if: x)) func one() {}
      func three() {}
      @Test func two(attempt: Int) {}
      """
    let promises = Self.promises(page)
    #expect(promises.map(\.promise) == ["a", "b"])
    let missing = promises.map {
      Self.missing($0.tests, tests: Self.tests(in: text), attempts: ["read", "write"])
    }
    #expect(missing == [[], ["three", "two(attempt: none)", "four"]])
  }
}
