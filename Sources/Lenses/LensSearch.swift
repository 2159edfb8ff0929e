internal import Pixels

/// The one lens of a database that a photo was taken with, beyond doubt: mount and crop fit, and the name is the file's but for
/// case, spaces and the maker. lensfun's own search answers with a score, which is no proof: “18-55mm f/3.5-5.6” on a
/// Nikon is four lenses.
struct LensSearch: Sendable {
  /// What decides which lens it is.
  struct Key: Hashable {
    let make, model, lens: String

    init(_ query: LensQuery) { (make, model, lens) = (query.make, query.model, query.lens) }
  }

  /// What lensfun needs of it, as a database of its own.
  private(set) var text: [UInt8] = []
  /// The lens's name.
  private(set) var name = ""
  /// The camera's crop factor.
  private(set) var crop = 0.0

  /// Why there is none.
  struct Doubt: Error {
    var reason: String
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
    let chosen: DatabaseElement
    if Self.isOfOneCamera(mount) {
      let own = DatabaseSearch(mount: mount).elements(of: files)
        .filter { $0.values("mount").contains(mount) }
      chosen = try one(of: own, named: "the camera's own lens")
    } else {
      guard !key.lens.isEmpty else { throw Doubt(reason: "the file names no lens") }
      let fitting = Set(
        [mount]
          + mounts.filter { $0.values("name").first == mount }.flatMap { $0.values("compat") })
      chosen = try one(
        of: lenses.filter { !fitting.isDisjoint(with: $0.values("mount")) },
        named: "\(key.lens) for \(key.model)")
    }
    name = chosen.values("model").first ?? key.lens
    text =
      [UInt8]("<lensdatabase version=\"1\">\n".utf8) + chosen.text
      + [UInt8]("\n</lensdatabase>\n".utf8)
  }

  /// The mount of the one camera, whose crop is kept.
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

  /// The lens among those that fit by name and mount: of several measurements of one lens that on the next larger sensor.
  private func one(of lenses: [DatabaseElement], named name: String) throws(Doubt)
    -> DatabaseElement
  {
    guard !lenses.isEmpty else { throw Doubt(reason: "lensfun does not know \(name)") }
    let usable = lenses.filter { $0.crop > 0 && $0.crop <= crop * (1 + Self.cropRounding) }
    guard let nearest = usable.map(\.crop).max() else {
      throw Doubt(reason: "lensfun measured \(name) on smaller sensors only")
    }
    let best = usable.filter { $0.crop == nearest }
    let names = Set(
      usable.map {
        LensName.plain(($0.values("maker").first ?? "") + ($0.values("model").first ?? ""))
      })
    guard best.count == 1, names.count == 1 else {
      throw Doubt(reason: "lensfun knows \(max(best.count, names.count)) lenses named \(name)")
    }
    return best[0]
  }

  /// Why a photo is not one by this camera and lens as they are; nil if it is.
  func doubt(_ query: LensQuery) -> String? {
    // What lies between them is a crop mode, a converter or a lens that the camera does not know.
    let stated = query.focalLength35mm / query.focalLength
    guard stated != 0, abs(stated - crop) > Self.cropShare * crop else { return nil }
    return "the crop in the file is \(Self.text(stated)), but lensfun has \(Self.text(crop))"
  }

  /// Whether a mount is that of a lens which stays on its camera: lensfun writes it with a small letter.
  private static func isOfOneCamera(_ mount: String) -> Bool { mount.first?.isLowercase == true }

  private static func text(_ number: Double) -> String {
    let tenths = Int((min(number, 1000) * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  /// Focal lengths on film are rounded to millimetres.
  private static let cropShare = 0.08
  /// Crop factors of one size of sensors differ by as much.
  private static let cropRounding = 0.04
}

extension DatabaseElement {
  /// The crop factor; 0 without one.
  fileprivate var crop: Double { values("cropfactor").first.flatMap(Double.init) ?? 0 }

  fileprivate func isNamed(_ name: [UInt8], _ makers: [[UInt8]]) -> Bool {
    values("model").contains { LensName.isSame(LensName.plain($0), name, makers: makers) }
  }
}
