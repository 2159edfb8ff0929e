internal import BromideCodecs

/// Finds the lens that a photo was taken with, or fails if the match is not certain.
///
/// The mount and crop factor must match. The lens name must match except for case, spaces and the
/// maker's name. Without a name, this finds all lenses with the photo's numbers and features. We do
/// not use lensfun's search because it returns a best guess: on a Nikon, “18-55mm f/3.5-5.6”
/// matches four lenses.
struct LensSearch: Sendable {
  /// The data that identify a lens.
  struct Key: Hashable {
    let make, model, lens: String
    let specification: LensSpecification?

    init(_ query: LensQuery) {
      (make, model, lens) = (query.make, query.model, query.lens)
      specification = query.specification
    }
  }

  /// A lens in the database.
  struct Lens: Sendable {
    /// Its name.
    let name: String
    /// A small database with only this lens, for lensfun.
    let text: [UInt8]

    init(_ element: DatabaseElement) {
      name = element.name
      text =
        [UInt8]("<lensdatabase version=\"1\">\n".utf8) + element.text
        + [UInt8]("\n</lensdatabase>\n".utf8)
    }
  }

  /// The lens with the photo's name, or one or more lenses with its numbers.
  private(set) var lenses: [Lens] = []
  /// The camera's crop factor.
  private(set) var crop = 0.0

  /// The reason why the lens was not found.
  struct Doubt: Error {
    var reason: String

    init(reason: String) { self.reason = reason }

    /// The doubt about lenses that share a photo's numbers.
    init(_ key: Key, _ names: [String]) {
      reason =
        "lensfun does not have one correction for all lenses of "
        + "\(key.specification?.text ?? "") for \(key.model): "
        + LensAgreement.once(names).joined(separator: ", ")
    }
  }

  private let key: Key

  init(_ key: Key, in files: [DatabaseFile]) throws(Doubt) {
    self.key = key
    let (model, lens) = (LensName.plain(key.model), LensName.plain(key.lens))
    let maker = LensName.maker(key.make)
    var cameras: [DatabaseElement] = []
    var lenses: [DatabaseElement] = []
    var mounts: [DatabaseElement] = []
    for element in DatabaseSearch(camera: model, lens: lens).elements(of: files) {
      if element.kind == .mount {
        mounts.append(element)
        continue
      }
      let makers = element.values("maker")
      switch element.kind {
      case .mount: break
      case .camera:
        if makers.contains(where: { LensName.maker($0) == maker }),
          element.isNamed(model, makers.flatMap { [LensName.plain($0), LensName.maker($0)] })
        {
          cameras.append(element)
        }
      case .lens:
        if element.isNamed(lens, makers.map(LensName.plain)) { lenses.append(element) }
      }
    }
    let mount = try mount(of: cameras)
    let chosen: [DatabaseElement]
    if Self.isOfOneCamera(mount) {
      let own = DatabaseSearch(mount: mount).elements(of: files)
        .filter { $0.values("mount").contains(mount) }
      chosen = [try one(of: own, named: "the built-in lens")]
    } else {
      let fitting = Set(
        [mount]
          + mounts.filter { $0.values("name").first == mount }.flatMap { $0.values("compat") })
      if let numbers = key.specification {
        let like = Self.lenses(of: fitting, in: files) { $0.hasNumbers(of: numbers) }
        let fits = like.filter { $0.hasFeatures(of: numbers, cameraMaker: maker) }
        // An old lens without features looks like a file that lost them, such as a DNG.
        guard !numbers.features.isEmpty || fits.count == like.count else {
          throw Doubt(
            reason: "the file lacks the features that distinguish its lens from "
              + LensAgreement.once(like.map(\.name)).joined(separator: ", "))
        }
        chosen = try all(of: fits, with: numbers)
      } else {
        guard !key.lens.isEmpty else { throw Doubt(reason: "the file does not name a lens") }
        var fits = lenses.filter { !fitting.isDisjoint(with: $0.values("mount")) }
        if fits.isEmpty {
          let words = LensName.words(key.lens)
          fits = Self.lenses(of: fitting, in: files) { $0.hasWords(words) }
        }
        chosen = [try one(of: fits, named: "\(key.lens) for \(key.model)")]
      }
    }
    self.lenses = chosen.map(Lens.init)
  }

  /// Returns the lenses of some mounts that match, in the order of mounts and files.
  private static func lenses(
    of mounts: Set<String>, in files: [DatabaseFile], where matches: (DatabaseElement) -> Bool
  ) -> [DatabaseElement] {
    mounts.sorted().flatMap { mount in
      DatabaseSearch(mount: mount).elements(of: files).filter { element in
        element.kind == .lens && element.values("mount").first(where: mounts.contains) == mount
          && matches(element)
      }
    }
  }

  /// Returns the camera's mount and keeps its crop factor.
  private mutating func mount(of cameras: [DatabaseElement]) throws(Doubt) -> String {
    guard let camera = cameras.first else {
      throw Doubt(reason: "lensfun does not know the camera \(key.model)")
    }
    crop = camera.crop
    let mount = camera.values("mount").first ?? ""
    guard cameras.allSatisfy({ $0.values("mount").first ?? "" == mount && $0.crop == crop }),
      crop > 0.1, crop < 100
    else { throw Doubt(reason: "lensfun knows several cameras named \(key.model)") }
    return mount
  }

  /// Returns the lens among those with the right name and mount. If a lens was measured on several
  /// sensors, selects the next larger one.
  private func one(of lenses: [DatabaseElement], named name: String) throws(Doubt)
    -> DatabaseElement
  {
    guard !lenses.isEmpty else { throw Doubt(reason: "lensfun does not know \(name)") }
    let usable = usable(lenses)
    let best = nearest(usable)
    guard !best.isEmpty else {
      throw Doubt(reason: "lensfun measured \(name) on smaller sensors only")
    }
    let names = Set(
      usable.map {
        LensName.plain(($0.values("maker").first ?? "") + ($0.values("model").first ?? ""))
      })
    guard best.count == 1, names.count == 1 else {
      throw Doubt(reason: "lensfun knows \(max(best.count, names.count)) lenses named \(name)")
    }
    return best[0]
  }

  /// Returns the lenses that were measured on a sensor of at least the camera's size.
  private func usable(_ lenses: [DatabaseElement]) -> [DatabaseElement] {
    lenses.filter { $0.crop > 0 && $0.crop <= crop * (1 + Self.cropRounding) }
  }

  /// Returns the lenses that were measured on the smallest sensor.
  private func nearest(_ lenses: [DatabaseElement]) -> [DatabaseElement] {
    let nearest = lenses.map(\.crop).max()
    return lenses.filter { $0.crop == nearest }
  }

  /// Returns all lenses with a photo's numbers. If a lens was measured on several sensors, selects
  /// the next larger one.
  private func all(
    of lenses: [DatabaseElement], with numbers: LensSpecification
  ) throws(Doubt) -> [DatabaseElement] {
    guard !lenses.isEmpty else {
      throw Doubt(reason: "lensfun does not know a lens of \(numbers.text ?? "") for \(key.model)")
    }
    let models = DatabaseElement.models(of: lenses)
    let chosen = models.map { nearest(usable($0)) }
    guard !chosen.contains(where: \.isEmpty) else {
      if models.count > 1 { throw Doubt(key, models.compactMap(\.first?.name)) }
      throw Doubt(reason: "lensfun measured \(lenses[0].name) on smaller sensors only")
    }
    return chosen.flatMap(\.self)
  }

  /// The doubt about lenses with the photo's numbers and different corrections.
  var disagreement: Doubt { Doubt(key, lenses.map(\.name)) }

  /// Returns the reason why a photo does not match this camera and lens, or `nil` if it matches.
  func doubt(_ query: LensQuery) -> String? {
    // If the crop factors differ, the cause is a crop mode, a converter, or a lens that
    // the camera does not know.
    let recorded = query.focalLength35mm / query.focalLength
    guard recorded != 0, abs(recorded - crop) > Self.cropShare * crop else { return nil }
    return "the crop in the file is \(Self.text(recorded)), but lensfun has \(Self.text(crop))"
  }

  /// Returns whether a mount belongs to a lens that is fixed to its camera. In lensfun, its name
  /// begins with a lower-case letter.
  private static func isOfOneCamera(_ mount: String) -> Bool { mount.first?.isLowercase == true }

  private static func text(_ number: Double) -> String {
    let tenths = Int((min(number, 1000) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// The tolerance of the crop factor, because focal lengths on film are rounded to millimetres.
  private static let cropShare = 0.08
  /// The difference between the crop factors of equal sensor sizes.
  private static let cropRounding = 0.04
}

extension DatabaseElement {
  /// The crop factor, or 0 if it is missing.
  fileprivate var crop: Double { values("cropfactor").first.flatMap(Double.init) ?? 0 }

  fileprivate func isNamed(_ name: [UInt8], _ makers: [[UInt8]]) -> Bool {
    values("model").contains { LensName.isSame(LensName.plain($0), name, makers: makers) }
  }

  /// Returns whether a name has these words in any order, with or without the maker.
  fileprivate func hasWords(_ words: Set<String>) -> Bool {
    let makers = values("maker").reduce(into: Set<String>()) { $0.formUnion(LensName.words($1)) }
    let own = words.subtracting(makers)
    return !own.isEmpty
      && values("model").contains { LensName.words($0).subtracting(makers) == own }
  }
}
