public import Color
internal import Develop
internal import Metadata
internal import Pixels
internal import RawDecoding
internal import SystemPackage

/// The look of the picture that a camera made of a photo, or the standard look with the reason why
/// that cannot be found.
public struct CameraLook: Sendable, Hashable, Codable {
  /// A fitted look, or the standard one.
  public let look: Look
  /// Why it is the standard look, as a clause such as `it has no preview`; nil for a fitted one.
  public let obstacle: String?
  /// The camera's maker and model.
  public let camera: String
  /// The file name of the photo that it was fitted to.
  public let photo: String

  /// The fitted curve; nil for the standard look.
  public var curve: LookCurve? {
    if case .fitted(let curve) = look { curve } else { nil }
  }

  /// The stops by which the curve is brighter than the standard look in the middle tones; nil for
  /// the standard look.
  public var offset: Double? { curve?.offset }

  init(_ result: Result<LookCurve, PreviewUnusable>, origin: LookCurve.Origin) {
    switch result {
    case .success(let curve): (look, obstacle) = (.fitted(curve), nil)
    case .failure(let error): (look, obstacle) = (.standard, error.reason)
    }
    camera = origin.camera
    photo = origin.photo
  }

  /// Tells a sentence once in this process: see ``ColorGuesses``.
  package func tell(_ sentence: String) { ColorGuesses.add(sentence) }

  /// The standard look, as no other can be found.
  package init(obstacle: String, camera: String, photo: String) {
    look = .standard
    self.obstacle = obstacle
    self.camera = camera
    self.photo = photo
  }
}

extension OpenedPhoto {
  /// Fits a look to the preview of this photo, which must have been loaded whole.
  ///
  /// It depends on the photo alone, and is the same on every thread and for every instruction set.
  public func cameraLook(of photo: LoadedPhoto) -> CameraLook {
    let origin = LookCurve.Origin(
      make: metadata.make ?? "", model: metadata.model ?? "", style: previewStyle,
      photo: path.lastComponent?.string ?? "")
    do throws(PreviewUnusable) {
      let values = try CurveFit(pair(photo)).values()
      guard
        let curve = LookCurve(knots: LookCurve.fittedKnots, values: values, origin: origin),
        curve.offset != nil
      else { throw PreviewUnusable("its preview has no bright tones") }
      return CameraLook(.success(curve), origin: origin)
    } catch {
      return CameraLook(.failure(error), origin: origin)
    }
  }

  private func pair(_ photo: LoadedPhoto) throws(PreviewUnusable) -> PicturePair {
    guard photo.raw.isInColor else { throw PreviewUnusable("the photo is in black and white") }
    guard photo.raw.matrixSource != .none else {
      throw PreviewUnusable("the photo's values are a finished picture's")
    }
    guard let content = (try? readPreview()) ?? nil else {
      throw PreviewUnusable("it has no preview")
    }
    let edge = PicturePair.Purpose.look.longEdge
    let least = Size(width: 2 * edge, height: 2 * edge)
    return try PicturePair(
      photo.source,
      PreviewPicture(
        content, of: path, rawOrientation: photo.source.orientation, atLeast: least))
  }
}

extension LookCurve.Origin {
  /// Maker and model, without a maker that the model's name repeats.
  public var camera: String {
    let maker = make.split(separator: " ").first.map { $0.lowercased() } ?? " "
    let names = [model.lowercased().hasPrefix(maker) ? "" : make, model].filter { !$0.isEmpty }
    return names.isEmpty ? "an unnamed camera" : names.joined(separator: " ")
  }
}
