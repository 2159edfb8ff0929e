internal import BromideCodecs

extension LensSpecification {
  /// Whether both focal lengths and both apertures are known.
  var isComplete: Bool {
    [leastFocalLength, mostFocalLength, leastFocalAperture, mostFocalAperture]
      .allSatisfy { $0 > 0 }
  }

  /// Returns whether a name has these focal lengths and apertures.
  fileprivate func hasNumbers(_ name: String) -> Bool {
    guard let focal = LensName.focalLengths(name), let wide = LensName.apertures(name) else {
      return false
    }
    func isNear(_ one: Double, _ other: Double) -> Bool { abs(one - other) <= Self.share * other }
    return isNear(leastFocalLength, focal.least) && isNear(mostFocalLength, focal.most)
      && isNear(leastFocalAperture, wide.least) && isNear(mostFocalAperture, wide.most)
  }

  /// Returns whether the words of a lens's names agree with the features.
  ///
  /// Nikon's cameras record all of their features, so a missing feature is also an answer: `G` and
  /// `D` are letters of Nikon's names, and `VR` is stabilization by any maker. LibRaw reports the
  /// letter E as G. Other cameras can record fewer features than a name has.
  fileprivate func hasFeatures(
    _ words: Set<String>, isNikon: Bool, onNikon: Bool
  ) -> Bool {
    let own = Set(features.lowercased().split(separator: " ").map(String.init))
    guard onNikon else { return own.isSubset(of: words) }
    guard own.contains("vr") != words.isDisjoint(with: Self.stabilizations) else { return false }
    func letters(_ words: Set<String>) -> Set<String> {
      Set(words.intersection(["d", "e", "g"]).map { $0 == "e" ? "g" : $0 })
    }
    return !isNikon || letters(own) == letters(words)
  }

  /// The words of makers for a stabilized lens.
  private static let stabilizations: Set<String> = ["vr", "os", "vc", "is", "ois", "oss"]
  /// The tolerance of numbers. Makers round f/5.66 to 5.6, and 54 and 55 mm are different lenses.
  private static let share = 0.015
}

extension DatabaseElement {
  /// The first name of a lens.
  var name: String { values("model").first ?? "" }

  /// Returns whether a name of the lens has a photo's focal lengths and apertures.
  func hasNumbers(of lens: LensSpecification) -> Bool {
    values("model").contains { lens.hasNumbers($0) }
  }

  /// Returns whether the names of the lens agree with a photo's features.
  ///
  /// - Parameter cameraMaker: The maker of the camera, from `LensName.maker`.
  func hasFeatures(of lens: LensSpecification, cameraMaker: [UInt8]) -> Bool {
    let nikon = LensName.maker("Nikon")
    let words = values("model").reduce(into: Set<String>()) { $0.formUnion(LensName.words($1)) }
    return lens.hasFeatures(
      words, isNikon: values("maker").contains { LensName.maker($0) == nikon },
      onNikon: cameraMaker == nikon)
  }

  /// Returns the elements of each lens together. The elements of a lens share one of its names.
  static func models(of lenses: [DatabaseElement]) -> [[DatabaseElement]] {
    var models: [(names: Set<[UInt8]>, elements: [DatabaseElement])] = []
    for lens in lenses {
      let names = Set(lens.values("model").map(LensName.plain))
      if let known = models.firstIndex(where: { !$0.names.isDisjoint(with: names) }) {
        models[known].names.formUnion(names)
        models[known].elements.append(lens)
      } else {
        models.append((names, [lens]))
      }
    }
    return models.map(\.elements)
  }
}
