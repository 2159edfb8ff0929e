internal import Color
public import Develop
public import SystemPackage

/// What a source states of its own development, over that of the timeline.
public struct SourceDevelop: Sendable {
  /// The stated values; all others are of no meaning.
  public var recipe: DevelopRecipe
  /// The keys that are stated, as in documents.
  public var stated: Set<String>
  /// A file with the look, in place of the recipe's.
  public var lookFile: FilePath?
  /// The line in the document, from 1.
  public var line: Int?

  /// - Parameters:
  ///   - recipe: The stated values.
  ///   - stated: The keys that are stated, as in documents.
  public init(_ recipe: DevelopRecipe, stated: Set<String>) {
    self.recipe = recipe
    self.stated = stated
  }

  /// Leaves some keys to the timeline, because flags state them. Temperature and tint are another form of a white balance.
  ///
  /// - Parameter names: Keys as in documents.
  public mutating func leave(_ names: Set<String>) {
    var names = names
    let light: Set<String> = ["white-balance", "temperature", "tint"]
    if !names.isDisjoint(with: light) { names.formUnion(light) }
    stated.subtract(names)
  }

  /// A recipe with the stated values in place of its own.
  public func applied(to base: DevelopRecipe) -> DevelopRecipe {
    var result = base
    let numbers: [Parameter] = [.temperature, .tint]
    if stated.contains("white-balance") {
      result.whiteBalance = recipe.whiteBalance
      if recipe.whiteBalance.isNumeric { for number in numbers { result.filters[number] = nil } }
    } else if result.whiteBalance.isNumeric, numbers.contains(where: { stated.contains($0.name) }) {
      result.whiteBalance = .camera
    }
    if stated.contains("profile") { result.profile = recipe.profile }
    if stated.contains("highlight-mode") { result.highlightMode = recipe.highlightMode }
    if stated.contains("demosaic") { result.demosaic = recipe.demosaic }
    if stated.contains("crop-area") { result.cropArea = recipe.cropArea }
    if stated.contains("output-sharpen") {
      result.optics.outputSharpening = recipe.optics.outputSharpening
    }
    if stated.contains("lut") { result.tableLook = recipe.tableLook }
    if stated.contains("look") { result.look = recipe.look }
    for parameter in ParameterTable.all where stated.contains(parameter.name) {
      result.filters[parameter] = recipe.filters[parameter]
    }
    return result
  }
}

extension Timeline {
  /// How the photos of a source are developed, but for what moves.
  public func recipe(of source: Int) -> DevelopRecipe {
    sources[source].develop?.applied(to: recipe) ?? recipe
  }
}
