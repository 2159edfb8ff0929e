internal import BromideDevelop
internal import BromideValues

extension SourceDevelop {
  /// Reads the develop settings of a source, or reports an error and returns `nil` if they are not
  /// a mapping.
  init?(_ entry: DocumentEntry, _ reader: DocumentReader) {
    guard let fields = DocumentFields(entry, reader, accepted: DevelopRecipe.accepted) else {
      return nil
    }
    var recipe = DevelopRecipe()
    recipe.readDevelop(fields, reader)
    self.init(recipe, given: Set(fields.names))
    line = entry.line
    switch fields.value("look", reader.look) {
    case .look(let look)?: self.recipe.look = look
    case .file(let path)?: lookFile = path
    case .camera(let mode)?:
      reader.report(
        line: entry.line, key: "develop.look", found: mode.rawValue,
        "applies to all sources; move it to develop of the document")
    case nil: break
    }
    let top = "belongs at the top level of the document, as all frames share it"
    fields.end(elsewhere: [
      "space": top, "depth": top, "dither": top, "tone": top, "size": top, "fit": top,
    ])
  }
}
