internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem

extension Plan {
  /// Predicts the result of a job: `convert`, `replace`, `skip` or `reject`, with the reason and
  /// the fix. It reads the file's header, but not its pixels.
  public func forecast(_ job: ConvertJob) -> (verb: String, reason: String?, remedy: Remedy?) {
    let context = job.settings.context
    let kind = FileKind.of(
      job.input, headerless: job.settings.photo.loading.headerless, context: context)
    if kind.isIdentified, let reason = kind.rejection(by: .convert) {
      return ("reject", reason, nil)
    }
    if kind.isStill, FileKind.isRawName(job.input) {
      return ("reject", "it is \(kind.phrase), though its name ends as that of a raw", nil)
    }
    guard case .file(let path) = job.output else {
      return forecast(opening: job, as: "convert")
    }
    var settings = job.settings
    do throws(SidecarFailure) {
      settings.photo = try settings.photo.withSidecar(of: job.input).settings
    } catch {
      return ("reject", error.reason, nil)
    }
    if settings.photo.asksForLens,
      case .raw(let raw)? = try? PhotoFile(path: job.input, settings: settings.photo.loading)
    {
      settings.photo = settings.photo.namingLens(of: raw)?.settings ?? settings.photo
    }
    let fingerprint = (try? Fingerprint.text(input: job.input, settings: settings)) ?? ""
    return
      switch ExistingOutput.decide(
        input: job.input, output: path, policy: job.ifExists, context: job.settings.context,
        fingerprint: fingerprint,
        origin: { job.origin() })
    {
    case .write: forecast(opening: job, as: FileSystem.exists(path) ? "replace" : "convert")
    case .skip(let reason): ("skip", reason, nil)
    case .reject(let reason, let remedy): ("reject", reason, remedy)
    }
  }

  private func forecast(
    opening job: ConvertJob, as verb: String
  ) -> (verb: String, reason: String?, remedy: Remedy?) {
    guard let failure = job.openingFailure else { return (verb, nil, nil) }
    return ("reject", failure, nil)
  }
}
