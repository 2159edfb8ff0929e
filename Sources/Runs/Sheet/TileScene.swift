public import BromideChoreography
public import BromideDevelop
public import BromideDrawing
public import BromideValues
internal import Tweening

/// Tiles on a frame with their animation: returns the pictures to draw at any time.
///
/// It is a value that contains its pictures, so you can use it on any thread.
public struct TileScene: Sendable {
  /// One tile with its caption.
  public struct Item: Sendable {
    /// The centre of rotation and scaling, in pixels of the frame.
    public var center: SIMD2<Double>
    /// The tile, then the pictures below it, with their top left corners at rest.
    public var pictures: [PlacedPicture]
    /// The negative of a tile with moving parameters, or `nil` if the picture does not change.
    public var negative: TileNegative?
    /// The part of the negative that the tile shows, or `nil` to show all.
    public var part: Region?
    /// The recipe of the tile at rest.
    public var recipe: DevelopRecipe

    /// Creates a tile without moving parameters.
    public init(center: SIMD2<Double>, pictures: [PlacedPicture]) {
      self.center = center
      self.pictures = pictures
      recipe = DevelopRecipe()
    }
  }

  /// The size of the frame.
  public let size: Size
  /// Pictures that do not move, drawn first.
  public var backdrop: [PlacedPicture]
  /// The items in drawing order.
  public let items: [Item]
  /// The animation, or `nil` for a still scene.
  public let performance: Performance?
  private let space: RGBSpace

  /// Creates a scene.
  ///
  /// - Parameters:
  ///   - script: The animation, or `nil` for a still scene.
  ///   - keys: The numbers for sorting, one per item.
  public init(
    size: Size, backdrop: [PlacedPicture] = [], items: [Item], space: RGBSpace,
    script: Script? = nil, keys: [SortKey: [Double]] = [:]
  ) {
    self.size = size
    self.backdrop = backdrop
    self.items = items
    self.space = space
    performance = script.map { script in
      Performance(
        of: script,
        on: Stage(
          area: Extent(width: Double(size.width), height: Double(size.height)),
          points: items.map { Point(x: $0.center.x, y: $0.center.y) }, keys: keys))
    }
  }

  /// Seconds until the end of the animation.
  public var duration: Double { performance?.duration ?? 0 }

  /// Returns the pictures at a time, the lowest first.
  ///
  /// - Parameters:
  ///   - time: The time in seconds.
  ///   - filters: Filters that replace the tiles' filters at rest, or `nil` to keep them.
  /// - Throws: `DevelopError` if a moving parameter does not fit a photo.
  public func pictures(
    at time: Double, filters: FilterSettings? = nil
  ) throws(DevelopError) -> [PlacedPicture] {
    var drawn = backdrop
    for index in items.indices {
      let state = performance?.state(of: index, at: time) ?? .rest
      guard state.opacity > 0, state.transform.scale.width > 0 else { continue }
      let item = items[index]
      for (place, picture) in item.pictures.enumerated() {
        var placed = moved(picture, about: item.center, by: state)
        if place == 0 { try vary(&placed, item, filters, state.parameters) }
        drawn.append(placed)
      }
    }
    return drawn
  }

  /// Applies the state of an animation, which scales evenly, rotates and moves.
  private func moved(
    _ placed: PlacedPicture, about center: SIMD2<Double>, by state: ItemState
  ) -> PlacedPicture {
    let matrix = state.transform.matrix
    let from = placed.placement.origin - center
    var result = placed
    result.placement.origin =
      center
      + SIMD2(
        matrix.a * from.x + matrix.c * from.y + matrix.tx,
        matrix.b * from.x + matrix.d * from.y + matrix.ty)
    result.placement.angle += state.transform.rotation.radians
    result.placement.scale *= state.transform.scale.width
    result.placement.opacity *= state.opacity
    return result
  }

  /// Develops the tile with the current values of moving parameters.
  private func vary(
    _ placed: inout PlacedPicture, _ item: Item, _ rest: FilterSettings?, _ moves: [ParameterMove]
  ) throws(DevelopError) {
    let own = item.recipe.filters
    guard !moves.isEmpty || rest.map({ $0 != own }) ?? false else { return }
    let filters = TileVariation.filters(rest ?? own, moves)
    let opacity = own.number(.opacity)
    if opacity > 0 { placed.placement.opacity *= filters.number(.opacity) / opacity }
    guard let negative = item.negative, filters != own else { return }
    var recipe = item.recipe
    recipe.filters = filters
    placed.picture = try negative.picture(recipe, part: item.part, in: space, shrinks: true)
  }
}
