internal import BatchConversion
public import Color
internal import Compositing
public import Develop
public import Kernels
internal import Metadata
internal import Pixels
public import RawDecoding
public import Timelines
internal import YCbCr

/// Makes photos small: none is ever developed at full size and then shrunk.
///
/// A tile is made from the sensor's values, from half as many each way where that is enough, or from the preview that the
/// camera put into the file.
public struct TileMaker: Sendable {
  /// What a photo is developed by.
  public typealias Recipe = @Sendable (DevelopSource) throws(DevelopError) -> DevelopRecipe

  /// The sheet's space.
  public var space: RGBSpace
  /// Which pixels a tile is made from.
  public var from: SheetLayout.Pixels
  /// How a photo meets its box.
  public var fit = SizeRequest.Fit.contain
  /// Whether a photo that is smaller than its tile grows.
  public var enlarges = false
  /// Whether what could be decoded of a damaged photo is shown; it is told as damaged all the same.
  public var keepsDamage = false
  /// Whether tiles will be drawn smaller than they are.
  public var shrinks = false
  /// Who unpacks.
  public var unpacker = Unpacker.auto
  /// The variant of the kernels; it must be available.
  public var instructionSet = InstructionSet.best
  /// How photos are developed.
  public var recipe: Recipe
  /// Values of filters that tiles will be developed with besides; empty: nothing moves.
  public var variations: [FilterSettings] = []

  /// - Parameter recipe: How photos are developed; size, demosaic, space and depth are the maker's own.
  public init(space: RGBSpace, from: SheetLayout.Pixels = .auto, recipe: @escaping Recipe) {
    self.space = space
    self.from = from
    self.recipe = recipe
  }

  /// What a photo says of itself.
  public static func look(at path: String) -> TilePhoto {
    do throws(RawError) {
      let file = try RawFile(path: path)
      return TilePhoto(
        path: path, size: file.metadata.orientation.upright(file.size), metadata: file.metadata,
        failure: nil)
    } catch {
      return TilePhoto(
        path: path, size: Size(width: 3, height: 2), metadata: PhotoMetadata(),
        failure: error.words)
    }
  }

  /// Makes one tile on the calling thread.
  ///
  /// - Parameters:
  ///   - box: What it fits into.
  ///   - reserving: Runs a body when so many bytes may be had.
  /// - Throws: `TileFailure`.
  func tile(_ path: String, box: Size, gate: MemoryGate) throws(TileFailure) -> Tile {
    do {
      let file = try RawFile(path: path)
      if from == .preview, let tile = try preview(file, box: box) { return tile }
      return try gate.reserving(file.expectedMemory) { () throws in
        try developed(file, box: box)
      }
    } catch let error as RawError {
      throw TileFailure(error.words)
    } catch let error as DevelopError {
      throw TileFailure(error.description)
    } catch let error as TileFailure {
      throw error
    } catch {
      throw TileFailure("\(error)")
    }
  }

  /// How many times smaller than the photo a tile is where half the sensor's rows and columns suffice: the colour fringes
  /// of a halved mosaic are half a pixel of it, and show where less than two by two of its pixels are averaged.
  private static let halvingShrink = 4

  private func developed(_ file: RawFile, box: Size) throws -> Tile {
    let photo = try file.decode(
      unpacking: Unpacking(unpacker: unpacker, instructionSet: instructionSet))
    let damage = photo.damage.isEmpty ? nil : "damaged: " + photo.damage.joined(separator: "; ")
    if let damage, !keepsDamage {
      throw TileFailure(damage + "; --damaged keep shows what could be decoded")
    }
    let source = DevelopSource(photo)
    var isHalf = false
    if case .mosaic = photo.image {
      isHalf =
        switch from {
        case .raw: false
        case .half: true
        case .auto, .preview: source.defaultCrop.size.longEdge >= Self.halvingShrink * box.longEdge
        }
    }
    return try tile(
      source, box: box, demosaic: isHalf ? .half : .rcd, damage: damage,
      from: isHalf ? "half" : "raw")
  }

  private func tile(
    _ source: DevelopSource, box: Size, demosaic: DemosaicMethod, damage: String?, from: String
  ) throws(DevelopError) -> Tile {
    var stated = try recipe(source)
    if stated.whiteBalance == .auto, !variations.isEmpty {
      var plain = stated
      plain.filters = FilterSettings()
      let m = try Developer(source, recipe: plain).multipliers
      stated.whiteBalance = .multipliers(m.x, m.y, m.z)
    }
    var recipe = stated
    recipe.size = SizeRequest(bounds: .box(box), fit: fit, enlarge: enlarges)
    recipe.demosaic = demosaic
    recipe.space = LightPicture.space(like: space)
    recipe.sample = .uint16
    recipe.filters[.opacity] = nil
    let codes = try TileNegative.codes(source, recipe, instructionSet)
    var negative: TileNegative?
    if !variations.isEmpty {
      let recipes = variations.map { filters in
        var other = recipe
        other.filters = filters
        return other
      }
      negative = try TileNegative(source, for: [recipe] + recipes, instructionSet: instructionSet)
    }
    return Tile(
      picture: LightPicture(codes: codes, shrinks: shrinks), mean: Self.mean(codes),
      recipe: stated, negative: negative, damage: damage, source: from)
  }

  /// The tile of an embedded JPEG that covers the box; nil where there is none.
  private func preview(_ file: RawFile, box: Size) throws -> Tile? {
    guard let known = file.preview, known.size.isEmpty || covers(known.size, box) else {
      return nil
    }
    let orientation = file.metadata.orientation
    let picture: ImageBuffer<UInt8>
    switch try file.readPreview() {
    case .jpeg(let bytes):
      let least = orientation.isTransposed ? box.transposed : box
      picture = try JPEGPicture.reduced(bytes, atLeast: least)
    case .rgb(let bytes, let size):
      var copy = ImageBuffer<UInt8>(size: size, channels: 3)
      unsafe copy.withUnsafeMutableSamples { samples in
        _ = unsafe samples.update(fromContentsOf: bytes.prefix(size.area * 3))
      }
      picture = copy
    case nil: return nil
    }
    guard covers(picture.size, box) else { return nil }
    let source = DevelopSource(
      image: .linear(
        LinearImage(samples: Self.linear(picture).plane, channels: 3, white: 65535)),
      profile: CameraProfile(calibrations: [], asShotMultipliers: SIMD3(1, 1, 1)),
      defaultCrop: Region(picture.size), orientation: orientation)
    let developed = recipe
    var maker = self
    maker.recipe = { source throws(DevelopError) in
      // What the camera's picture has already: balance, highlights, tone.
      var recipe = try developed(source)
      recipe.whiteBalance = .camera
      recipe.highlightMode = .clip
      recipe.tone = .linear
      return recipe
    }
    return try maker.tile(source, box: box, demosaic: .rcd, damage: nil, from: "preview")
  }

  /// Whether a picture is large enough for a box of about its proportions.
  private func covers(_ size: Size, _ box: Size) -> Bool { size.longEdge >= box.longEdge }

  /// sRGB as 16-bit linear light.
  private static func linear(_ picture: ImageBuffer<UInt8>) -> ImageBuffer<UInt16> {
    let light = (0..<256).map {
      UInt16((TransferFunction.srgb.decode(Double($0) / 255) * 65535).rounded())
    }
    var result = ImageBuffer<UInt16>(size: picture.size, channels: 3)
    unsafe picture.withUnsafeSamples { from in
      unsafe result.withUnsafeMutableSamples { to in
        for i in from.indices { unsafe to[i] = light[Int(from[i])] }
      }
    }
    return result
  }

  private static func mean(_ codes: ImageBuffer<UInt16>) -> SIMD3<Double> {
    var sums = SIMD3<Double>()
    unsafe codes.withUnsafeSamples { samples in
      for i in 0..<codes.size.area {
        for c in 0..<3 {
          let root = Double(unsafe samples[i * codes.channels + (codes.channels < 3 ? 0 : c)])
          sums[c] += root * root
        }
      }
    }
    return sums / (65535 * 65535 * Double(codes.size.area))
  }
}
