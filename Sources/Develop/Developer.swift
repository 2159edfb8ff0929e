public import Color
public import Kernels
public import Pixels

/// What `Develop` needs to know of a photo: its pixels, and what they mean.
public struct DevelopSource: Sendable {
  public var image: SensorImage
  public var profile: CameraProfile
  /// The maker's crop, in pixels of `image`.
  public var defaultCrop: Region
  public var orientation: Orientation
  /// Width of a stored pixel over its height.
  public var pixelAspect: Double

  public init(
    image: SensorImage, profile: CameraProfile, defaultCrop: Region,
    orientation: Orientation = .upright, pixelAspect: Double = 1
  ) {
    self.image = image
    self.profile = profile
    self.defaultCrop = defaultCrop
    self.orientation = orientation
    self.pixelAspect = pixelAspect
  }
}

/// Turns one photo into finished rows, band by band, on as many threads as its user has.
///
/// A developer is immutable: any thread may develop any band, each with scratch of its own. The pixels of a
/// band do not depend on which thread makes it or in what order.
public struct Developer: Sendable {
  /// The finished picture.
  public let outputSize: Size
  public let format: PixelFormat
  /// Rows in a band; the last one may have fewer. A function of the picture alone.
  public let bandHeight: Int
  /// The multipliers used, green 1.
  public let multipliers: SIMD3<Double>
  /// The part of the sensor image shown, before orientation.
  public let crop: Region

  public init(
    _ source: DevelopSource, recipe: DevelopRecipe, instructionSet: InstructionSet = .best
  ) throws(DevelopError) {
    outputSize = source.image.size
    format = PixelFormat(channels: 3, sample: recipe.sample)
    bandHeight = 128
    multipliers = SIMD3(1, 1, 1)
    crop = source.defaultCrop
  }

  public var bandCount: Int { (outputSize.height + bandHeight - 1) / bandHeight }

  /// The output rows of a band.
  public func rows(ofBand band: Int) -> Range<Int> {
    band * bandHeight..<min((band + 1) * bandHeight, outputSize.height)
  }

  /// Working memory for one thread.
  public func makeScratch() -> DevelopScratch { DevelopScratch() }

  /// Develops one band.
  ///
  /// - Parameters:
  ///   - band: 0 ..< bandCount.
  ///   - output: Memory for the band's rows, without gaps: rows · width · bytesPerPixel bytes.
  @unsafe public func develop(
    band: Int, scratch: DevelopScratch, into output: UnsafeMutableRawBufferPointer
  ) {
  }
}

/// What one thread works in while it develops bands.
public final class DevelopScratch {
}

/// Why a photo cannot be developed as asked.
public enum DevelopError: Error, Sendable, Hashable {
  /// The request does not fit the photo; the text says what was found and what is accepted.
  case unsupported(String)
}
