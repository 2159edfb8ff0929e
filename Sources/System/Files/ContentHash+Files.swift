internal import BromideLibc
package import SystemPackage

extension ContentHash {
  /// The number of files to hash in parallel.
  package static let lanes = 4

  /// Returns the result of `file(_:)` for each of several files.
  ///
  /// Each step of FNV needs the previous step. On x86-64, a byte takes 4 cycles, and the multiplier
  /// works in only one. Steps of four files fill these cycles, so four files take as long as one.
  package static func files(_ paths: [FilePath]) -> [Result<String, SystemError>] {
    var results: [Result<String, SystemError>] = []
    for start in stride(from: 0, to: paths.count, by: lanes) {
      results += together(paths[start..<min(start + lanes, paths.count)])
    }
    return results
  }

  /// Hashes at most `lanes` files, one part of each file after the other.
  private static func together(_ paths: ArraySlice<FilePath>) -> [Result<String, SystemError>] {
    var files = paths.map { path in
      Result { () throws(SystemError) in try SampledFile(path) }
    }
    defer { for file in files { if case .success(let file) = file { close(file.descriptor) } } }
    var hashes = [ContentHash](repeating: ContentHash(), count: lanes)
    var parts = [[UInt8]](repeating: [], count: lanes)
    for part in 0..<SampledFile.partCount {
      for index in files.indices {
        parts[index] = []
        guard case .success(let file) = files[index] else { continue }
        do throws(SystemError) { parts[index] = try file.part(part) } catch {
          close(file.descriptor)
          files[index] = .failure(error)
        }
      }
      // Lanes without a file repeat another file's work, and their result is ignored.
      let other = parts.first { !$0.isEmpty } ?? []
      for lane in 0..<lanes where lane >= files.count || files[lane].isFailure {
        parts[lane] = other
      }
      add(parts, to: &hashes)
    }
    return zip(files, hashes).map { file, hash in file.map { "\($0.size)-\(hash.text)" } }
  }

  /// Adds the bytes of each lane. All lanes start together.
  private static func add(_ bytes: [[UInt8]], to hashes: inout [ContentHash]) {
    let common = bytes.map(\.count).min()!
    var (a, b, c, d) = (hashes[0], hashes[1], hashes[2], hashes[3])
    unsafe bytes[0].withUnsafeBufferPointer { first in
      unsafe bytes[1].withUnsafeBufferPointer { second in
        unsafe bytes[2].withUnsafeBufferPointer { third in
          unsafe bytes[3].withUnsafeBufferPointer { fourth in
            for index in 0..<common {
              unsafe a.add(first[index])
              unsafe b.add(second[index])
              unsafe c.add(third[index])
              unsafe d.add(fourth[index])
            }
          }
        }
      }
    }
    hashes = [a, b, c, d]
    for lane in hashes.indices { hashes[lane].add(Array(bytes[lane].dropFirst(common))) }
  }
}

extension Result {
  fileprivate var isFailure: Bool { if case .failure = self { true } else { false } }
}

/// An open file. The hash covers its beginning, its end and samples between them.
struct SampledFile {
  let path: FilePath
  let descriptor: Int32
  let size: Int

  /// The parts that the hash covers, in order.
  static let partCount = 1 + samples
  private static let edge = 64 << 10
  private static let samples = 16
  private static let sample = 4 << 10

  init(_ path: FilePath) throws(SystemError) {
    self.path = path
    size = try FileSystem.status(path).size
    // Opening a pipe would wait for a writer. Without waiting, reading a pipe at an offset fails.
    descriptor = try Transfer.descriptor(opening: path, O_RDONLY | O_NONBLOCK)
  }

  /// Returns the bytes of a part, 0 ..< `partCount`.
  func part(_ index: Int) throws(SystemError) -> [UInt8] {
    let last = max(size - Self.edge, 0)
    let isEdge = index == 0 || index == Self.samples
    return try Transfer.read(
      isEdge ? min(Self.edge, size) : Self.sample, from: descriptor,
      at: index == Self.samples ? last : last / Self.samples * index, name: path)
  }
}
