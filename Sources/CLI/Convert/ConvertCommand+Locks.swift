internal import BromidePhotos
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import SystemPackage

/// Values that a plan measures on some photos, and that all photos share.
extension ConvertCommand {
  /// Returns the values that all photos share.
  func locks(_ color: ColorOptions) throws(UsageError) -> ConvertLocks {
    var locks = ConvertLocks()
    locks.levels =
      switch picture.levels {
      case "own": .own
      case "lock": .first
      default: .of(FilePath(reversible: picture.levels))
      }
    locks.optics = optics.optics == .lock
    if locks.optics, share.shard != nil {
      throw UsageError(
        "--optics lock requires all photos; save a file with --optics-save, and use it for all shares"
      )
    }
    locks.exposures = color.cameraExposure == .lock
    locks.looks = color.fitsGroups
    locks.run = RunOptions(jobs: work.threads, memory: work.memory)
    return locks
  }

  /// Prints the values that the plan measured, and saves them if requested.
  func announceLocks(
    of plan: Plan, _ color: ColorOptions, _ messages: Messages
  ) throws {
    guard let photo = plan.jobs.first?.settings.photo else { return }
    if optics.optics == .lock { try announce(plan.lockedOptics, messages) }
    if color.cameraExposure == .lock { messages.note(photo.loading.unknownExposure) }
    if case .fitted(let looks)? = photo.cameraLooks {
      try color.announce(looks.looks, messages, isDryRun: output.dryRun)
    }
  }

  private func announce(_ found: LockedOptics, _ messages: Messages) throws {
    for entry in found.entries { messages.info("optics of \(entry.group.text): \(entry.text)") }
    guard let name = optics.opticsSave else { return }
    guard !found.entries.isEmpty else {
      throw ExitStatus.failure(
        "--optics-save \(name): no photo has a mosaic to measure")
    }
    let path = FilePath(reversible: name)
    do throws(OpticsFileError) {
      if output.dryRun {
        try OpticsFile.checkWriting(path)
      } else {
        try OpticsFile.write(found, to: path)
      }
    } catch {
      throw ExitStatus.failure("\(error)")
    }
  }
}
