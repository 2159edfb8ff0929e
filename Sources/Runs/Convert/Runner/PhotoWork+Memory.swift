internal import BromideCodecs
internal import BromideDevelop
internal import BromideSampling
internal import BromideValues

extension PhotoWork {
  /// Returns the bytes for a complete picture, which only some formats need, and for its logo.
  ///
  /// - Parameter pixels: The pixels of the photo.
  func pictureMemory(pixels: Int) -> Int {
    let recipe = job.settings.photo.recipe
    let encoding = job.settings.encoding
    var most = recipe.size?.mostPixels(of: pixels) ?? pixels
    let logo = job.settings.watermark?.memory(pixels: most) ?? 0
    if let border = job.settings.border {
      // A side of a square with these pixels is close enough.
      let side = Int(Double(most).squareRoot())
      most = border.surrounding(Size(width: side, height: side)).area
    }
    let hasHighRange = encoding.highRange != nil
    let format = PixelFormat(channels: 3, sample: hasHighRange ? .uint16 : recipe.sample)
    // The gain of a pixel is a byte.
    return encoding.memory(pixels: most, format) + (hasHighRange ? most : 0) + logo
  }
}

extension SizeRequest {
  /// Returns the most pixels of a picture of a photo with this number of pixels.
  func mostPixels(of pixels: Int) -> Int {
    let requested: Double? =
      switch bounds {
      case .box(let box): Double(box.width) * Double(box.height)
      case .longEdge(let side): Double(side) * Double(side)
      case .shortEdge: nil
      case .megapixels(let millions): millions * 1e6
      case .fraction(let share): share * share * Double(pixels)
      }
    guard let requested, requested < 1e12 else { return pixels }
    return enlarge ? Int(requested) : min(pixels, Int(requested))
  }
}
