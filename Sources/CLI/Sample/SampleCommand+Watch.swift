internal import BromidePhotos
internal import BromideRaw
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import SystemPackage

extension SampleTask {
  /// Rejects options that require a single input or all inputs.
  private func checkWatch(_ color: ColorOptions) throws(UsageError) {
    try watching.check(input.inputs, output: nil)
    let names = [
      ("swatch", answer.swatch != nil), ("plot", plotting.plot != nil),
      ("format \(answer.format.rawValue)", answer.format.palette != nil),
    ]
    for (name, isGiven) in names where isGiven {
      throw UsageError("--\(name) is of one input, and --watch samples all that arrive")
    }
    guard !color.fitsGroups else {
      throw UsageError("--look camera cannot be combined with --watch; use --look camera:each")
    }
    guard color.cameraExposure != .lock else {
      throw UsageError("--camera-exposure lock cannot be combined with --watch; use auto or EV")
    }
  }

  /// Samples new pictures in folders until Ctrl-C.
  func watchFolders(
    _ settings: SampleSettings, _ color: ColorOptions, _ messages: Messages
  ) throws -> ExitStatus {
    try checkWatch(color)
    let run = try prepared(settings, messages)
    var costs = try begin(nextTo: [])
    Interruption.watch(cleaningBy: Temporaries.removeAll) {}
    defer { Interruption.unwatch() }
    if let status = run.writeHeader() { return status }
    messages.info("watching \(input.inputs.joined(separator: ", ")); Ctrl-C ends it")
    let watch = Stopwatch()
    var worst = ExitStatus.done
    var count = 0
    var waiting = 0.0
    var isClosed = false
    let folders = ArrivalWatch(
      input.inputs.map { FilePath(reversible: $0) }, isRecursive: input.recursive,
      options: watching.options)
    folders.run(
      isStopped: { Interruption.hasCome || isClosed },
      files: { pictures(settings) },
      isWhole: { isWhole($0, settings) },
      arrived: { arrived in
        let end = run.run(arrived, hasHeader: false)
        if end.status != .done { worst = .inputsFailed }
        count += arrived.count
        waiting += end.waiting
        isClosed = end.isClosed
      })
    costs?.count = count
    costs?.end(waiting: waiting)
    messages.info(
      "watched for \(Formatted.seconds(watch.seconds)): "
        + (count == 0
          ? "no new pictures" : "\(count) \(count == 1 ? "picture" : "pictures") sampled"))
    let isReported = cost.end(costs, unit: "inputs", messages: messages)
    return isReported ? worst : .inputsFailed
  }

  /// Returns the pictures in the folders, or `nil` if they cannot be searched.
  private func pictures(_ settings: SampleSettings) -> [FilePath]? {
    try? InputSearch(
      input.inputs, isRecursive: input.recursive, kind: "picture",
      context: settings.opening.context, isOne: settings.opening.means,
      isNamedSo: FileKind.isRawName
    ).paths
  }

  /// Returns whether a picture is complete, as far as its format shows.
  private func isWhole(_ path: FilePath, _ settings: SampleSettings) -> Bool {
    switch settings.opening.reading(of: path) {
    case .none: return false
    case .raw:
      return RawInspection.read(path: path, context: settings.opening.context).failure == nil
    case .png: return Self.end(of: path, 12).suffix(8).starts(with: Array("IEND".utf8))
    case .jpeg: return Self.end(of: path, 2) == [0xFF, 0xD9]
    default: return true
    }
  }

  private static func end(of path: FilePath, _ count: Int) -> [UInt8] {
    guard let size = (try? FileSystem.status(path))?.size, size >= count else { return [] }
    return (try? FileSystem.bytes(of: path, at: size - count, count: count)) ?? []
  }
}
