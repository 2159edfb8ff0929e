internal import BromideCodecs
public import BromidePhotos
internal import BromideRaw
internal import BromideSystem
internal import BromideValues
public import SystemPackage

extension Logo {
  /// Reads a PNG with its colour space and alpha.
  ///
  /// - Parameter context: How to read the file.
  /// - Throws: `LogoError` with a sentence that contains the file's name.
  public init(path: FilePath, context: RunContext) throws(LogoError) {
    func rejected(_ reason: String) -> LogoError { LogoError(reason: "\(path) \(reason)") }
    let state: FileState
    do throws(SystemError) { state = try FileState(path) } catch {
      throw rejected("cannot be read: \(error.reason)")
    }
    let bytes: [UInt8]
    do throws(OrdinaryFileProblem) {
      bytes = try FileSystem.ordinaryContents(of: path, limit: Self.mostBytes)
    } catch { throw rejected(error.reason) }
    let start = Array(bytes.prefix(FileKind.startLength))
    guard FileKind.of(stream: start).reading == .png else { throw rejected("is not a PNG") }
    guard !PNGReader.isAnimated(bytes) else {
      throw rejected("is animated; save one of its frames")
    }
    let sampler: PointSampler
    do throws(OpeningError) { sampler = try Self.opened(path, context) } catch {
      throw rejected("cannot be used: \(Self.reason(error, path))")
    }
    guard sampler.orientation == .upright else {
      throw rejected("has an orientation in its Exif; save it upright")
    }
    guard !sampler.space.isAbsolute else {
      throw rejected("has light above white; save it in sRGB or Display P3")
    }
    if let complaint = state.complaint { throw rejected("cannot be used: \(complaint)") }
    let (light, isNeutral) = sampler.premultiplied()
    guard light.indices.contains(where: { $0 % 4 == 3 && light[$0] > 0 }) else {
      throw rejected("is completely transparent")
    }
    self.init(
      path: path.string, digest: ContentHash.file(of: bytes), size: sampler.size,
      isNeutral: isNeutral, space: sampler.space.linearLight, light: light)
  }

  /// Far above the size of a logo, also without compression.
  private static let mostBytes = 64 << 20
  private static let mostPixels = 1 << 24

  private static func opened(
    _ path: FilePath, _ context: RunContext
  ) throws(OpeningError) -> PointSampler {
    let info: PNGInfo
    do throws(PictureError) { info = try PictureReading.pngInfo(path, context: context) } catch {
      throw .picture(error)
    }
    guard info.size.area <= mostPixels else {
      throw .unreadable(
        Unreadable("it has \(info.size) pixels; use at most \(mostPixels >> 20) million"))
    }
    var settings = OpeningSettings(context)
    // A logo's colours are a choice of its designer.
    settings.photo.loading.rejectsGuessedColors = true
    let picture = try PictureOpener(settings: settings).find(path).open(.alone)
    guard case .still(let sampler) = picture.frames else {
      preconditionFailure("a PNG is no clip")
    }
    return sampler
  }

  private static func reason(_ error: OpeningError, _ path: FilePath) -> String {
    switch error {
    case .unreadable(let problem): problem.reason
    case .picture(let error): error.reason
    case .profile(.damaged(_, let reason)): "its ICC profile is damaged: \(reason)"
    default: StillPhoto.rawError(error, path).reason
    }
  }
}

/// A reason why a logo cannot be used.
public struct LogoError: Error, Sendable, Hashable, CustomStringConvertible {
  /// The sentence. It begins with the file's name.
  public let reason: String

  /// The sentence.
  public var description: String { reason }
}

extension PointSampler {
  /// Returns linear red, green and blue multiplied by alpha, and alpha, for each pixel, 0 to 1, and
  /// whether all visible pixels are grey.
  ///
  /// - Precondition: The picture is RGB or grey.
  fileprivate func premultiplied() -> (light: [Float], isNeutral: Bool) {
    func decoded(_ code: Int) -> Float {
      Float(min(max(space.transfer.decode((Double(code) - black) / extent), 0), 1))
    }
    switch pixels {
    case .eight(let image):
      let table = (0..<256).map(decoded)
      return Self.premultiplied(
        image, alpha: { Float($0) / Float(opaque) }, light: { table[Int($0)] })
    case .sixteen(let image):
      let table = (0..<65536).map(decoded)
      return Self.premultiplied(
        image, alpha: { Float($0) / Float(opaque) }, light: { table[Int($0)] })
    case .float(let image):
      return Self.premultiplied(
        image, alpha: { $0 },
        light: { Float(min(max(space.transfer.decode(Double($0)), 0), 1)) })
    case .frame, .raw: preconditionFailure("a PNG is RGB or grey")
    }
  }

  private static func premultiplied<Code>(
    _ image: ImageBuffer<Code>, alpha: (Code) -> Float, light: (Code) -> Float
  ) -> ([Float], Bool) {
    let (channels, colors) = (image.channels, image.channels < 3 ? 1 : 3)
    var result = [Float](repeating: 0, count: 4 * image.size.area)
    var isNeutral = true
    unsafe image.withUnsafeSamples { samples in
      for pixel in 0..<image.size.area {
        let first = pixel * channels
        let opacity =
          channels > colors ? min(max(alpha(unsafe samples[first + colors]), 0), 1) : 1
        guard opacity > 0 else { continue }
        var color = SIMD3<Float>(repeating: light(unsafe samples[first]))
        if colors == 3 {
          color.y = light(unsafe samples[first + 1])
          color.z = light(unsafe samples[first + 2])
        }
        // Conversions of profiles round.
        isNeutral = isNeutral && color.max() - color.min() <= 1e-5
        for c in 0..<3 { result[4 * pixel + c] = color[c] * opacity }
        result[4 * pixel + 3] = opacity
      }
    }
    return (result, isNeutral)
  }
}
