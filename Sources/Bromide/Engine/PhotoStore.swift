internal import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideSampling
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// An opened photo. It decodes its pixels when a request first needs them, and all requests share
/// them.
///
/// A request with a different white level, orientation or LibRaw method decodes again. Only one
/// thread decodes, and the others wait for it.
final class PhotoStore: @unchecked Sendable {
  /// A photo that is ready for development.
  struct Ready: Sendable {
    let source: DevelopSource
    /// The recipe of this photo, with its look and white balance.
    let recipe: DevelopRecipe
    /// Returns the warnings, one sentence each. They are complete after the photo was developed.
    let warnings: @Sendable () -> [String]
  }

  /// The options for opening a photo.
  struct Access: Sendable {
    /// The means to open the photo.
    let context: RunContext
    /// The policy for damaged data.
    var damaged = DamagePolicy.fail
    /// Whether uncompressed samples may stay in the file. The first such photo installs a handler
    /// for SIGBUS.
    var leavesSamplesInFile = false
    /// The maximum number of bytes for decoding, or `nil` for no limit.
    var mostMemory: Int?
    /// Whether to accept a finished picture, such as a JPEG, as a photo, like `bromide convert`.
    var takesPictures = false
  }

  let input: PhotoInput
  let access: Access
  /// The photo's metadata.
  let metadata: PhotoMetadata
  /// Whether it is a finished picture.
  let isPicture: Bool

  private let monitor = Monitor()
  // The monitor protects the following properties.
  private var file: PhotoFile
  private var form: Form
  private var pixels: Pixels?
  /// The warnings of the requests so far.
  private var requested: [Warning] = []

  /// The settings that affect decoded pixels.
  private struct Form: Hashable {
    var interpolation: LibRawInterpolation?
    var exposure: UnknownExposure
    var orientation: Orientation?

    init(_ settings: LoadSettings) {
      interpolation = settings.interpolation
      exposure = settings.unknownExposure
      orientation = settings.orientation
    }
  }

  private enum Pixels {
    case raw(LoadedPhoto)
    case picture(StillPhoto.Loaded)

    var source: DevelopSource {
      switch self {
      case .raw(let photo): photo.source
      case .picture(let still): still.source
      }
    }
  }

  /// Opens a photo and reads its metadata.
  init(_ input: PhotoInput, _ access: Access) throws(BromideError) {
    self.input = input
    self.access = access
    var loading = LoadSettings(access.context)
    loading.damaged = access.damaged
    form = Form(loading)
    do throws(PhotoError) {
      file =
        access.takesPictures
        ? try PhotoFile(path: input.path, settings: loading)
        : .raw(try OpenedPhoto(path: input.path, settings: loading))
    } catch { throw BromideError(error, input) }
    metadata = file.metadata
    isPicture = file.isStill
    if let most = access.mostMemory, file.expectedMemory > most {
      let (needed, allowed) = Self.sizes(file.expectedMemory, most)
      throw BromideError(.memory, input.name, "needs \(needed), memory allows \(allowed)")
    }
  }

  /// Returns two amounts of memory in megabytes, or in bytes if megabytes would hide the difference.
  private static func sizes(_ needed: Int, _ allowed: Int) -> (String, String) {
    let sizes = (MemoryShortage.megabytes(needed), MemoryShortage.megabytes(allowed))
    return allowed >= 10_000_000 && sizes.0 != sizes.1
      ? sizes : ("\(needed) bytes", "\(allowed) bytes")
  }

  /// Decodes the photo if necessary, and completes a recipe for it.
  ///
  /// - Parameter crew: The threads that help to decode.
  func ready(_ settings: PhotoSettings, crew: Crew) throws(BromideError) -> Ready {
    monitor.lock()
    defer { monitor.unlock() }
    var settings = settings
    do throws(SidecarFailure) {
      if input.name != nil {
        let (own, report) = try settings.withSidecar(of: input.path)
        settings = own
        requested.add(report?.otherEdits ?? [])
        if let warning = report?.warning { requested.add([Warning("\(input.path): \(warning)")]) }
      }
    } catch { throw BromideError(.input, input.name, error.reason) }
    let pixels = try decoded(settings.loading, crew)
    let source = pixels.source
    do throws(DevelopError) {
      let warnings: @Sendable () -> [Warning]
      switch (file, pixels) {
      case (.raw(let opened), .raw(let loaded)):
        let look = try settings.cameraLook(of: opened, loaded)
        settings = settings.with(look)
        let damage = loaded.damageReason.map { Warning($0) }
        warnings = { [settings, input = self.input] in
          [damage].compactMap(\.self) + settings.warnings(about: loaded, input.path, look: look)
        }
      default:
        if let complaint = StillPhoto.complaint(about: settings) { throw .unsupported(complaint) }
        settings.recipe = StillPhoto.recipe(settings.recipe)
        let known =
          if case .picture(let still) = pixels {
            Self.warnings(aboutDamage: still.damage) + settings.warnings(about: still)
          } else {
            settings.tableWarnings
          }
        warnings = { known }
      }
      requested.add(warnings())
      let recipe = try settings.recipe(for: source)
      return Ready(source: source, recipe: recipe) { [input = self.input] in
        warnings().map { input.sentence($0.text) }
      }
    } catch { throw BromideError(error, input) }
  }

  /// Returns the decoded pixels, which depend on a few settings. Call this with the lock held.
  private func decoded(_ needed: LoadSettings, _ crew: Crew) throws(BromideError) -> Pixels {
    if let pixels, form == Form(needed) { return pixels }
    do throws(PhotoError) {
      if form != Form(needed) {
        var loading = needed
        loading.damaged = access.damaged
        file =
          isPicture
          ? try PhotoFile(path: input.path, settings: loading)
          : .raw(try OpenedPhoto(path: input.path, settings: loading))
        form = Form(needed)
        pixels = nil
      }
      let made: Pixels
      switch file {
      case .raw(let raw):
        let helpers: Unpacking.Crew = { crew($0) }
        made = .raw(
          try raw.load(
            crew: crew.size > 1 ? helpers : nil, leavesSamplesInFile: access.leavesSamplesInFile))
      case .still(let still):
        made = .picture(try still.load())
      }
      pixels = made
      return made
    } catch { throw BromideError(error, input) }
  }

  /// Returns the decoded photo.
  ///
  /// - Precondition: It is a raw.
  func raw() throws(BromideError) -> LoadedPhoto {
    monitor.lock()
    defer { monitor.unlock() }
    guard case .raw(let photo) = try decoded(LoadSettings(access.context), .alone) else {
      preconditionFailure("a raw is decoded as one")
    }
    return photo
  }

  /// The reason if pixels in the file were lost, or `nil`. Check this after you use them.
  var loss: String? {
    monitor.locked { if case .raw(let photo)? = pixels { photo.lostPixels } else { nil } }
  }

  /// Returns the warning about the damage in a finished picture.
  static func warnings(aboutDamage damage: String?) -> [Warning] {
    damage.map { [Warning("damaged: \($0)")] } ?? []
  }

  /// Adds the warnings of a request.
  func add(_ warnings: [Warning]) { monitor.locked { requested.add(warnings) } }

  /// Sentences about damage, skipped corrections, the photo and the requests so far. They are
  /// complete after the photo is decoded.
  var notes: [String] {
    monitor.locked {
      var warnings: [Warning] = []
      switch pixels {
      case nil: break
      case .picture(let still):
        warnings += Self.warnings(aboutDamage: still.damage)
        warnings.add(still.warnings)
      case .raw(let photo):
        warnings += [photo.damageReason.map { Warning($0) }].compactMap(\.self)
        warnings.add(photo.warnings(for: .embedded))
        warnings.add([photo.balanceWarning].compactMap(\.self))
        warnings.add(
          photo.raw.embeddedOptics.ignored.filter { !$0.isOptional }.map {
            Warning("Bromide cannot apply a correction in the file: \($0.text)")
          })
      }
      warnings.add(requested)
      return warnings.map { input.sentence($0.text) }
    }
  }

  /// Runs a body with the opened file. Only one thread can use the file.
  func withFile<R>(_ body: (PhotoFile) throws(BromideError) -> R) throws(BromideError) -> R {
    monitor.lock()
    defer { monitor.unlock() }
    return try body(file)
  }
}

extension BromideError {
  /// Returns an error while loading, with the name of the input.
  init(_ error: PhotoError, _ input: PhotoInput) {
    let error = BromideError(error)
    self.init(error.kind, input.name, input.reason(error.reason))
  }

  /// Returns an error while developing, with the name of the input.
  init(_ error: DevelopError, _ input: PhotoInput) {
    let error = BromideError(error, input.path)
    self.init(error.kind, input.name, input.reason(error.reason))
  }
}
