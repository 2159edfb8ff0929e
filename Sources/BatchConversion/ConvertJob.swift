public import Develop

/// One photo to convert: all that a worker, in this process or another, needs to know.
public struct ConvertJob: Sendable, Hashable, Codable {
  public var input: String
  public var output: String
  public var recipe: DevelopRecipe

  public init(input: String, output: String, recipe: DevelopRecipe) {
    self.input = input
    self.output = output
    self.recipe = recipe
  }
}
