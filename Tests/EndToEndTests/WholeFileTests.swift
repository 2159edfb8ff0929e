import BromideCodecs
import BromideDevelop
import BromideKernels
import BromideValues
import SystemPackage
import TestSupport
import Testing

/// Every committed picture, and every real raw that is there, develops to something that looks like a photo.
@Suite struct WholeFileTests {
  @Test(arguments: Files.names(in: Package.testImages).filter { $0.hasSuffix(".dng") })
  func committedPicturesDevelop(name: String) throws {
    var recipe = DevelopRecipe()
    recipe.size = SizeRequest(bounds: .longEdge(120))
    let picture = try DevelopedPicture(path: Package.testImages + "/" + name, recipe: recipe)
    #expect(picture.size.longEdge == 120)
    #expect((picture.size.height > picture.size.width) == name.contains("portrait"))
    #expect(picture.format.channels == (name.contains("monochrome") ? 1 : 3))
    let all = Comparison(picture.samples, [UInt16](repeating: 110, count: picture.samples.count))
    #expect(all.meanSquare > 400, "there is something to see")
    if name.hasPrefix("landscape") && !name.contains("clipped") {
      // The sky is above the meadow, and both are neither black nor white.
      let part = picture.size.height / 5
      let sky = picture.mean(Region(x: 0, y: 0, width: picture.size.width, height: part))
      let meadow = picture.mean(Region(x: 0, y: part * 4, width: picture.size.width, height: part))
      #expect(sky.z > meadow.z + 30 && sky.z < 250 && meadow.y > 20)
    }
  }

  @Test func pngContainsTheDevelopedPixels() throws {
    var photo = SyntheticPhoto(.landscape(seed: 9, octaves: 6), size: Size(width: 203, height: 151))
    photo.noise = SensorNoise()
    for sample in SampleFormat.codes {
      var recipe = DevelopRecipe()
      recipe.sample = sample
      let picture = try DevelopedPicture(photo, recipe: recipe)
      let folder = try TemporaryFolder()
      let path = folder("photo.png")
      try write(picture, to: path)
      switch try PNGReader.read(path: FilePath(path)).pixels {
      case .eight(let image):
        #expect(sample == .uint8)
        #expect(image.size == picture.size)
        #expect(
          unsafe image.withUnsafeSamples { unsafe $0.elementsEqual(picture.samples) { $0 == $1 } })
      case .sixteen(let image):
        #expect(sample == .uint16)
        #expect(image.values == picture.samples)
      case .float: Issue.record("a PNG has no floats")
      }
    }
  }

  private func write(_ picture: DevelopedPicture, to path: String) throws {
    let encoder = PNGBandEncoder(size: picture.size, format: picture.format, compression: .balanced)
    let scratch = encoder.makeScratch()
    let writer = try PNGWriter(
      .path(FilePath(path)),
      PNGDescription(size: picture.size, format: picture.format, space: .srgb))
    let bytes =
      picture.format.sample == .uint8
      ? picture.samples.map { UInt8($0) }
      : unsafe picture.samples.withUnsafeBytes { unsafe Array($0) }
    let rowBytes = picture.size.width * picture.format.bytesPerPixel
    for start in stride(from: 0, to: picture.size.height, by: 64) {
      let end = min(start + 64, picture.size.height)
      let band = unsafe bytes.withUnsafeBytes { all in
        unsafe encoder.encode(
          rows: UnsafeRawBufferPointer(rebasing: all[start * rowBytes..<end * rowBytes]),
          isLast: end == picture.size.height, scratch: scratch)
      }
      try writer.append(band)
    }
    try writer.finish()
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.comment)"), arguments: Corpus.raws)
  func realRawsDevelop(path: String) throws {
    var recipe = DevelopRecipe()
    recipe.size = SizeRequest(bounds: .longEdge(160))
    let picture = try DevelopedPicture(path: path, recipe: recipe)
    #expect(picture.size.longEdge == 160)
    let mean = picture.mean(Region(picture.size))
    #expect(mean.min() > 8 && mean.max() < 250)
    #expect(mean.max() < 4 * mean.min(), "no cast that a wrong matrix or black level would give")
  }
}
