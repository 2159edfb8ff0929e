internal import ArgumentParser
internal import BromideCodecs
internal import BromideRaw
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// `bromide profile`.
struct ProfileCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "profile",
    abstract: "Make a camera profile from photos of a colour chart.",
    discussion: """
      Bromide fits a matrix that keeps white, and a table of hue and saturation if that lowers the error of \
      patches that the fit has not seen. With two photos under two lights, the profile contains both.

      Examples:
        bromide profile chart.cr2 --chart colorchecker24 --illuminant d55 -o camera.dcp
        bromide profile lamp.nef sun.nef --chart colorchecker24 --illuminant a,d55 -o camera.dcp
        bromide profile chart.dng --chart colorchecker24 --illuminant d50 -o camera.icc
        bromide profile chart.dng --chart colorchecker24 --illuminant d50 -o studio.recipe.yaml
        bromide convert photo.cr2 --profile camera.dcp

      Exit status: 0 success, 1 a photo failed, 64 wrong usage.
      """)

  @Argument(help: "One or two raw photos of the chart", completion: .file())
  var photos: [String] = []

  @Option(
    help: ArgumentHelp(
      "The chart in the photos",
      discussion: "One of "
        + ColorChart.published.map(\.name).joined(separator: ", ") + ", or a CGATS file.",
      valueName: "chart"),
    completion: .list(ColorChart.published.map(\.name)))
  var chart: String?

  @OptionGroup var place: ChartPlaceOptions

  @Option(
    help: ArgumentHelp(
      "Light of each photo: a, d50, d55, d65, d75 (default: d50)",
      discussion: "Separate two lights with a comma.", valueName: "names"),
    completion: .list(ProfileLight.allCases.map(\.rawValue)), transform: Self.lights)
  var illuminant: [ProfileLight]?

  @Option(choice: "Correct hues", standard: "auto")
  var table: ChartFit.Table = .auto

  @Option(help: ArgumentHelp("Name of the profile (default: Bromide)", valueName: "text"))
  var name: String?

  @Option(
    name: [.short, .long],
    help: ArgumentHelp(
      "Profile to write: .dcp, .icc or .recipe.yaml",
      discussion: """
        A recipe sets the profile and the white balance of the chart.
        Bromide writes the profile next to it, as a .dcp.
        """,
      valueName: "file"), completion: .file())
  var output: String

  @Flag(name: .customShort("y"), help: "Replace an existing file")
  var overwrites = false

  @OptionGroup(title: "Work") var work: WorkOptions

  mutating func validate() throws {
    guard chart != nil else {
      let names = ColorChart.published.map(\.name).joined(separator: ", ")
      throw ValidationError("--chart is missing; name \(names) or a CGATS file")
    }
    guard (1...2).contains(photos.count) else {
      throw ValidationError("a profile needs one or two photos, not \(photos.count)")
    }
    if let illuminant, illuminant.count != photos.count {
      throw ValidationError(
        "--illuminant names \(illuminant.count) lights for \(photos.count) photos")
    }
    guard illuminant != nil || photos.count == 1 else {
      throw ValidationError("two photos need their lights; add --illuminant, such as a,d55")
    }
    if let illuminant, illuminant.count == 2, illuminant[0] == illuminant[1] {
      throw ValidationError("--illuminant: the two lights are the same")
    }
    let kind = ProfileKind(output)
    guard let kind else {
      throw ValidationError("--output \(output): name a .dcp, .icc or .recipe.yaml")
    }
    guard kind == .icc else { return }
    if photos.count > 1 { throw ValidationError("an .icc is for one light; name a .dcp") }
  }

  mutating func run() throws { try end(after: make) }

  private func make() throws -> ExitStatus {
    let messages = Messages(quiet: work.quiet, verbose: work.verbose)
    let context = work.begin(photos)
    let (path, kind) = (FilePath(reversible: output), ProfileKind(output))
    let profilePath = kind == .recipe ? Self.profile(nextTo: path) : path
    try checkOutput(path)
    if kind == .recipe { try checkOutput(profilePath) }
    let grid = try PatchGrid(chart: chart ?? "", match: nil, corners: place.corners)
    let isICC = kind == .icc
    var (fits, camera): ([ChartFit], String?) = ([], nil)
    let lights = illuminant ?? [.d50]
    if illuminant == nil {
      messages.warning("the light is taken for D50; set --illuminant to the light of the chart")
    }
    for (photo, light) in zip(photos, lights) {
      do throws(SampleFailure) {
        let measured = try MeasuredChart(
          FilePath(reversible: photo), grid, jobs: work.threads, context)
        if let camera, camera != measured.camera {
          throw SampleFailure("it is by \(measured.camera), and the first photo by \(camera)")
        }
        camera = measured.camera
        let fit: ChartFit
        do throws(ColorError) {
          fit = try ChartFit(measured.patches, table: isICC ? .none : table)
        } catch { throw SampleFailure("\(error)") }
        fits.append(fit)
        if let status = ExitStatus.put(Self.report(photo, light, measured, fit)), status != .done {
          return status
        }
      } catch {
        messages.error("\(photo): \(error.message)")
        return .inputsFailed
      }
    }
    let title = name ?? "Bromide"
    let calibrations = zip(fits, lights).map { fit, light in
      ProfileFile.Calibration(
        illuminant: light.illuminant,
        colorMatrix: fit.colorMatrix(light.illuminant.chromaticity),
        forwardMatrix: fit.forwardMatrix, table: fit.table)
    }
    let bytes =
      try isICC
      ? Self.icc(fits[0], name: title)
      : ProfileFile.bytes(camera: camera ?? "", name: title, calibrations: calibrations)
    try write(bytes, to: profilePath, messages)
    if kind == .recipe {
      try write(Array(Self.recipe(fits, profile: profilePath).utf8), to: path, messages)
    }
    return .done
  }

  private func write(
    _ bytes: [UInt8], to path: FilePath, _ messages: Messages
  ) throws(UsageError) {
    do throws(SystemError) { try FileSystem.replace(path, with: bytes) } catch {
      throw UsageError("--output \(path) cannot be written: \(error.reason)")
    }
    messages.info("\(path): \(bytes.count) bytes")
  }

  /// Returns the path of a recipe's profile: `studio.dcp` for `studio.recipe.yaml`.
  private static func profile(nextTo recipe: FilePath) -> FilePath {
    var path = recipe
    path.extension = nil
    if path.lowercasedExtension == "recipe" { path.extension = nil }
    path.extension = "dcp"
    return path
  }

  /// Returns a recipe with a profile. For one light, it also has the white balance of the chart,
  /// because all photos of a studio share it.
  private static func recipe(_ fits: [ChartFit], profile: FilePath) -> String {
    let name = (profile.lastComponent?.string ?? "").replacing("'", with: "''")
    var text = "# Bromide made this recipe from a chart.\nprofile: '\(name)'\n"
    if fits.count == 1 {
      let gains = 1 / fits[0].neutral
      let numbers = [gains.x, gains.y, gains.z].map { Formatted.decimal($0, digits: 6) }
      text += "white-balance: '\(numbers.joined(separator: ","))'\n"
    }
    return text
  }

  private func checkOutput(_ path: FilePath) throws(UsageError) {
    guard let status = try? FileSystem.status(path) else { return }
    guard status.kind == .file else {
      throw UsageError("--output \(path) is not an ordinary file")
    }
    if InputKeys(photos.map { FilePath(reversible: $0) }).problem(with: [path]) != nil {
      throw UsageError("--output \(path) is an input")
    }
    guard overwrites else { throw UsageError("--output \(path) exists; -y replaces it") }
  }

  /// Returns the result of the fit and the skipped patches.
  private static func report(
    _ photo: String, _ light: ProfileLight, _ measured: MeasuredChart, _ fit: ChartFit
  ) -> String {
    func number(_ value: Double) -> String { Formatted.decimal(value, digits: 2) }
    var text =
      "\(photo): \(measured.patches.count) patches under \(light.rawValue.uppercased()): ΔE2000 mean \(number(fit.mean)), most \(number(fit.differences.max() ?? 0)); cross-validated \(number(fit.crossValidated))"
    if fit.table != nil {
      text += " with the table, \(number(fit.crossValidatedMatrix)) with the matrix alone"
    }
    if let flare = fit.flare {
      let values = [flare.x, flare.y, flare.z].map { Formatted.decimal($0, digits: 5) }
      text += "; flare \(values.joined(separator: ",")) subtracted"
    }
    if !measured.leftOut.isEmpty {
      text += "; left out: \(measured.leftOut.joined(separator: ", "))"
    }
    return text + "\n"
  }

  /// A profile of linear camera values after white balance.
  private static func icc(_ fit: ChartFit, name: String) throws -> [UInt8] {
    let columns = fit.forwardMatrix.transposed.rows.map { Chromaticity(xyz: $0) }
    let space = RGBSpace(
      name: name, red: columns[0], green: columns[1], blue: columns[2], white: .d50,
      transfer: .linear, cicp: nil)
    return try ICCProfile.made(for: space, isInput: true).bytes
  }

  private static func lights(_ text: String) throws -> [ProfileLight] {
    try text.split(separator: ",", omittingEmptySubsequences: false).map {
      try Choice.value(String($0))
    }
  }
}

/// The files of profiles that are written.
private enum ProfileKind {
  case dcp, icc, recipe

  init?(_ path: String) {
    let word = path.lowercased()
    if word.hasSuffix(".dcp") {
      self = .dcp
    } else if word.hasSuffix(".icc") || word.hasSuffix(".icm") {
      self = .icc
    } else if word.hasSuffix(".recipe.yaml") || word.hasSuffix(".recipe.yml") {
      self = .recipe
    } else {
      return nil
    }
  }
}

/// A light of a chart, by the name of its standard.
enum ProfileLight: String, Sendable, Hashable, CaseIterable {
  case a, d50, d55, d65, d75

  var illuminant: Illuminant {
    switch self {
    case .a: .standardA
    case .d50: .d50
    case .d55: .d55
    case .d65: .d65
    case .d75: .d75
    }
  }
}
