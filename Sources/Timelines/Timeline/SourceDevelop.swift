public import BromideDevelop
internal import BromideValues
public import SystemPackage

/// The development settings of a source, which override the timeline's settings.
public struct SourceDevelop: Sendable {
  /// The settings. Only the values in `given` are used.
  public var recipe: DevelopRecipe
  /// The keys that are set, as in documents.
  public var given: Set<String>
  /// A file with the look, which replaces the recipe's look.
  public var lookFile: FilePath?
  /// The line in the document, starting at 1.
  public var line: Int?

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - recipe: The values.
  ///   - given: The keys that are set, as in documents.
  public init(_ recipe: DevelopRecipe, given: Set<String>) {
    self.recipe = recipe
    self.given = given
  }

  /// Removes keys because flags set them. Temperature and tint are treated as a white balance.
  ///
  /// - Parameter names: Keys as in documents.
  public mutating func leave(_ names: Set<String>) {
    var names = names
    let light: Set<String> = ["white-balance", "temperature", "tint"]
    if !names.isDisjoint(with: light) { names.formUnion(light) }
    given.subtract(names)
  }

  /// Returns a recipe with these settings applied.
  public func applied(to base: DevelopRecipe) -> DevelopRecipe {
    var result = base
    let numbers: [Parameter] = [.temperature, .tint]
    if given.contains("white-balance") {
      result.whiteBalance = recipe.whiteBalance
      if recipe.whiteBalance.isNumeric { for number in numbers { result.filters[number] = nil } }
    } else if result.whiteBalance.isNumeric, numbers.contains(where: { given.contains($0.name) }) {
      result.whiteBalance = .camera
    }
    if given.contains("profile") { result.profile = recipe.profile }
    if given.contains("highlight-mode") { result.highlightMode = recipe.highlightMode }
    if given.contains("demosaic") { result.demosaic = recipe.demosaic }
    if given.contains("crop-area") { result.cropArea = recipe.cropArea }
    if given.contains("output-sharpen") {
      result.optics.outputSharpening = recipe.optics.outputSharpening
    }
    if given.contains("lut") { result.tableLook = recipe.tableLook }
    if given.contains("look") { result.look = recipe.look }
    for parameter in ParameterTable.all where given.contains(parameter.name) {
      result.filters[parameter] = recipe.filters[parameter]
    }
    return result
  }
}

extension Timeline {
  /// Returns the recipe of a source's photos without moving parameters.
  public func recipe(of source: Int) -> DevelopRecipe {
    sources[source].develop?.applied(to: recipe) ?? recipe
  }
}
