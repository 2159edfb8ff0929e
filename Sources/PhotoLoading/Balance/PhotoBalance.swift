internal import Color
internal import Develop
internal import Metadata
internal import Pixels
internal import RawDecoding
internal import SystemPackage

/// The white balance that a photo gets because it records none.
///
/// It is found once, when the photo is loaded, from the photo alone: every command, every frame and
/// every sample of the photo has the same.
public struct PhotoBalance: Sendable, Hashable {
  /// Where it comes from, best first.
  public enum Source: String, Sendable, Hashable, Codable, CaseIterable {
    /// The camera's own decision, read from the preview that it made.
    case preview
    /// An estimate from the photo's pixels.
    case auto
    /// D65, for want of anything better.
    case daylight
  }

  /// Where it comes from.
  public let source: Source
  /// How sure an estimate is, 0…1; nil for the other sources.
  public let confidence: Double?
  /// Why a better source did not serve, such as `it has no preview`; nil if the best one did.
  public let obstacle: String?
  /// Multipliers of camera red, green and blue; nil for daylight.
  let multipliers: SIMD3<Double>?

  /// `no white balance is recorded`, and why its preview does not tell it if it does not.
  public var reason: String {
    "no white balance is recorded" + (obstacle.map { ", and \($0)" } ?? "")
  }

  /// Finds the balance of a photo in colour.
  ///
  /// - Parameters:
  ///   - source: The photo as it will be developed.
  ///   - preview: Reads its preview, with the path of its file; nil if it has none.
  ///   - isFinished: Whether its values are those of a finished picture, which has its balance.
  init(
    of source: DevelopSource, isFinished: Bool, preview: () -> (FilePath, RawPreview.Content)?
  ) {
    guard !isFinished else {
      (self.source, confidence, multipliers) = (.daylight, nil, nil)
      obstacle = "the photo's values are a finished picture's"
      return
    }
    let obstacle: String
    do throws(PreviewUnusable) {
      guard let (path, content) = preview() else { throw PreviewUnusable("it has no preview") }
      let picture = try PreviewPicture(content, of: path, rawOrientation: source.orientation)
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

  /// The multipliers that make a neutral grey.
  ///
  /// - Throws: If they would not count as a recorded balance.
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
  /// Tells once for each camera model what took the place of a white balance that is not recorded:
  /// see ``ColorGuesses``.
  public func tellBalance() {
    guard let balance else { return }
    let metadata = raw.metadata
    let camera = [metadata.make, metadata.model].compactMap { $0 }.joined(separator: " ")
    let replacement =
      switch balance.source {
      case .preview: "photos are balanced like their previews"
      case .auto: "it is estimated"
      case .daylight: "photos are developed for daylight"
      }
    ColorGuesses.add(
      "\(camera.isEmpty ? "an unnamed camera" : camera): \(balance.reason); \(replacement)")
  }
}

/// Why a preview does not tell a white balance.
struct PreviewUnusable: Error {
  /// A clause, such as `its preview is in black and white`.
  let reason: String

  init(_ reason: String) { self.reason = reason }
}
