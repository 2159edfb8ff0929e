public import Choreography
public import Color
public import Compositing
public import Develop
public import Pixels
internal import Tweening

/// Tiles on a frame that come and go: what is drawn where at any time.
///
/// It is a value that holds its pictures; any thread may ask for any time.
public struct TileScene: Sendable {
  /// One tile with what moves along.
  public struct Item: Sendable {
    /// The point about which it turns and scales, in pixels of the frame.
    public var center: SIMD2<Double>
    /// The tile first, then what stands below it, each with where its top left corner rests.
    public var pictures: [PlacedPicture]
    /// The negative of a tile whose parameters move; nil if there is only the picture.
    public var negative: TileNegative?
    /// The part of the negative that the tile shows; nil for all of it.
    public var part: Region?
    /// The recipe that the tile is developed by at rest.
    public var recipe: DevelopRecipe

    /// A tile that does not move parameters.
    public init(center: SIMD2<Double>, pictures: [PlacedPicture]) {
      self.center = center
      self.pictures = pictures
      recipe = DevelopRecipe()
    }
  }

  /// The frame's.
  public let size: Size
  /// The pictures that do not move, below everything else.
  public var backdrop: [PlacedPicture]
  /// The items in the order in which they are drawn.
  public let items: [Item]
  /// The way items come and go; nil if they stay.
  public let performance: Performance?
  private let space: RGBSpace

  /// - Parameters:
  ///   - script: The way items come and go; nil if they stay.
  ///   - keys: The numbers that items can be sorted by, one for each item.
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

  /// Seconds until everything has ended.
  public var duration: Double { performance?.duration ?? 0 }

  /// The pictures that are drawn at a given time, the lowest first.
  ///
  /// - Parameters:
  ///   - time: Seconds.
  ///   - filters: The filters that replace the tiles' own at rest; nil to keep the tiles' own.
  /// - Throws: `DevelopError` if a moving parameter asks for something that a photo cannot give.
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

  /// A choreography scales evenly, turns and moves.
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

  /// Develops the tile anew where its parameters are on their way.
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
