import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideSystem

@Suite struct TransferTests {
  @Test func interruptedCallsAreRepeated() throws {
    var results = [-1, -1, 5]
    let result = try Transfer.retry("read", "a") {
      errno = EINTR
      return results.removeFirst()
    }
    #expect(result == 5 && results.isEmpty)
  }

  @Test func otherFailuresAreThrown() {
    var calls = 0
    #expect(throws: SystemError(operation: "read", path: "a", code: EIO)) {
      try Transfer.retry("read", "a") {
        calls += 1
        errno = EIO
        return -1
      }
    }
    #expect(calls == 1)
  }

  @Test func shortMovesContinue() throws {
    var places: [Int] = []
    var steps = [3, -1, 1, 6]
    let moved = try Transfer.move(10, "write", "a") { done in
      places.append(done)
      errno = EINTR
      return steps.removeFirst()
    }
    #expect(moved == 10 && places == [0, 3, 3, 4])
    #expect(try Transfer.move(10, "read", "a") { $0 == 4 ? 0 : 4 } == 4)
    #expect(try Transfer.move(0, "read", "a") { _ in preconditionFailure("nothing to move") } == 0)
  }

  @Test func filesAreReadToTheirEnd() throws {
    let folder = try TemporaryFolder()
    let path = FilePath(try folder.write((0..<200).map { UInt8($0) }, as: "a"))
    #expect(try FileSystem.bytes(of: path, at: 190, count: 100) == Array(190..<200))
    #expect(try FileSystem.bytes(of: path, at: 300, count: 100) == [])
    #expect(try FileSystem.bytes(of: path, at: 0, count: 0) == [])
    #expect(throws: SystemError(operation: "read", path: path, code: EINVAL)) {
      try FileSystem.bytes(of: path, at: -1, count: 1)
    }
    let large = [UInt8](repeating: 3, count: 1 << 16) + [4]
    #expect(try FileSystem.contents(of: FilePath(folder.write(large, as: "b"))) == large)
  }

  @Test func aPipeIsReadToItsEnd() throws {
    var ends: [Int32] = [0, 0]
    #expect(unsafe pipe(&ends) == 0)
    defer { close(ends[0]) }
    try Transfer.write([1, 2, 3], to: ends[1], name: "pipe")
    close(ends[1])
    #expect(try FileSystem.contents(descriptor: ends[0], name: "pipe") == [1, 2, 3])
    #expect(throws: SystemError(operation: "read", path: "pipe", code: ESPIPE)) {
      try Transfer.read(1, from: ends[0], at: 0, name: "pipe")
    }
    #expect(throws: SystemError(operation: "write", path: "pipe", code: EBADF)) {
      try Transfer.write([1], to: ends[0], name: "pipe")
    }
  }
}
