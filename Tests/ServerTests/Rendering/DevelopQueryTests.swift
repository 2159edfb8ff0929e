import BromideDevelop
import BromideSampling
import BromideServer
import BromideValues
import Testing

@Suite struct DevelopQueryTests {
  @Test func readsTheValuesOfFlags() throws {
    let query = try DevelopQuery([
      ("exposure", "-0.7"), ("white-balance", "5200,-4"), ("look", "flat"),
      ("tone-curve", "0,0 0.5,0.6 1,1"), ("tone-curve-red", "0,0.1 1,0.9"),
    ])
    #expect(query.settings.recipe.exposure == -0.7)
    #expect(query.settings.recipe.whiteBalance == .temperature(5200, tint: -4))
    #expect(query.settings.recipe.look.name == "flat")
    #expect(query.settings.recipe.filters[.toneCurve] == [0, 0, 0.5, 0.6, 1, 1])
    #expect(query.settings.recipe.filters[.toneCurveRed] == [0, 0.1, 1, 0.9])
    #expect(!query.isPlaced)
  }

  @Test(arguments: [
    ("exposur", "1", "did you mean “exposure”"), ("exposure", "eleven", "-10 to 10 EV"),
    ("exposure", "11", "-10 to 10 EV"),
    ("exposure", "nan", "-10 to 10 EV"), ("white-balance", "sunny", "daylight"),
    ("white-balance", "at:0.5,0.5", "expected"),
    ("look", "fat", "did you mean “flat”"), ("tone", "log", "standard, linear"),
    ("crop", "0,0,1,1", "region"), ("rotation", "3", "rotation of the path"),
    ("opacity", "0.5", "opaque"), ("highlight-mode", "x", "recover"), ("", "", "no parameter"),
  ])
  func rejectsInvalidValues(_ name: String, _ value: String, _ word: String) throws {
    let rejection = try #require(throws: Rejection.self) { try DevelopQuery([(name, value)]) }
    #expect(rejection.status == 400)
    #expect(rejection.reason.contains(word), "\(rejection.reason)")
  }

  @Test func rejectsContradictoryParameters() {
    #expect(throws: Rejection.self) {
      try DevelopQuery([("white-balance", "5200"), ("tint", "4")])
    }
    #expect(throws: Rejection.self) { try DevelopQuery([("tone", "linear"), ("look", "flat")]) }
  }

  @Test func theOrderDoesNotMatter() throws {
    let one = try DevelopQuery([("exposure", "1"), ("contrast", "1.2")])
    let other = try DevelopQuery([("contrast", "1.2"), ("exposure", "1")])
    #expect(one.key == other.key)
    #expect(try DevelopQuery([("exposure", "2")]).key != DevelopQuery([("exposure", "1")]).key)
  }

  /// Every name is accepted by its default, where it has one.
  @Test func everyParameterIsRead() throws {
    for parameter in DevelopQuery.parameters {
      guard let standard = parameter.standard, !standard.isEmpty else { continue }
      _ = try DevelopQuery([(parameter.name, parameter.text(standard))])
    }
    #expect(DevelopQuery.parameters.count > 25)
  }
}
