internal import BromideCodecs
internal import BromideSystem
internal import SystemPackage

/// The last stage: writes the bands, and gives the picture its name.
extension PhotoWork {
  var writer: PictureWriter? {
    switch state {
    case .idle, .opened: nil
    case .developing(_, let writer), .writing(let writer, _): writer
    }
  }

  func append(_ bands: [PictureBand]) throws(StageFailure) {
    let watch = Stopwatch()
    defer { note("write", \.write, watch) }
    do throws(PictureFileError) {
      for band in bands { try writer?.append(band) }
    } catch {
      throw writeFailure(error)
    }
  }

  func finish() throws(StageFailure) {
    let watch = Stopwatch()
    guard case .writing(let writer, let damage) = state else {
      preconditionFailure("a picture is finished after its bands")
    }
    if Interruption.hasCome, job.settings.encoding.format.encodesAtOnce { return end(nil) }
    do throws(PictureFileError) {
      ending = .written(bytes: try writer.finish(), damage: damage)
    } catch {
      if case .io(let path, _, let code) = error, SystemError.isTaken(code) {
        giveWay(path)
        close()
        return
      }
      throw writeFailure(error)
    }
    note("write", \.write, watch)
    close()
  }

  func end(_ failure: StageFailure?) {
    writer?.cancel()
    if let failure {
      ending = isPipeClosed ? .skipped(failure.stage, failure.reason) : .failed(failure)
    }
    close()
  }

  /// Flushes the picture to the disk, then renames it and writes its origin.
  func settle(_ pending: PendingOutputs) {
    guard case .file(let path) = job.output else { return }
    do throws(SystemError) { try pending.settle(path) } catch {
      if error.isTaken {
        giveWay(path)
      } else {
        ending = .failed(writeFailure(error))
      }
      return
    }
    guard case .written = ending, let origin else { return }
    PictureOrigin.keep(origin, of: path, fingerprint: fingerprint)
  }

  /// Finishes the job if another run created a picture with the same name meanwhile.
  private func giveWay(_ path: FilePath) {
    ending =
      switch existing(path) {
      case .skip(let reason): .skipped(.existing, reason)
      case .reject(let reason, let remedy):
        .failed(StageFailure(.existing, reason, remedy: remedy))
      case .write:
        .failed(StageFailure(.existing, "another run has made \(path) meanwhile; run again"))
      }
  }

  func writeFailure(_ error: any Error) -> StageFailure {
    switch error {
    case let error as SystemError:
      disk.note(error.description, code: error.code, output: job.output.path)
      return StageFailure(.write, error.description)
    case let error as PictureFileError:
      guard case .io(_, _, let code) = error else {
        return StageFailure(.encode, error.description)
      }
      disk.note(error.description, code: code, output: job.output.path)
      isPipeClosed = job.output == .standardOutput && SystemError.isClosedPipe(code)
      return StageFailure(.write, error.description)
    default:
      return StageFailure(.write, "\(error)")
    }
  }
}
