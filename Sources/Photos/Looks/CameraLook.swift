internal import BromideDevelop
internal import BromideRaw
public import BromideValues
public import SystemPackage

/// The look of the camera's preview, or the standard look with the reason if the fit failed.
public struct CameraLook: Sendable, Hashable, Codable {
  /// The fitted look, or the standard look.
  public let look: Look
  /// The reason for the standard look, as a clause such as `it has no preview`, or `nil` for a
  /// fitted look.
  public let obstacle: String?
  /// Whether a look file does not contain the look. The reason is then a sentence.
  private let isMissing: Bool
  /// The camera's maker and model.
  public let camera: String
  /// The file name of the photo for the fit, or empty for a missing look.
  public let photo: String

  /// The fitted curve, or `nil` for the standard look.
  public var curve: LookCurve? {
    if case .fitted(let curve) = look { curve } else { nil }
  }

  /// The brightness of the curve's middle tones relative to the standard look, in stops, or `nil`
  /// for the standard look.
  public var offset: Double? { curve?.offset }

  /// Returns the warning about a look that could not be fitted, or `nil`.
  ///
  /// - Parameter path: The photo that the look is for, or `nil` for a look of several photos. The
  ///   warning then names the camera and the photo for the fit.
  public func warning(about path: FilePath? = nil) -> Warning? {
    obstacle.map { obstacle in
      let subject = path.map { "\($0): " } ?? (camera.isEmpty ? "" : camera + ": ")
      if isMissing { return Warning("\(subject)\(obstacle). Bromide uses the standard look") }
      let origin = path == nil ? " to \(photo)" : ""
      return Warning(
        "\(subject)the look cannot be fitted\(origin), because \(obstacle). Bromide uses the standard look"
      )
    }
  }

  /// The sentence about a missing look, or `nil` if the look is not the standard look.
  package var failure: String? {
    obstacle.map { isMissing ? $0 : "the look cannot be fitted to \(photo), because \($0)" }
  }

  init(_ result: Result<LookCurve, PreviewUnusable>, origin: LookCurve.Origin) {
    switch result {
    case .success(let curve): (look, obstacle) = (.fitted(curve), nil)
    case .failure(let error): (look, obstacle) = (.standard, error.reason)
    }
    isMissing = false
    camera = origin.camera
    photo = origin.photo
  }

  /// Creates the standard look for photos that a look file does not contain.
  init(missing group: LookGroup, in file: String) {
    look = .standard
    obstacle = "\(file) has no look for \(group.text)"
    isMissing = true
    camera = CameraName.text(make: group.make, model: group.model)
    photo = ""
  }

  /// Creates the standard look, with the reason why the fit failed.
  package init(obstacle: String, camera: String, photo: String) {
    look = .standard
    self.obstacle = obstacle
    isMissing = false
    self.camera = camera
    self.photo = photo
  }
}

extension OpenedPhoto {
  /// Fits a look to the preview of this photo. `photo` must be completely loaded.
  ///
  /// The result depends only on the photo. It is the same with any thread and instruction set.
  public func cameraLook(of photo: LoadedPhoto) -> CameraLook {
    let origin = LookCurve.Origin(LookGroup(self), photo: path.lastComponent?.string ?? "")
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
    var content: RawPreview.Content?
    do throws(RawError) { content = try readPreview() } catch {
      if case .unreadable = error { throw PreviewUnusable(error.reason) }
    }
    guard let content else { throw PreviewUnusable("it has no preview") }
    let edge = PicturePair.Purpose.look.longEdge
    let least = Size(width: 2 * edge, height: 2 * edge)
    return try PicturePair(
      photo.source,
      PreviewPicture(
        content, of: path, rawOrientation: photo.source.orientation, atLeast: least,
        context: settings.context))
  }
}

extension LookCurve.Origin {
  /// Maker and model. If the model repeats the maker, the maker is omitted.
  public var camera: String { CameraName.text(make: make, model: model) }
}

/// The name of a camera for people.
public enum CameraName {
  /// Returns maker and model. If the model repeats the maker, the maker is omitted.
  public static func text(make: String, model: String) -> String {
    let maker = make.split(separator: " ").first.map { $0.lowercased() } ?? " "
    let names = [model.lowercased().hasPrefix(maker) ? "" : make, model].filter { !$0.isEmpty }
    return names.isEmpty ? "an unnamed camera" : names.joined(separator: " ")
  }
}
