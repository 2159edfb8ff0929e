internal import BromideCLI
internal import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import BromideTimelines
internal import BromideValues
internal import SystemPackage

extension FuzzTarget {
  /// Files that people and programs write.
  static let documents: [FuzzTarget] = [
    FuzzTarget(name: "timeline") { bytes in
      _ = try Timeline(bytes: bytes, path: "t.yaml", context: RunContext())
    },
    FuzzTarget(name: "recipe") { bytes in
      let recipe = try RecipeDocument(bytes: bytes, path: "r.yaml", context: RunContext())
      guard recipe.cameraLook == nil, recipe.lookFile == nil,
        [.embedded, .none].contains(recipe.settings.recipe.profile)
      else { return }
      let written = RecipeDocument.text(recipe.settings, optics: recipe.settings.recipe.optics)
      let again = try! RecipeDocument(text: written, path: "r.yaml", context: RunContext())
      precondition(again.settings == recipe.settings, written)
    },
    FuzzTarget(name: "sidecar") { bytes in
      _ = try Sidecar(bytes: bytes, photoExtension: "nef")
    },
    FuzzTarget(name: "look") { bytes in _ = try LookFile.read(file(bytes)) },
    FuzzTarget(name: "optics") { bytes in
      let optics = try OpticsFile.read(file(bytes))
      let again = try! OpticsFile.read(file(Array(OpticsFile.text(optics).utf8)))
      precondition(again == optics, "readings read back")
    },
    FuzzTarget(name: "profile") { bytes in _ = try ProfileFile(bytes: bytes, path: "p.dcp") },
    FuzzTarget(name: "points") { bytes in
      _ = try PlaceText.places(csv: text(bytes), of: "points.csv")
    },
    FuzzTarget(name: "list") { bytes in
      let paths = try ListText.paths(in: bytes)
      precondition(paths.allSatisfy { !$0.isEmpty }, "a path names something")
    },
    FuzzTarget(name: "report") { bytes in
      try Report.check(file(bytes), nextTo: [])
    },
  ]
}
