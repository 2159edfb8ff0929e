import BromideValues
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromideRaw

/// Samples that stay in the file instead of being read.
@Suite(.serialized) struct LeftInFileTests {
  private static let size = Size(width: 640, height: 500)
  private let folder = TemporaryFolder.fresh
  private let samples = SensorSamples.varied(Self.size, bits: 16)

  private func write(_ options: DNGOptions) throws -> String {
    try folder.write(DNGWriter.file(samples, options), as: "a.dng")
  }

  private func open(_ path: String, leavesSamplesInFile: Bool) throws -> (RawPhoto, Mosaic) {
    let photo = try RawFile(path: FilePath(path), cameras: nil)
      .decode(unpacking: Unpacking(leavesSamplesInFile: leavesSamplesInFile))
    let mosaic = try #require(photo.image.asMosaic)
    return (photo, mosaic)
  }

  private func wrong(_ mosaic: Mosaic) -> Int {
    (0..<Self.size.area).count { i in
      let (y, x) = i.quotientAndRemainder(dividingBy: Self.size.width)
      return mosaic.samples[x, y] != samples[x, y]
    }
  }

  @Test(arguments: ByteOrder.allCases)
  func theyAreTheSame(order: ByteOrder) throws {
    var options = DNGOptions()
    options.storage.byteOrder = order
    let (photo, mosaic) = try open(try write(options), leavesSamplesInFile: true)
    #expect(photo.unpacker == .auto)
    #expect(photo.damage.isEmpty)
    #expect(wrong(mosaic) == 0)
    #expect(photo.lostPixels == nil)
  }

  /// In this machine's byte order, samples are not copied. If the file shrinks, the photo reports
  /// the loss and the process continues.
  @Test func aShortenedFileIsNoticed() throws {
    let path = try write(DNGOptions())
    let (photo, mosaic) = try open(path, leavesSamplesInFile: true)
    let file = try #require(FileHandle(forUpdatingAtPath: path))
    try file.truncate(atOffset: 64 * 1024)
    #expect(mosaic.samples[0, 0] == samples[0, 0])
    #expect(photo.lostPixels == nil)
    #expect(mosaic.samples[Self.size.width - 1, Self.size.height - 1] == 0)
    #expect(photo.lostPixels != nil)
    #expect(wrong(mosaic) > Self.size.area / 2)
    // The next one is not the worse for it.
    let (next, whole) = try open(try write(DNGOptions()), leavesSamplesInFile: true)
    #expect(wrong(whole) == 0)
    #expect(next.lostPixels == nil)
  }

  /// Released samples are read again, so they follow the file. Samples in memory stay.
  @Test func releasedSamplesAreReadAgain() throws {
    let path = try write(DNGOptions())
    let (photo, mosaic) = try open(path, leavesSamplesInFile: true)
    #expect(wrong(mosaic) == 0)
    #expect(photo.releasePixels())
    #expect(wrong(mosaic) == 0)
    let (copy, _) = try open(path, leavesSamplesInFile: false)
    #expect(!copy.releasePixels())
    #expect(photo.releasePixels())
    try #require(FileHandle(forUpdatingAtPath: path)).truncate(atOffset: 64 * 1024)
    #expect(mosaic.samples[Self.size.width - 1, Self.size.height - 1] == 0)
    #expect(photo.lostPixels != nil)
  }

  /// Rows can be released alone, any number of times.
  @Test func releasedRowsAreReadAgain() throws {
    let path = try write(DNGOptions())
    let (photo, mosaic) = try open(path, leavesSamplesInFile: true)
    #expect(wrong(mosaic) == 0)
    mosaic.samples.release(rows: 0..<Self.size.height)
    #expect(wrong(mosaic) == 0)
    mosaic.samples.release(rows: 300..<400)
    mosaic.samples.release(rows: 7..<7)
    #expect(wrong(mosaic) == 0)
    #expect(photo.lostPixels == nil)
    // Samples in memory stay.
    let (copy, samples) = try open(path, leavesSamplesInFile: false)
    samples.samples.release(rows: 0..<Self.size.height)
    #expect(wrong(samples) == 0)
    #expect(copy.lostPixels == nil)
  }

  #if os(Linux)
    /// The memory of released rows is free, and the memory of other rows stays. The kernel counts it.
    @Test func releasedRowsFreeTheirMemory() throws {
      let path = try write(DNGOptions())
      let (photo, mosaic) = try open(path, leavesSamplesInFile: true)
      #expect(wrong(mosaic) == 0)
      let all = try resident(path)
      #expect(all >= 2 * Self.size.area)
      mosaic.samples.release(rows: 100..<300)
      // Pages at both ends have other rows too.
      let (freed, page) = (2 * 200 * Self.size.width, Int(getpagesize()))
      #expect((freed - 2 * page...freed).contains(all - (try resident(path))))
      mosaic.samples.release(rows: 0..<Self.size.height)
      let left = try resident(path)
      #expect(left <= all - 2 * Self.size.area + 2 * page, "\(left) of \(all)")
      #expect(wrong(mosaic) == 0 && photo.lostPixels == nil)
    }

    /// Bytes of a file's maps that are in memory.
    private func resident(_ path: String) throws -> Int {
      // The file has no size, so only a handle reads it to its end.
      let file = try #require(FileHandle(forReadingAtPath: "/proc/self/smaps"))
      let maps = String(decoding: try file.readToEnd() ?? Data(), as: UTF8.self)
      let name = "/" + path.split(separator: "/").suffix(2).joined(separator: "/")
      var (isOurs, sum) = (false, 0)
      for line in maps.split(separator: "\n") {
        let words = line.split(separator: " ")
        if words.first?.hasSuffix(":") != true { isOurs = line.hasSuffix(name) }
        if isOurs, words[0] == "Rss:" { sum += 1024 * (try #require(Int(words[1]))) }
      }
      return sum
    }
  #endif

  /// Where they do not stay in the file, it may go.
  @Test func aCopyKeepsAll() throws {
    let path = try write(DNGOptions())
    let (photo, mosaic) = try open(path, leavesSamplesInFile: false)
    try #require(FileHandle(forUpdatingAtPath: path)).truncate(atOffset: 0)
    #expect(wrong(mosaic) == 0)
    #expect(photo.lostPixels == nil)
  }

  @Test func aFileThatEndsEarlyIsDamaged() throws {
    let path = try write(DNGOptions())
    try #require(FileHandle(forUpdatingAtPath: path)).truncate(atOffset: 320_000)
    let (photo, _) = try open(path, leavesSamplesInFile: true)
    #expect(photo.unpacker == .libraw)
    #expect(!photo.damage.isEmpty)
  }

  /// More than there is room to watch: the others are read.
  @Test func anyNumberOfPhotosAtOnce() throws {
    let path = try write(DNGOptions())
    let photos = try (0..<300).map { _ in try open(path, leavesSamplesInFile: true) }
    #expect(wrong(photos[299].1) == 0)
    #expect(wrong(photos[0].1) == 0)
  }
}
