internal import BromideRaw
internal import BromideValues
internal import CPeers
internal import Dispatch
internal import Synchronization
internal import SystemPackage
internal import TestSupport

/// From a file in the memory cache to samples: LibRaw's decoders (one thread) and Bromide's, in one
/// process.
///
/// Each run ends with reading every sample on its threads, because samples that stay in the file
/// are loaded on first access. LibRaw's decoders use Bromide's stream and memory, which makes them
/// faster. A separate column shows LibRaw itself without reading the samples.
enum UnpackBench {
  static func run(_ options: Options) {
    let folder = Photos.folder()
    var report = Report(
      "unpack, \(options.photoSize) and real files",
      [
        "file", "decoder", "megapixels", "LibRaw by itself ms", "LibRaw ms", "1 thread ms",
        "2 threads ms", "LibRaw MP/s", "1 thread MP/s", "2 threads MP/s", "1 thread times",
        "2 threads times", "2 threads times by itself",
      ], form: options.form)
    for path in options.paths {
      add(path, name: String(path.split(separator: "/").last!), options, to: &report)
    }
    for coding in Coding.allCases
    where options.paths.isEmpty && coding != .preview && !coding.isModern {
      let path = folder("\(coding).dng")
      // Sony's rows contain complete pairs of blocks.
      let size = Size(width: options.photoSize.width / 32 * 32, height: options.photoSize.height)
      Photos.makeFiles([path], coding == .sony ? size : options.photoSize, coding)
      add(path, name: "made up: \(coding)", options, to: &report)
      Files.remove(path)
    }
    for path in Corpus.raws where options.paths.isEmpty {
      add(path, name: String(path.split(separator: "/").last!), options, to: &report)
    }
    report.show()
    runModern(options, folder)
    withExtendedLifetime(folder) {}
  }

  private static func add(
    _ path: String, name: String, _ options: Options, to report: inout Report
  ) {
    guard let photo = try? RawFile(path: FilePath(path), cameras: nil).decode(),
      case .mosaic(let mosaic) = photo.image
    else { return }
    let megapixels = Double(mosaic.size.area) / 1e6
    let ways = [
      Unpacking(unpacker: .libraw), Unpacking(leavesSamplesInFile: true),
      Unpacking(
        crew: { body in DispatchQueue.concurrentPerform(iterations: 2) { _ in body() } },
        leavesSamplesInFile: true),
    ]
    let digests = ways.map { digest(path, $0) }
    guard digests[1] == digests[2] else { fail("\(name) differs") }
    guard digests[0] == digests[1] else {
      // The table of newer codings contains codings that this LibRaw does not support.
      if options.paths.contains(path) { return }
      fail("\(name) differs")
    }
    let seconds = ways.map { median(path, $0, runs: options.runs) }
    // If only LibRaw's decoder exists, the other two columns are empty.
    let isOurs = photo.unpacker == .auto
    func shown(_ value: (Double) -> Double, _ places: Int) -> [String] {
      seconds.enumerated().map { $0 > 0 && !isOurs ? "–" : decimal(value($1), places) }
    }
    let alone = (0...options.runs).map { _ in unsafe peer_libraw_unpack_seconds(path) }
      .dropFirst().sorted()[options.runs / 2]
    report.add(
      [name, photo.decoder, decimal(megapixels, 1), decimal(alone * 1000, 1)]
        + shown({ $0 * 1000 }, 1) + shown({ megapixels / $0 }, 0)
        + shown({ seconds[0] / $0 }, 1).dropFirst() + shown({ alone / $0 }, 1).dropFirst(2))
  }

  /// Opening is not counted: it is LibRaw's in every row.
  private static func median(_ path: String, _ way: Unpacking, runs: Int) -> Double {
    var times: [Double] = []
    for _ in 0...runs {
      guard let file = try? RawFile(path: FilePath(path), cameras: nil) else {
        fail("\(path) cannot be opened")
      }
      var photo: RawPhoto?
      times.append(
        ContinuousClock().measure {
          photo = try? file.decode(unpacking: way)
          look(at: photo, by: way.crew ?? { $0() })
        }.seconds)
      guard let photo, photo.lostPixels == nil else { fail("\(path) cannot be decoded") }
    }
    return times.dropFirst().sorted()[runs / 2]
  }

  /// Reads every sample once, in bands as a developer does.
  private static func look(at photo: RawPhoto?, by crew: Unpacking.Crew) {
    guard let photo, case .mosaic(let mosaic) = photo.image else { return }
    let next = Atomic(0)
    let all = Atomic<UInt16>(0)
    crew {
      while true {
        let first = next.add(128, ordering: .relaxed).oldValue
        guard first < mosaic.size.height else { return }
        var bits: UInt16 = 0
        for y in first..<min(first + 128, mosaic.size.height) {
          let row = unsafe mosaic.samples.base + y * mosaic.samples.stride
          for x in 0..<mosaic.size.width { unsafe bits |= row[x] }
        }
        all.bitwiseOr(bits, ordering: .relaxed)
      }
    }
    guard all.load(ordering: .relaxed) != 0 else { fail("no light in \(photo.decoder)") }
  }

  private static func digest(_ path: String, _ way: Unpacking) -> Digest {
    var digest = Digest()
    guard let photo = try? RawFile(path: FilePath(path), cameras: nil).decode(unpacking: way),
      case .mosaic(let mosaic) = photo.image
    else { return digest }
    withExtendedLifetime(photo) {
      for y in 0..<mosaic.size.height {
        let row = unsafe UnsafeRawBufferPointer(
          start: mosaic.samples.base + y * mosaic.samples.stride, count: mosaic.size.width * 2)
        unsafe digest.add([UInt8](row))
      }
    }
    return digest
  }
}
