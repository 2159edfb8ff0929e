internal import ArgumentParser
internal import Color
internal import PhotoLoading
internal import Sampling
internal import SystemPackage

/// The meaning of `--camera-exposure`.
enum ExposureChoice: Sendable, Hashable {
  /// As each photo's preview shows it.
  case auto
  /// As the previews of some photos of a model show it, for all photos of the model.
  case lock
  /// 0 EV.
  case none
  /// A number of stops.
  case fixed(Double)

  /// Words that stand for a choice.
  static let words = ["auto", "lock", "none"]

  /// - Throws: An error that lists what is accepted.
  static func read(_ text: String) throws -> ExposureChoice {
    switch text {
    case "auto": return .auto
    case "lock": return .lock
    case "none": return .none
    default:
      let stops = UnknownExposure.stops
      guard let value = Double(text), stops.contains(value) else {
        throw ValidationError(
          "expected \(words.joined(separator: ", ")), or EV from \(Int(stops.lowerBound)) to \(Int(stops.upperBound))"
        )
      }
      return .fixed(value)
    }
  }

  /// The setting of a single photo; a lock follows once all photos are known.
  var setting: UnknownExposure {
    switch self {
    case .auto, .lock: .auto
    case .none: .none
    case .fixed(let stops): .fixed(stops)
    }
  }
}

extension ColorOptions {
  /// Refuses `--camera-exposure` where no exposure of a camera counts.
  ///
  /// - Parameters:
  ///   - isLinear: Whether pictures keep linear light.
  ///   - look: The look in force; nil for the standard one.
  func checkExposure(isLinear: Bool, look: LookChoice?) throws {
    guard cameraExposure != nil else { return }
    if isLinear {
      throw ValidationError("--camera-exposure cannot be combined with --tone linear; remove one")
    }
    switch look {
    case .look(.classic)?, .file?, .camera?:
      throw ValidationError(
        "--camera-exposure cannot be combined with --look \(look?.name ?? ""); remove one")
    case .look?, nil: break
    }
  }

  /// Gives all photos of a model one exposure, and tells which, if `--camera-exposure lock` is set.
  func lockExposures(
    of paths: [FilePath], _ photo: inout PhotoSettings, _ work: WorkOptions, _ messages: Messages
  ) {
    guard cameraExposure == .lock else { return }
    photo = photo.lockingExposures(
      of: paths, [photo.recipe], by: work.exposureFitting(photo.loading))
    messages.tell(photo.loading.unknownExposure)
  }
}

extension Messages {
  /// Tells the exposures that were found for a run.
  func tell(_ exposure: UnknownExposure) {
    guard case .locked(let locked) = exposure else { return }
    for entry in locked.entries {
      info(
        "exposure of \(entry.camera.text): \(Formatted.stops(entry.stops)), from the previews of \(entry.photos) photo\(entry.photos == 1 ? "" : "s")"
      )
    }
  }
}
