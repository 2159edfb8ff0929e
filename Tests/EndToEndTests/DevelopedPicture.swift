import BromideDevelop
import BromideKernels
import BromideRaw
import BromideValues
import SystemPackage
import TestSupport

/// A DNG's way through Raw and Develop, as `convert` goes it, in one thread.
struct DevelopedPicture {
  let size: Size
  let format: PixelFormat
  /// Row after row; 8-bit codes widened.
  let samples: [UInt16]

  init(
    _ photo: SyntheticPhoto, samples: SensorSamples? = nil, recipe: DevelopRecipe,
    instructionSet: InstructionSet = .best
  ) throws {
    let folder = try TemporaryFolder()
    let file = samples.map { photo.file(of: $0) } ?? photo.file()
    try self.init(
      path: folder.write(file, as: "photo.dng"), recipe: recipe, instructionSet: instructionSet)
  }

  init(path: String, recipe: DevelopRecipe, instructionSet: InstructionSet = .best) throws {
    let raw = try RawFile(path: FilePath(path), cameras: nil).decode()
    let developer = try Developer(
      DevelopSource(
        image: raw.image, profile: raw.profile, defaultCrop: raw.defaultCrop,
        orientation: raw.orientation, pixelAspect: raw.pixelAspect),
      recipe: recipe, instructionSet: instructionSet)
    size = developer.outputSize
    format = developer.format
    samples =
      format.sample == .uint8
      ? developer.picture(of: UInt8.self).values.map { UInt16($0) }
      : developer.picture(of: UInt16.self).values
  }

  subscript(x: Int, y: Int, channel: Int) -> UInt16 {
    samples[(y * size.width + x) * format.channels + channel]
  }

  /// The mean code value of each channel in a region; a grey picture's in all three.
  func mean(_ region: Region) -> SIMD3<Double> {
    var sum = SIMD3<Double>()
    for (x, y, channel) in region.places.channels(3) {
      sum[channel] += Double(self[x, y, min(channel, format.channels - 1)])
    }
    return sum / Double(region.size.area)
  }
}
