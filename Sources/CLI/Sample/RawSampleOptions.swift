internal import ArgumentParser
internal import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideSampling
internal import BromideSystem
internal import SystemPackage

/// The pixels to sample in raws.
struct RawSampleOptions: ParsableArguments {
  @Option(
    choice: "Source of the pixels", standard: "auto",
    note: "auto reads the sensor.")
  var from: RawSourceChoice = .auto

  @Option(
    name: .customLong("as"), choice: "Light to sample", standard: "scene",
    note: """
      scene is the linear light that the sensor recorded.
      convert is the colour that bromide convert writes, with its look and filters.
      """)
  var light: SampledLight?

  @Option(
    help: ArgumentHelp("Demosaicing method", of: DemosaicChoice.names, standard: "auto"),
    completion: .list(DemosaicChoice.names), transform: DemosaicChoice.init)
  var demosaic: DemosaicChoice?

  @Option(
    help: ArgumentHelp(
      "Undo the shading of the lens",
      of: ["auto", "none"], standard: "auto",
      note: """
        auto uses the shading from a DNG, Sony or Fujifilm file, or lensfun.
        The points do not move.
        """),
    completion: .list(["auto", "none"]),
    transform: { try Choice.value($0, in: [("auto", OpticsSettings.Lens.auto), ("none", .none)]) })
  var lens: OpticsSettings.Lens?

  @OptionGroup var names: LensNamesOptions

  @Option(
    help: ArgumentHelp(
      "Apply the corrections in a file from bromide convert --optics-save",
      discussion: """
        The corrections are lateral colour, hot pixels, colour noise and the capture's blur.
        By default, sample skips them, because a few points are too few to measure them.
        """,
      valueName: "file"),
    completion: .file(), transform: Self.readings)
  var optics: LockedOptics?

  static func readings(_ text: String) throws -> LockedOptics {
    do throws(OpticsFileError) {
      return try OpticsFile.read(FilePath(reversible: text))
    } catch {
      throw ValidationError(error.description)
    }
  }

  mutating func validate() throws {
    if optics != nil, from != .auto {
      throw ValidationError(
        "--optics cannot be combined with --from \(from.rawValue), which skips the sensor; remove one"
      )
    }
    if case .libRaw(let method)? = demosaic, optics != nil {
      throw ValidationError(
        "--optics cannot be combined with libraw:\(method.rawValue); remove one"
      )
    }
    if let source = names.lensNames, lens == OpticsSettings.Lens.none {
      throw ValidationError("--lens-names \(source.rawValue) has no effect with --lens none")
    }
    if from == .half, demosaic != nil {
      throw ValidationError("--from half sets the demosaic method; remove --demosaic")
    }
  }

  func apply(to settings: inout PhotoSettings) {
    (from == .half ? .own(.half) : demosaic)?.apply(to: &settings)
    settings.loading.lockedOptics = optics
    settings.loading.lensNames = names.source
  }

  /// Names of the options that were set.
  var flags: Set<String> {
    var names: Set<String> = light == nil ? [] : ["as"]
    if demosaic != nil || from == .half { names.insert("demosaic") }
    if optics != nil { names.insert("optics") }
    if lens != nil { names.insert("lens") }
    if self.names.lensNames != nil { names.insert("lens-names") }
    return names
  }

  /// Names of settings that affect samples of scene light.
  static let measuring: Set<String> = [
    "white-balance", "temperature", "tint", "exposure", "demosaic", "profile", "as",
  ]

  /// The reason for rejecting a setting.
  static let rejection =
    "it does not affect the scene's light; add --as convert to sample finished colours"
}
