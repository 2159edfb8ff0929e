internal import BromideCodecs
internal import BromidePhotos
public import BromideSystem
public import SystemPackage

/// Reads complete pictures, and their photos if they are known.
public struct VerifyRunner {
  /// With at least this number of pictures for each thread, a thread reads several at once.
  private static let manyForThread = 64

  private let plan: VerifyPlan
  private let options: RunOptions

  /// Finds the pictures. Call `run` to read them.
  ///
  /// - Throws: `VerifyError`.
  public init(_ request: VerifyRequest, options: RunOptions = RunOptions()) throws(VerifyError) {
    plan = try VerifyPlan(request)
    self.options = options
  }

  /// Subfolders that were not searched, without the subfolders of failures.
  public var skippedFolders: [FilePath] { plan.skippedFolders }

  /// The number of pictures to read.
  public var count: Int { plan.pictures.count }

  /// Reads all pictures. Ctrl-C and SIGTERM stop it in an orderly way.
  public func run(observer: any RunObserver<VerifyOutcome>) -> RunResult<VerifyOutcome> {
    let watch = Stopwatch()
    var result = RunResult<VerifyOutcome>()
    for outcome in plan.known { result.add(outcome, observer) }
    let (pictures, sources, context) = (plan.pictures, plan.sources, plan.context)
    // A thread reads one picture at a time if there are only a few.
    let isMany = pictures.count >= Self.manyForThread * options.jobs
    let group = isMany ? SourceIndex.group : 1
    let groups = stride(from: 0, to: pictures.count, by: group).map {
      pictures[$0..<min($0 + group, pictures.count)]
    }
    let scheduler = Scheduler<VerifyWork>(
      count: groups.count, options: ScheduleOptions(jobs: options.jobs)
    ) { VerifyWork(groups[$0], sources, context) }
    result.run(
      scheduler, options: options, observer: observer,
      outcomes: { ($0.outcomes, isPipeClosed: false) },
      unstarted: { groups[$0].map { VerifyOutcome($0, input: nil, .interrupted) } })
    if !result.wasInterrupted {
      for photo in sources.unused {
        result.add(VerifyOutcome(nil, input: photo, .missing, "it has no picture"), observer)
      }
    }
    result.seconds = watch.seconds
    return result
  }
}

/// A few pictures: each takes a row or a strip of memory in its turn.
private final class VerifyWork: StagedWork, @unchecked Sendable {
  typealias Failure = Never

  private let pictures: ArraySlice<FilePath>
  private let sources: SourceIndex
  private let context: RunContext
  private(set) var outcomes: [VerifyOutcome]

  init(_ pictures: ArraySlice<FilePath>, _ sources: SourceIndex, _ context: RunContext) {
    self.pictures = pictures
    self.sources = sources
    self.context = context
    outcomes = pictures.map { VerifyOutcome($0, input: nil, .interrupted) }
  }

  func open() -> Int? { 0 }

  func prepare(_ stage: StageContext) -> Int {
    let checks = pictures.map { picture in
      let reading = Stopwatch()
      defer { Trace.note("read", picture.data, reading) }
      return Result { () throws(SystemError) in try PictureCheck(picture, context: context) }
    }
    let comparing = Stopwatch()
    defer { Trace.note("compare", pictures.first?.data ?? "", comparing) }
    sources.read(
      for: zip(pictures, checks).filter { Self.photo($1) != nil }.map { picture, _ in picture })
    outcomes = zip(pictures, checks).map { picture, check in
      do throws(SystemError) {
        return try outcome(picture, check.get())
      } catch {
        return VerifyOutcome(picture, input: nil, .failed, error.reason)
      }
    }
    return 0
  }

  /// The photo that a picture names.
  private static func photo(_ check: Result<PictureCheck, SystemError>) -> Fingerprint.Photo? {
    (try? check.get())?.fingerprint.flatMap(Fingerprint.photo)
  }

  /// Returns the reason if Bromide did not write a file, and its name is not the name of a picture.
  ///
  /// A file with the name of a picture and other content is a damaged picture.
  private func rejection(_ picture: FilePath, _ check: PictureCheck) -> String? {
    guard check.fingerprint == nil, PictureFormat(suffixOf: picture) == nil else { return nil }
    let kind = FileKind.of(picture, context: context)
    return kind.isIdentified ? kind.rejection(by: .verify) : nil
  }

  private func outcome(
    _ picture: FilePath, _ check: PictureCheck
  ) throws(SystemError) -> VerifyOutcome {
    if let reason = rejection(picture, check) {
      sources.claim(picture)
      return VerifyOutcome(picture, input: nil, .failed, reason)
    }
    let fingerprint = check.fingerprint
    var source = SourceIndex.Match.unknown
    if let photo = fingerprint.flatMap(Fingerprint.photo) {
      source = try sources.match(picture, photo)
    } else {
      sources.claim(picture)
    }
    let input: FilePath? =
      switch source {
      case .same(let photo), .changed(let photo, _): photo
      case .unknown: nil
      }
    func outcome(_ status: VerifyOutcome.Status, _ reason: String? = nil) -> VerifyOutcome {
      VerifyOutcome(picture, input: input, status, reason)
    }
    switch (check.finding, source) {
    case (.damaged(let reason), _): return outcome(.damaged, reason)
    case (.unread(let reason), _): return outcome(.failed, reason)
    case (.foreign, _): return outcome(.foreign, "Bromide did not write it")
    case (_, .changed(_, let reason)): return outcome(.stale, reason)
    case _ where fingerprint.map(Fingerprint.isDraft) ?? false:
      return outcome(.stale, "photos were missing or damaged when it was made")
    case (.unchecked, _): return outcome(.unchecked, "the checksum of its pixels is missing")
    case (.whole, _): return outcome(.whole)
    }
  }
}
