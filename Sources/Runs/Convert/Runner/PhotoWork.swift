internal import BromideCodecs
internal import BromideKernels
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
internal import Synchronization

/// Converts one photo to a picture, in four stages: opening, preparing, bands, and writing. Each has
/// a file with its name.
///
/// The rules of `StagedWork` make it thread-safe. Fields change only in stages that run on one
/// thread at a time. Bands only read fields, and times are atomic.
final class PhotoWork: StagedWork, @unchecked Sendable {
  /// The state of the photo, with its data.
  enum State {
    /// The photo is not open yet, or the job has ended.
    case idle
    case opened(PhotoFile)
    case developing(Development, PictureWriter)
    /// All bands are done, and the pixels are freed.
    case writing(PictureWriter, damage: String?)
  }

  /// The job. After opening, it contains the photo's settings.
  var job: ConvertJob
  /// The photo's name in traces.
  let subject: String
  /// The facts of the stages that ended.
  var facts = PictureFacts()
  var warnings: [Warning] = []
  var times = Outcome.Milliseconds()
  var peakMemory: Int?
  /// The end of the work. It changes again if the picture cannot get its name.
  var ending = Outcome.Ending.interrupted()
  /// Whether the reader of standard output has closed it.
  var isPipeClosed = false

  var state = State.idle
  /// The photo, or the error, if it was opened before the fingerprint.
  var early: Result<PhotoFile, PhotoError>?
  /// The status of the photo's file when the run first saw it.
  var file: FileState?
  /// The fingerprint for the picture, without the checksum of the photo's content.
  var fingerprint = ""
  /// The `PictureOrigin` for the picture.
  var origin: String?
  /// Whether the picture replaces an existing one.
  var replaces = false
  /// The data for making bands, until the run frees it.
  var released: Development?
  let start = Stopwatch()
  let developNanoseconds = Atomic<Int>(0)
  let encodeNanoseconds = Atomic<Int>(0)

  /// The folders that accept no more pictures.
  let disk: FullDisk

  init(_ job: ConvertJob, disk: FullDisk = FullDisk()) {
    self.job = job
    self.disk = disk
    subject = job.shown.data
  }

  var outcome: Outcome {
    Outcome(
      input: job.shown, output: job.output.path, ending, warnings: warnings, facts: facts,
      milliseconds: times, peakMemory: peakMemory)
  }

  var instructionSet: InstructionSet { job.settings.photo.loading.effectiveInstructionSet }

  /// Adds the time of a stage, also to the trace.
  func note(
    _ stage: StaticString, _ time: WritableKeyPath<Outcome.Milliseconds, Double>,
    _ watch: Stopwatch
  ) {
    times[keyPath: time] += watch.milliseconds
    Trace.note(stage, subject, watch)
  }

  /// Ends the work, and sets its times.
  func close() {
    state = .idle
    times.develop = Double(developNanoseconds.load(ordering: .relaxed)) / 1e6
    times.encode = Double(encodeNanoseconds.load(ordering: .relaxed)) / 1e6
    times.total = start.milliseconds
    peakMemory = Machine.peakMemory()
  }
}
