internal import BromideValues
internal import TestSupport

/// Many small, different photos for scripts/torture and scripts/test-cluster. If you preload the
/// library from `write`, LibRaw misbehaves on one in fifty.
struct Crowd {
  let count: Int
  let seed: UInt64
  /// The factor from 64×48 to 112×80 pixels to the photos' width and height.
  let scale: Int

  /// Writes the photos as `0.dng`, `1.dng`, … Prints the path of the library, or `-` if it is
  /// missing. Then prints a line for each photo that causes trouble: its number, the effect, and
  /// the place.
  func write(to folder: String) throws {
    try Files.makeFolder(folder)
    print(TroubledLibRaw.library ?? "-")
    for index in 0..<count {
      var photo = photo(index)
      if let (trouble, step) = trouble(index) {
        photo.options.metadata.imageDescription = "\(step.rawValue):\(trouble.rawValue)"
        print(index, trouble.rawValue, step.rawValue)
      }
      try Files.write(photo.file(), to: "\(folder)/\(index).dng")
    }
  }

  private func trouble(
    _ index: Int
  ) -> (TroubledLibRaw.Trouble, TroubledLibRaw.Step)? {
    guard TroubledLibRaw.library != nil, index % 50 == 25 else { return nil }
    let troubles = TroubledLibRaw.Trouble.allCases
    // LibRaw opens these photos, but Bromide unpacks them.
    return (troubles[index / 50 % troubles.count], .open)
  }

  private func photo(_ index: Int) -> SyntheticPhoto {
    let scenes: [SyntheticScene] = [.chart, .gradients, .landscape(octaves: 4)]
    let layouts: [SensorLayout] = [
      .bayer(.rggb), .bayer(.gbrg), .xTrans, .bayer(.bggr), .monochrome, .bayer(.grbg),
    ]
    var photo = SyntheticPhoto(
      scenes[index % 3],
      size: Size(width: scale * (64 + 16 * (index % 4)), height: scale * (48 + 16 * (index % 3))))
    photo.noise = SensorNoise(seed: seed << 20 + UInt64(index))
    photo.options.layout = layouts[index % layouts.count]
    if index % 5 == 0 {
      photo.options.storage.compression = .losslessJPEG(predictor: 1)
    }
    return photo
  }
}
