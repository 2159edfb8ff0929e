internal import Color
internal import Develop
package import Pixels

/// Develops a part of a photo at the size that is asked for.
package enum PhotoPicture {
  /// The pixels of a geometry, 8 bits, 1 or 3 channels, before any turn.
  ///
  /// Only the part and what resampling reads around it is demosaiced, unless a filter needs the whole picture.
  ///
  /// - Throws: `Refusal` if the photo cannot be developed so.
  package static func pixels(
    of photo: ShelvedPhoto, _ geometry: ImageGeometry, _ query: DevelopQuery, mostPixels: Int
  ) throws(Refusal) -> ImageBuffer<UInt8> {
    do throws(DevelopError) {
      var recipe = try query.recipe(isStill: photo.isStill)
      if recipe.whiteBalance == .auto { recipe.whiteBalance = try photo.automaticBalance() }
      guard query.needsWhole, geometry.region != Region(geometry.picture) else {
        return try part(of: photo.source, geometry, recipe)
      }
      let whole = try whole(geometry, mostPixels: mostPixels)
      let picture = try part(of: photo.source, whole.geometry, recipe)
      return picture.cut(whole.part)
    } catch {
      throw .wrong(error.description)
    }
  }

  private static func part(
    of source: DevelopSource, _ geometry: ImageGeometry, _ recipe: DevelopRecipe
  ) throws(DevelopError) -> ImageBuffer<UInt8> {
    let (all, part) = (geometry.picture, geometry.region)
    var recipe = recipe
    recipe.filters[.crop] = [
      Double(part.x) / Double(all.width), Double(part.y) / Double(all.height),
      Double(part.width) / Double(all.width), Double(part.height) / Double(all.height),
    ]
    // At full scale nothing is resampled, and a tile has the very pixels of the whole picture.
    if geometry.size != part.size {
      var request = SizeRequest(bounds: .box(geometry.size), enlarge: true)
      request.isStretched = true
      recipe.size = request
      // As for thumbnails: half the sensor's rows and columns do where four or more are averaged.
      if source.image.filters != nil,
        part.width >= halvingShrink * geometry.size.width,
        part.height >= halvingShrink * geometry.size.height
      {
        recipe.demosaic = .half
      }
    }
    return try Developer(source, recipe: recipe).picture(of: UInt8.self)
  }

  /// How many times smaller than the photo a picture is where half the sensor's rows and columns suffice: see `TileMaker`.
  private static let halvingShrink = 4

  /// The geometry of the whole picture at a part's scale, and where the part lies in it.
  private static func whole(
    _ geometry: ImageGeometry, mostPixels: Int
  ) throws(DevelopError) -> (geometry: ImageGeometry, part: Region) {
    let (all, part, size) = (geometry.picture, geometry.region, geometry.size)
    let across = Double(size.width) / Double(part.width)
    let down = Double(size.height) / Double(part.height)
    func pixels(_ length: Int, _ scale: Double) -> Int { Int((Double(length) * scale).rounded()) }
    let whole = Size(
      width: max(size.width, pixels(all.width, across)),
      height: max(size.height, pixels(all.height, down)))
    guard whole.area <= mostPixels else {
      throw .unsupported(
        "a filter of neighbours or places needs the whole picture, which has more than \(mostPixels) pixels at this scale"
      )
    }
    return (
      ImageGeometry(picture: all, region: Region(all), size: whole),
      Region(
        x: min(pixels(part.x, across), whole.width - size.width),
        y: min(pixels(part.y, down), whole.height - size.height), width: size.width,
        height: size.height)
    )
  }
}

extension ImageBuffer<UInt8> {
  /// The pixels of a region of this picture.
  func cut(_ region: Region) -> ImageBuffer<UInt8> {
    var result = ImageBuffer<UInt8>(size: region.size, channels: channels)
    unsafe withUnsafeSamples { from in
      unsafe result.withUnsafeMutableSamples { to in
        let count = region.width * channels
        for y in 0..<region.height {
          let first = (region.y + y) * stride + region.x * channels
          _ = unsafe UnsafeMutableBufferPointer(rebasing: to[y * count..<(y + 1) * count])
            .update(fromContentsOf: from[first..<first + count])
        }
      }
    }
    return result
  }
}
