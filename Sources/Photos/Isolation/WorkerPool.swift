internal import BromideLibc
internal import BromideRaw
internal import BromideSystem
internal import Synchronization
internal import SystemPackage

/// The worker processes for LibRaw and other libraries. Each reads one file at a time.
///
/// If a worker crashes, hangs or sends an invalid reply, its current file fails. The pool starts a
/// new worker when one is needed. Thread-safe.
final class WorkerPool: @unchecked Sendable {
  private let options: PhotoIsolation.Options
  /// The cameras that the user added, or `nil` without them.
  private let cameras: AddedCameras?
  private let memories: SampleMemories
  private let monitor = Monitor()
  /// Idle processes, most recently used last, and the number of all processes. Use these with the
  /// lock held.
  private var idle: [Worker] = []
  private var count = 0
  /// Whether a file needed a library that workers can load only at their start. Use this with the
  /// lock held.
  private var needsAllLibraries = false
  /// Whether the system's confinement of workers was checked.
  private let hasLooked = Atomic<Bool>(false)

  private struct Worker {
    let process: ChildProcess
    let hasAllLibraries: Bool
    /// The open file.
    var opened: FilePath?
  }

  init(_ options: PhotoIsolation.Options, cameras: AddedCameras?) {
    self.options = options
    self.cameras = cameras
    memories = SampleMemories(mostSpare: options.workers + 1)
  }

  /// Sends a request to a worker and waits for its answer.
  ///
  /// - Parameters:
  ///   - file: The file to read, or `nil` without a file.
  ///   - memory: The memory for samples or pixels.
  /// - Returns: A sound answer. The caller must use the types of the request.
  func query<Value, Failure>(
    _ request: WorkerRequest, file: InputFile?, memory: SharedSamples? = nil
  ) throws(RawError) -> WorkerReply<Value, Failure> {
    var answer: WorkerReply<Value, Failure> = try exchange(request, file, memory)
    if case .needsLibraries = answer {
      monitor.locked { needsAllLibraries = true }
      answer = try exchange(request, file, memory)
    }
    return answer
  }

  private func exchange<Value, Failure>(
    _ request: WorkerRequest, _ file: InputFile?, _ memory: SharedSamples?
  ) throws(RawError) -> WorkerReply<Value, Failure> {
    let path = request.path
    var worker = try lease(path)
    let seconds = patience(file)
    let answer: WorkerReply<Value, Failure>
    do throws(MessageChannel.Failure) {
      let channel = worker.process.channel
      var deadline = Deadline(seconds: seconds)
      var (passed, shared) = (PassedFile.none, [Int32]())
      switch file?.opened {
      case nil: break
      case .success(let descriptor):
        passed = .open
        shared.append(descriptor)
      case .failure(let error): passed = .failed(error.rawValue)
      }
      if let memory { shared.append(memory.memory.descriptor) }
      try channel.send(
        WorkerRequest.Limited(
          request: request, seconds: seconds * Double(options.workers), file: passed),
        sharing: shared, by: &deadline)
      answer = try channel.receive(
        WorkerReply<Value, Failure>.self, atMost: request.mostReplyBytes(file: file?.size ?? 0),
        parts: WorkerRequest.mostReplyParts, by: &deadline)
      guard answer.isSound(of: path) else { throw .nonsense }
      if case .header = request { worker.opened = path } else { worker.opened = nil }
    } catch {
      throw lose(worker, error, request, seconds)
    }
    warnUnlessConfined(worker.process)
    giveBack(worker)
    return answer
  }

  /// Sends a request that needs no memory.
  ///
  /// - Throws: The worker's error, or the reason for a missing answer.
  func query<Value: WorkerAnswer>(
    _ request: WorkerRequest, _ file: InputFile
  ) throws(RawError) -> Value {
    let reply: WorkerReply<Value, RawError> = try query(request, file: file)
    switch reply {
    case .value(let value): return value
    case .failure(let error): throw error
    case .needsMemory, .needsLibraries: throw .confused(request.path)
    }
  }

  /// Warns once if the system cannot confine workers.
  private func warnUnlessConfined(_ process: ChildProcess) {
    #if os(Linux)
      guard !hasLooked.exchange(true, ordering: .relaxed), !process.isConfined else { return }
      Console.message(
        "warning: this system does not confine worker processes (seccomp): a file that takes one over has your rights\n"
      )
    #endif
  }

  /// Returns memory for the samples of a file.
  func memory(_ size: Int, for path: FilePath) throws(RawError) -> SharedSamples {
    do throws(SystemError) { return try memories.take(size) } catch {
      guard error.code == ENOMEM else {
        // Shared memory is a file, so the limits on the size and number of files apply.
        throw .lost(
          path: path,
          reason:
            "no memory of \(MemoryShortage.megabytes(size)) can be shared with its process: \(error.reason); use --isolation off"
        )
      }
      throw .outOfMemory(path: path, bytes: size)
    }
  }

  /// The number of threads for one worker.
  var threads: Int { options.workers }

  // MARK: Processes

  /// Returns a free worker: one with the file open, an idle one, or a new one.
  private func lease(_ path: FilePath) throws(RawError) -> Worker {
    monitor.lock()
    while true {
      while let index = idle.lastIndex(where: { $0.opened == path }) ?? idle.indices.last {
        let worker = idle.remove(at: index)
        // If libraries are missing, replace the worker by one that has loaded them.
        if worker.hasAllLibraries || !needsAllLibraries, worker.process.channel.isConnected {
          monitor.unlock()
          return worker
        }
        // The idle worker was ended from outside.
        count -= 1
      }
      if count < options.workers {
        count += 1
        let isComplete = needsAllLibraries
        monitor.unlock()
        do throws(SystemError) {
          return Worker(process: try start(isComplete), hasAllLibraries: isComplete)
        } catch {
          let isAlone = forgetOne()
          guard !isAlone else {
            throw .lost(
              path: path,
              reason:
                "no process for it can be started: \(error.reason); use --isolation off")
          }
          monitor.lock()
          // The system is out of processes or descriptors, so use the existing workers.
          if idle.isEmpty, count > 0 { monitor.wait() }
          continue
        }
      }
      monitor.wait()
    }
  }

  /// Removes a process from the count. Returns whether no process remains.
  private func forgetOne() -> Bool {
    monitor.locked {
      count -= 1
      monitor.broadcast()
      return count == 0
    }
  }

  private func start(_ isComplete: Bool) throws(SystemError) -> ChildProcess {
    let process = try ChildProcess(program: options.program, arguments: [PhotoWorker.argument])
    var deadline = Deadline(seconds: 60)
    // If the process has already ended, the request will fail.
    try? process.channel.send(
      WorkerSetup(loadsAllLibraries: isComplete, cameras: cameras?.bytes), by: &deadline)
    return process
  }

  private func giveBack(_ worker: Worker) {
    monitor.locked {
      idle.append(worker)
      monitor.broadcast()
    }
  }

  // MARK: Losses

  /// Ends a worker that did not answer, and returns the error for its file.
  private func lose(
    _ worker: Worker, _ failure: MessageChannel.Failure, _ request: WorkerRequest,
    _ seconds: Double
  ) -> RawError {
    let library = request.library
    _ = forgetOne()
    let ending = worker.process.end(byForce: failure != .ended)
    let reason =
      switch failure {
      case .ended: "\(library) \(Self.story(ending)) on it"
      case .silent: "\(library) was not done with it in \(Self.text(seconds)) s (--timeout)"
      case .nonsense: "\(library)'s process answered nonsense about it"
      case .system(let code): "\(library)'s process cannot be reached: \(SystemError.words(code))"
      }
    return .lost(path: request.path, reason: reason)
  }

  /// Show fractions of a second only for a time that the user typed.
  private static func text(_ seconds: Double) -> String {
    seconds < 60 && seconds != seconds.rounded() ? "\(seconds)" : seconds.text(decimals: 0)
  }

  private static func story(_ ending: ChildProcess.Ending) -> String {
    switch ending {
    case .signal(let signal) where SignalName.text(signal) == "SIGKILL": "was killed (SIGKILL)"
    case .signal(let signal) where SignalName.text(signal) == "SIGXCPU":
      "used up its processor time (SIGXCPU)"
    case .signal(let signal): "crashed (\(SignalName.text(signal)))"
    case .exit(PhotoWorker.lacksMemory): "ran out of memory"
    case .exit(let status): "ended its process (status \(status))"
    }
  }

  /// Returns the time limit for a file, in seconds. The slowest decoders process several megabytes
  /// per second.
  private func patience(_ file: InputFile?) -> Double {
    if let seconds = options.timeout { return seconds }
    return 60 + Double(file?.size ?? 0) / 1e6
  }
}
