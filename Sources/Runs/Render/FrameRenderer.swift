public import BromideCodecs
public import BromideDevelop
public import BromideKernels
public import BromideSystem
public import SystemPackage

/// Renders finished pictures of one photo from recipes.
public struct FrameRenderer: Sendable {
  private let photo: DemosaicedPhoto
  private let encoding: PictureEncoding
  private let instructionSet: InstructionSet

  /// Creates a renderer.
  ///
  /// - Parameter photo: The photo, demosaiced for all recipes, with all tiles filled.
  public init(
    _ photo: DemosaicedPhoto, encoding: PictureEncoding = PictureEncoding(.png),
    instructionSet: InstructionSet = .best
  ) {
    self.photo = photo
    self.encoding = encoding
    self.instructionSet = instructionSet
  }

  /// Writes one frame. Readers never see an incomplete file.
  ///
  /// - Parameter recipe: One of the recipes that the photo was demosaiced for.
  /// - Returns: The size of the file in bytes.
  /// - Throws: `FrameError`.
  @discardableResult
  public func render(
    _ recipe: DevelopRecipe, to path: FilePath, scratch: FrameScratch
  ) throws(FrameError) -> Int {
    let layer: DevelopedLayer
    do throws(DevelopError) {
      layer = DevelopedLayer(
        try Developer(photo, recipe: recipe, instructionSet: instructionSet))
    } catch {
      throw .develop(error)
    }
    let frame = PictureFrame(
      size: layer.size, format: layer.format, encoding: encoding,
      instructionSet: instructionSet)
    return try frame.write(layer, to: path, space: recipe.space, scratch: scratch)
  }
}

extension DemosaicedPhoto {
  /// Creates all tiles.
  public func fill(_ crew: Crew = .alone) {
    crew.forEach(
      tileCount, makeScratch: { self.makeScratch() },
      work: { tile, scratch in self.make(tile: tile, scratch: scratch) })
  }
}
