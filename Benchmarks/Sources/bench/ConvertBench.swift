internal import BromideValues
internal import TestSupport

/// A complete photo from file to file: Bromide and every installed peer.
enum ConvertBench {
  static func run(_ options: Options) {
    let folder = Photos.folder()
    let input = folder("photo.dng")
    Photos.makeFiles([input], options.photoSize)
    let peers = Peer.installed(folder.path)
    describe(peers, input: input, folder: folder)

    compare(peers, [input], folder, options, "convert, one photo of \(options.photoSize)")
    Photos.makeFiles([input], options.photoSize, .tiles)
    compare(
      peers, [input], folder, options, "convert, one photo of \(options.photoSize), lossless JPEG")
    // Use copies, because Bromide treats one file with many names as one photo.
    let inputs = (0..<10).map { folder("photo\($0).dng") }
    Photos.makeFiles(inputs, options.photoSize)
    compare(peers, inputs, folder, options, "convert, a batch of 10")
    withExtendedLifetime(folder) {}
  }

  /// Runs programs alternately. The last column is the time relative to the first program.
  static func compare(
    _ peers: [Peer], _ inputs: [String], _ folder: TemporaryFolder, _ options: Options,
    _ title: String, against first: String = "bromide fast, plain"
  ) {
    var report = Report(
      title,
      ["program", "seconds", "CPU seconds", "peak MB", "output bytes", "times \(first)"],
      form: options.form)
    var fastest: Double?
    // A batch takes minutes with some programs, so run it once.
    let runs = inputs.count > 1 ? 1 : options.runs
    // Alternate, so that a slower phase of the machine affects all programs.
    var costs = [[Cost]](repeating: [], count: peers.count)
    var sizes = [[Int]](repeating: [], count: peers.count)
    let output = folder("out")
    for _ in 0..<runs {
      for (i, peer) in peers.enumerated() {
        let outputs = inputs.map { peer.output($0, output) }
        costs[i] += measure(peer, inputs, output: output, outputs: outputs)
        sizes[i] = outputs.compactMap { Environment.size(ofFile: $0) }
        for path in outputs { Files.remove(path) }
      }
    }
    for (i, peer) in peers.enumerated() {
      let (cost, bytes) = (Cost(medianOf: costs[i]), sizes[i])
      let isComplete = cost.status == 0 && bytes.count == inputs.count && !bytes.contains(0)
      guard isComplete else {
        report.add([peer.name, "failed (\(cost.status))", "", "", "", ""])
        continue
      }
      if fastest == nil { fastest = cost.seconds }
      report.add([
        peer.name, decimal(cost.seconds, 3), decimal(cost.cpuSeconds, 2),
        decimal(Double(cost.peakMemory) / 1e6, 0), String(bytes.reduce(0, +)),
        decimal(cost.seconds / fastest!, 2),
      ])
    }
    report.show()
  }

  /// Runs a program and keeps its outputs. Short programs run several times, after one run that
  /// warms caches.
  private static func measure(
    _ peer: Peer, _ inputs: [String], output: String, outputs: [String]
  ) -> [Cost] {
    func clean() {
      for path in outputs { Files.remove(path) }
      do { try Files.makeFolder(output) } catch { fail("\(error)") }
    }
    if peer.takesMany || inputs.count == 1 {
      let command = peer.command(inputs, output)
      clean()
      let first = Program.run(command)
      // A disturbance affects short runs most, and repeating them is cheap.
      guard first.seconds < 0.5, first.status == 0 else { return [first] }
      return (0..<7).map { _ in
        clean()
        return Program.run(command)
      }
    }
    clean()
    var total = Cost(seconds: 0, cpuSeconds: 0, peakMemory: 0, status: 0)
    for input in inputs {
      let cost = Program.run(peer.command([input], output))
      total.seconds += cost.seconds
      total.cpuSeconds += cost.cpuSeconds
      total.peakMemory = max(total.peakMemory, cost.peakMemory)
      total.status = max(total.status, cost.status)
    }
    return [total]
  }

  /// Prints versions and calls.
  static func describe(_ peers: [Peer], input: String, folder: TemporaryFolder) {
    var versions: Set<[String]> = []
    for peer in peers {
      if versions.insert(peer.version).inserted {
        let log = folder("version.txt")
        _ = Program.run(peer.version, output: log)
        let text = (try? Files.read(log)).map { String(decoding: $0, as: UTF8.self) } ?? ""
        let line = text.split(separator: "\n").first { $0.contains(where: \.isNumber) } ?? "?"
        print("# \(line.prefix(120))")
      }
      print("# \(peer.name): \(peer.command(["IN"], "OUT").joined(separator: " "))")
    }
  }
}
