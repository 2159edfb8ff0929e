/// The one lens of a database that a photo was taken with, beyond doubt: mount, crop and focal length fit, and the name is the
/// file's but for case, spaces and the maker. lensfun's own search answers with a score, which is no proof: “18-55mm f/3.5-5.6”
/// on a Nikon is four lenses.
struct LensSearch {
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

  /// A camera or lens of a file.
  private struct Entry {
    let file: Int
    let element: DatabaseFile.Element
    let crop: Double
  }

  private let files: [DatabaseFile]
  private let query: LensQuery

  init(_ query: LensQuery, in files: [DatabaseFile]) throws(Doubt) {
    self.files = files
    self.query = query
    guard !query.model.isEmpty else { throw Doubt(reason: "the file names no camera") }
    var cameras: [Entry] = []
    var lenses: [Entry] = []
    var built: [Entry] = []
    var mounts: [Entry] = []
    let (model, lens) = (LensName.plain(query.model), LensName.plain(query.lens))
    let maker = LensName.maker(query.make)
    for (index, file) in files.enumerated() {
      for element in file.elements() {
        func entry() -> Entry {
          let crop = file.values("cropfactor", of: element).first.flatMap(Double.init) ?? 0
          return Entry(file: index, element: element, crop: crop)
        }
        func isNamed(_ name: [UInt8], makers: [[UInt8]]) -> Bool {
          file.values("model", of: element).contains {
            LensName.isSame(LensName.plain($0), name, makers: makers)
          }
        }
        let makers = file.values("maker", of: element)
        switch element.kind {
        case .mount: mounts.append(Entry(file: index, element: element, crop: 0))
        case .camera:
          guard makers.contains(where: { LensName.maker($0) == maker }),
            isNamed(model, makers: makers.flatMap { [LensName.plain($0), LensName.maker($0)] })
          else { continue }
          cameras.append(entry())
        case .lens:
          if !lens.isEmpty, isNamed(lens, makers: makers.map(LensName.plain)) {
            lenses.append(entry())
          } else if file.values("mount", of: element).first.map(Self.isOfOneCamera) == true {
            built.append(entry())
          }
        }
      }
    }
    try choose(cameras, lenses, built, mounts)
  }

  private mutating func choose(
    _ cameras: [Entry], _ lenses: [Entry], _ built: [Entry], _ mounts: [Entry]
  ) throws(Doubt) {
    guard let camera = cameras.first else {
      throw Doubt(reason: "lensfun does not know the camera \(query.model)")
    }
    let mount = values("mount", camera).first ?? ""
    guard cameras.allSatisfy({ values("mount", $0).first == mount && $0.crop == camera.crop }),
      camera.crop > 0.1, camera.crop < 100
    else {
      throw Doubt(
        reason: "lensfun knows several cameras named \(query.model)")
    }
    crop = camera.crop
    let focal = query.focalLength
    guard focal > 0 else { throw Doubt(reason: "the file states no focal length") }
    // What lies between them is a crop mode, a converter or a lens that the camera does not know.
    let stated = query.focalLength35mm / focal
    guard stated == 0 || abs(stated - crop) <= Self.cropShare * crop else {
      throw Doubt(
        reason:
          "the file states a crop of \(Self.text(stated)), where lensfun has \(Self.text(crop))")
    }
    let lens: Entry
    if Self.isOfOneCamera(mount) {
      let own = (built + lenses).filter { values("mount", $0).contains(mount) }
      lens = try one(of: own, named: "the camera's own lens")
    } else {
      guard !query.lens.isEmpty else { throw Doubt(reason: "the file names no lens") }
      let fitting = Set(
        [mount]
          + mounts.filter { values("name", $0).first == mount }.flatMap { values("compat", $0) })
      lens = try one(
        of: lenses.filter { !fitting.isDisjoint(with: values("mount", $0)) },
        named: "\(query.lens) for \(query.model)")
    }
    name = values("model", lens).first ?? query.lens
    let head = [UInt8]("<lensdatabase version=\"1\">\n".utf8)
    let parts = mounts + [camera, lens]
    text = parts.reduce(into: head) { $0 += files[$1.file].bytes(of: $1.element) }
    text += [UInt8]("\n</lensdatabase>\n".utf8)
  }

  /// The lens among those that fit by name and mount: of several measurements of one lens that on the next larger sensor.
  private func one(of lenses: [Entry], named name: String) throws(Doubt) -> Entry {
    guard !lenses.isEmpty else { throw Doubt(reason: "lensfun does not know \(name)") }
    let usable = lenses.filter { $0.crop > 0 && $0.crop <= crop * (1 + Self.cropRounding) }
    guard let nearest = usable.map(\.crop).max() else {
      throw Doubt(reason: "lensfun measured \(name) on smaller sensors only")
    }
    let best = usable.filter { $0.crop == nearest }
    let names = Set(
      usable.map {
        LensName.plain((values("maker", $0).first ?? "") + (values("model", $0).first ?? ""))
      })
    guard best.count == 1, names.count == 1 else {
      throw Doubt(reason: "lensfun knows \(max(best.count, names.count)) lenses named \(name)")
    }
    return best[0]
  }

  private func values(_ name: String, _ entry: Entry) -> [String] {
    files[entry.file].values(name, of: entry.element)
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
