internal import BromideSystem
package import SystemPackage

/// A track of an MP4 or QuickTime file, by the boxes of ISO/IEC 14496-12.
///
/// Use it for tracks of metadata. ffmpeg reads pictures and sound.
package struct MovieTrack: Sendable, Hashable {
  /// A sample of the track: bytes that apply from a time on.
  package struct Sample: Sendable, Hashable {
    /// The position of its first byte in the file.
    package var offset: Int
    /// The number of bytes.
    package var count: Int
    /// The time of its beginning in seconds, by the clock of the track.
    package var time: Double
    /// The duration in seconds.
    package var duration: Double
  }

  /// The four characters of the sample description, such as `gpmd`.
  package var format: String
  /// The samples in order of time.
  package var samples: [Sample]

  /// The limit of bytes in the `moov` box: a day of film needs less.
  private static let mostBytes = 64 << 20
  /// The limit of samples in a track: readings at 200 Hz for five hours.
  private static let mostSamples = 1 << 22

  /// Returns the tracks of these formats, or no tracks for other files.
  ///
  /// Edit lists are ignored: cameras write them only for pictures and sound.
  ///
  /// - Throws: `MotionError` if the boxes of a track contradict each other.
  package static func all(
    in path: FilePath, formats: Set<String>
  ) throws(MotionError) -> [MovieTrack] {
    guard let movie = try movie(of: path) else { return [] }
    var tracks: [MovieTrack] = []
    for track in movie.boxes("trak") {
      guard let media = track.box("mdia"), let table = media.box("minf")?.box("stbl"),
        let format = table.box("stsd").map({ $0.name(at: 12) }), formats.contains(format)
      else { continue }
      guard let header = media.box("mdhd"),
        let ticks = header.number(at: header.byte(at: 0) == 1 ? 20 : 12, count: 4), ticks > 0
      else { throw MotionError("its track \(format) has no clock") }
      tracks.append(MovieTrack(format: format, samples: try samples(table, Double(ticks), format)))
    }
    return tracks
  }

  /// Returns the contents of the `moov` box, or `nil` without one.
  private static func movie(of path: FilePath) throws(MotionError) -> MovieBox? {
    var place = 0
    // A fragmented film has many boxes. The movie is at the start or at the end of others.
    for _ in 0..<256 {
      guard let head = try? FileSystem.bytes(of: path, at: place, count: 16), head.count >= 8
      else { return nil }
      let box = MovieBox(bytes: head)
      guard var size = box.number(at: 0, count: 4) else { return nil }
      var start = 8
      if size == 1 {
        guard let long = box.number(at: 8, count: 8) else { return nil }
        (size, start) = (long, 16)
      }
      if box.name(at: 4) == "moov" {
        if size == 0 { size = mostBytes }
        guard size <= mostBytes else {
          throw MotionError("its index (moov) has \(size) bytes, too many")
        }
        guard size >= start,
          let bytes = try? FileSystem.bytes(of: path, at: place + start, count: size - start)
        else { return nil }
        guard bytes.count == size - start || size == mostBytes else {
          throw MotionError("its index (moov) is incomplete")
        }
        return MovieBox(bytes: bytes)
      }
      guard size >= start, place <= Int.max - size else { return nil }
      place += size
    }
    return nil
  }

  private static func samples(
    _ table: MovieBox, _ ticks: Double, _ format: String
  ) throws(MotionError) -> [Sample] {
    let problem = MotionError("the index of its track \(format) is damaged")
    let sizes = try sizes(table, problem)
    guard !sizes.isEmpty else {
      throw MotionError(
        "its track \(format) is in fragments, which Bromide does not read; ffmpeg -i FILE -map 0 -c copy OUT.mp4 joins them"
      )
    }
    let offsets = try offsets(table, problem)
    var samples: [Sample] = []
    samples.reserveCapacity(sizes.count)
    for run in try chunks(table, offsets.count, problem) {
      var offset = offsets[run.chunk]
      for _ in 0..<run.samples {
        guard samples.count < sizes.count else { break }
        let count = sizes[samples.count]
        guard offset <= Int.max - count else { throw problem }
        samples.append(Sample(offset: offset, count: count, time: 0, duration: 0))
        offset += count
      }
    }
    guard samples.count == sizes.count else { throw problem }
    try setTimes(&samples, table, ticks, problem)
    return samples
  }

  /// Reads `stsz`.
  private static func sizes(
    _ table: MovieBox, _ problem: MotionError
  ) throws(MotionError) -> [Int] {
    guard let box = table.box("stsz"), let same = box.number(at: 4, count: 4),
      let count = box.number(at: 8, count: 4), count <= mostSamples
    else { throw problem }
    if same > 0 { return Array(repeating: same, count: count) }
    return try box.numbers(at: 12, count: count, bytes: 4, problem)
  }

  /// Reads `stco` or `co64`.
  private static func offsets(
    _ table: MovieBox, _ problem: MotionError
  ) throws(MotionError) -> [Int] {
    let bytes = table.box("stco") == nil ? 8 : 4
    guard let box = table.box("stco") ?? table.box("co64"),
      let count = box.number(at: 4, count: 4), count <= mostSamples
    else { throw problem }
    return try box.numbers(at: 8, count: count, bytes: bytes, problem)
  }

  /// Reads `stsc`: the number of samples in each chunk.
  private static func chunks(
    _ table: MovieBox, _ chunks: Int, _ problem: MotionError
  ) throws(MotionError) -> [(chunk: Int, samples: Int)] {
    guard let box = table.box("stsc"), let count = box.number(at: 4, count: 4),
      count <= mostSamples
    else { throw problem }
    let runs = try box.numbers(at: 8, count: 3 * count, bytes: 4, problem)
    var result: [(chunk: Int, samples: Int)] = []
    for index in 0..<count {
      let first = runs[3 * index] - 1
      let end = index + 1 < count ? runs[3 * index + 3] - 1 : chunks
      guard first == result.count, first <= end, end <= chunks else { throw problem }
      for chunk in first..<end { result.append((chunk, runs[3 * index + 1])) }
    }
    return result
  }

  /// Reads `stts`: the duration of each sample in ticks.
  private static func setTimes(
    _ samples: inout [Sample], _ table: MovieBox, _ ticks: Double, _ problem: MotionError
  ) throws(MotionError) {
    guard let box = table.box("stts"), let count = box.number(at: 4, count: 4),
      count <= mostSamples
    else { throw problem }
    let runs = try box.numbers(at: 8, count: 2 * count, bytes: 4, problem)
    var (next, time) = (0, 0)
    for index in 0..<count {
      for _ in 0..<min(runs[2 * index], samples.count - next) {
        samples[next].time = Double(time) / ticks
        samples[next].duration = Double(runs[2 * index + 1]) / ticks
        time += runs[2 * index + 1]
        next += 1
      }
    }
    guard next == samples.count else { throw problem }
  }
}

/// The contents of a box: a sequence of boxes, or fields in big-endian order.
private struct MovieBox {
  let bytes: ArraySlice<UInt8>

  init(bytes: [UInt8]) { self.bytes = bytes[...] }
  init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

  func byte(at place: Int) -> UInt8? { number(at: place, count: 1).map { UInt8($0) } }

  /// Returns an unsigned number, or `nil` outside the box or above `Int.max`.
  func number(at place: Int, count: Int) -> Int? {
    guard place + count <= bytes.count else { return nil }
    var value: UInt64 = 0
    for byte in bytes[bytes.startIndex + place..<bytes.startIndex + place + count] {
      value = value << 8 | UInt64(byte)
    }
    return Int(exactly: value)
  }

  /// Returns adjacent numbers.
  func numbers(
    at place: Int, count: Int, bytes size: Int, _ problem: MotionError
  ) throws(MotionError) -> [Int] {
    guard place + count * size <= bytes.count else { throw problem }
    var numbers: [Int] = []
    numbers.reserveCapacity(count)
    for index in 0..<count {
      guard let number = number(at: place + index * size, count: size) else { throw problem }
      numbers.append(number)
    }
    return numbers
  }

  /// Returns four characters.
  func name(at place: Int) -> String {
    guard place + 4 <= bytes.count else { return "" }
    let start = bytes.startIndex + place
    return String(decoding: bytes[start..<start + 4], as: UTF8.self)
  }

  /// Returns the contents of the first box with a name.
  func box(_ name: String) -> MovieBox? { boxes(name).first }

  /// Returns the contents of all boxes with a name. It ends at a box that does not fit.
  func boxes(_ name: String) -> [MovieBox] {
    var found: [MovieBox] = []
    var place = 0
    while let size = number(at: place, count: 4) {
      let isLong = size == 1
      guard let size = isLong ? number(at: place + 8, count: 8) : size,
        size >= (isLong ? 16 : 8), size <= bytes.count - place
      else { break }
      if self.name(at: place + 4) == name {
        let start = bytes.startIndex + place
        found.append(MovieBox(bytes[start + (isLong ? 16 : 8)..<start + size]))
      }
      place += size
    }
    return found
  }
}
