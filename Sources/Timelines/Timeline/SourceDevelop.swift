public import BromideDevelop
internal import BromideValues
public import SystemPackage

/// The development settings of a source, which override the timeline's settings.
public struct SourceDevelop: Sendable {
  /// The settings. Only the values in `stated` are used.
  public var recipe: DevelopRecipe
  /// The keys that are set, as in documents.
  public var stated: Set<String>
  /// A file with the look, which replaces the recipe's look.
  public var lookFile: FilePath?
  /// The line in the document, starting at 1.
  public var line: Int?

  /// Creates settings.
  ///
  /// - Parameters:
  ///   - recipe: The values.
  ///   - stated: The keys that are set, as in documents.
  public init(_ recipe: DevelopRecipe, stated: Set<String>) {
    self.recipe = recipe
    self.stated = stated
  }

  /// Removes keys because flags set them. Temperature and tint are treated as a white balance.
  ///
  /// - Parameter names: Keys as in documents.
  public mutating func leave(_ names: Set<String>) {
    var names = names
    let light: Set<String> = ["white-balance", "temperature", "tint"]
    if !names.isDisjoint(with: light) { names.formUnion(light) }
    stated.subtract(names)
  }

  /// Returns a recipe with these settings applied.
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
  /// Returns the recipe of a source's photos without moving parameters.
  public func recipe(of source: Int) -> DevelopRecipe {
    sources[source].develop?.applied(to: recipe) ?? recipe
  }
}
