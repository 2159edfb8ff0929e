internal import BromideCodecs
internal import BromideDevelop
internal import BromideRaw
internal import BromideValues
internal import SystemPackage

/// The white balance for a photo without a recorded one.
///
/// Loading finds it once, from the photo alone. So it is the same for every command, frame and
/// sample.
public struct PhotoBalance: Sendable, Hashable {
  /// The source of the white balance, best first.
  public enum Source: String, Sendable, Hashable, Codable, CaseIterable {
    /// The camera's choice, measured from its preview.
    case preview
    /// An estimate from the photo's pixels.
    case auto
    /// D65, if other sources fail.
    case daylight
  }

  /// The source of the white balance.
  public let source: Source
  /// The confidence of an estimate, from 0 to 1, or `nil` for other sources.
  public let confidence: Double?
  /// The reason for not using a better source, such as `it has no preview`, or `nil` for the best
  /// source.
  public let obstacle: String?
  /// Multipliers of camera red, green and blue, or `nil` for daylight.
  let multipliers: SIMD3<Double>?

  /// `no white balance is recorded`, with the reason for ignoring the preview.
  public var reason: String {
    "no white balance is recorded" + (obstacle.map { ", and \($0)" } ?? "")
  }

  /// Finds the balance of a colour photo.
  ///
  /// - Parameters:
  ///   - source: The photo to develop.
  ///   - preview: Returns its preview with the path and the context to read it in, or `nil`
  ///     without a preview.
  ///   - isFinished: Whether the photo contains a finished picture, which is already balanced.
  init(
    of source: DevelopSource, isFinished: Bool,
    preview: () -> (FilePath, RawPreview.Content, RunContext)?
  ) {
    guard !isFinished else {
      (self.source, confidence, multipliers) = (.daylight, nil, nil)
      obstacle = "the photo's values are a finished picture's"
      return
    }
    let obstacle: String
    do throws(PreviewUnusable) {
      guard let (path, content, context) = preview() else {
        throw PreviewUnusable("it has no preview")
      }
      let picture = try PreviewPicture(
        content, of: path, rawOrientation: source.orientation, context: context)
      multipliers = try Self.multipliers(
        PreviewBalance(source, picture).neutral(), source.profile)
      (self.source, confidence, self.obstacle) = (.preview, nil, nil)
      return
    } catch { obstacle = error.reason }
    self.obstacle = obstacle
    if let estimate = NeutralEstimate(
      source.image, region: source.defaultCrop, profile: source.profile),
      let found = try? Self.multipliers(estimate.neutral, source.profile)
    {
      (self.source, confidence, multipliers) = (.auto, estimate.confidence, found)
    } else {
      (self.source, confidence, multipliers) = (.daylight, nil, nil)
    }
  }

  /// Returns multipliers that turn a neutral colour grey.
  ///
  /// - Throws: `PreviewUnusable` if they are not a valid white balance.
  private static func multipliers(
    _ neutral: SIMD3<Double>, _ profile: CameraProfile
  ) throws(PreviewUnusable) -> SIMD3<Double> {
    var profile = profile
    let multipliers = neutral.y / neutral
    profile.asShotMultipliers = multipliers
    guard profile.recordsWhiteBalance else {
      throw PreviewUnusable("the camera's matrix does not respond to its preview's light")
    }
    return multipliers
  }
}

extension LoadedPhoto {
  /// The warning about the replacement of a missing white balance, or `nil` if the photo has one.
  public var balanceWarning: Warning? {
    guard let balance else { return nil }
    let metadata = raw.metadata
    let camera = [metadata.make, metadata.model].compactMap { $0 }.joined(separator: " ")
    let replacement =
      switch balance.source {
      case .preview: "photos are balanced like their previews"
      case .auto: "it is estimated"
      case .daylight: "photos are developed for daylight"
      }
    return Warning(
      "\(camera.isEmpty ? "an unnamed camera" : camera): \(balance.reason); \(replacement)")
  }
}

/// The reason for not using a preview.
struct PreviewUnusable: Error {
  /// A clause, such as `its preview is in black and white`.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
