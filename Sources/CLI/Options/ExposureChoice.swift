internal import ArgumentParser
internal import BromidePhotos
internal import BromideSampling
internal import BromideValues
internal import SystemPackage

/// The value of `--camera-exposure`.
enum ExposureChoice: Sendable, Hashable {
  /// Measure it from each photo's preview.
  case auto
  /// Measure it from several previews of a model, and use it for all photos of the model.
  case lock
  /// 0 EV.
  case none
  /// A number of stops.
  case fixed(Double)

  /// Accepted words.
  static let words = ["auto", "lock", "none"]

  /// Reads the value.
  ///
  /// - Throws: An error that lists the accepted values.
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

  /// The setting for a single photo. A lock is computed later from all photos.
  var setting: UnknownExposure {
    switch self {
    case .auto, .lock: .auto
    case .none: .none
    case .fixed(let stops): .fixed(stops)
    }
  }
}

extension ColorOptions {
  /// Rejects `--camera-exposure` if the camera's exposure has no effect.
  ///
  /// - Parameters:
  ///   - isLinear: Whether pictures keep linear light.
  ///   - look: The current look, or `nil` for the standard look.
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

  /// Sets one exposure for all photos of a model and prints it, if `--camera-exposure lock` is set.
  func lockExposures(
    of paths: [FilePath], _ photo: inout PhotoSettings, _ work: WorkOptions, _ messages: Messages
  ) {
    guard cameraExposure == .lock else { return }
    photo = photo.lockingExposures(
      of: paths, [photo.recipe], by: work.fitting(photo.loading))
    messages.note(photo.loading.unknownExposure)
  }
}

extension Messages {
  /// Prints the exposures of a run.
  func note(_ exposure: UnknownExposure) {
    guard case .locked(let locked) = exposure else { return }
    for entry in locked.entries {
      info(
        "exposure of \(entry.camera.text): \(Formatted.stops(entry.stops)), from the previews of \(entry.photos) photo\(entry.photos == 1 ? "" : "s")"
      )
    }
  }
}
