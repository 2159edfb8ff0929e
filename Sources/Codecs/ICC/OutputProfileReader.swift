package import BromideValues

/// An output profile's conversion, as far as its file states it without a table of colours.
///
/// It does not use lcms2, so it is safe for untrusted files. If `form` is `nil`, the profile needs
/// an `OutputProfileTable`.
package struct OutputProfileReader {
  private let file: ICCFile
  private let intent: RenderingIntent
  private let movesBlack: Bool

  /// Whether the device has one channel.
  package let isGrey: Bool
  /// The matrix and curves, or `nil` if the profile converts by a table.
  package private(set) var form: OutputProfile.Form?

  /// The description in the file.
  package var name: String { file.name }
  /// The profile's bytes, without bytes behind its end.
  package var bytes: [UInt8] { file.bytes }

  /// - Parameter blackPoint: Whether black becomes the device's black, or `nil` for the default.
  /// - Throws: A clause if the profile cannot be used with this intent and black point.
  package init(
    _ bytes: [UInt8], intent: RenderingIntent, blackPoint: Bool?
  ) throws(ProfileError) {
    file = try ICCFile(bytes)
    self.intent = intent
    movesBlack = intent != .absolute && blackPoint ?? true
    if let kind = Self.rejectedClasses[file.deviceClass] {
      throw ProfileError("it is \(kind); expected a profile of a printer or display")
    }
    switch file.colors {
    case "RGB ": isGrey = false
    case "GRAY": isGrey = true
    default:
      let name = file.colors.filter { $0 != " " }
      throw ProfileError("its colours are \(name); expected RGB or grey")
    }
    guard ["XYZ ", "Lab "].contains(file.connection) else {
      throw ProfileError("it is damaged: its connection space is unknown")
    }
    if intent == .absolute, blackPoint != nil {
      throw ProfileError("black-point has no effect with the absolute intent; remove it")
    }
    let isFixed = file.version >= 4 && [.perceptual, .saturation].contains(intent)
    if isFixed, blackPoint == false {
      throw ProfileError(
        "black-point off has no effect with the \(intent.rawValue) intent of version \(file.version); remove it"
      )
    }
    try checkTables()
    if !hasTables { form = try isGrey ? greyForm() : colorForm() }
  }

  private static let rejectedClasses = [
    "link": "a device link", "abst": "an abstract profile", "nmcl": "a list of named colours",
    "scnr": "a profile of a camera or scanner",
  ]

  // MARK: Tables

  /// The tags of tables to the device for an intent (ICC.1:2022, 9.2).
  private static func tables(_ intent: RenderingIntent) -> [String] {
    switch intent {
    case .perceptual: ["B2A0", "B2D0"]
    case .relative: ["B2A1", "B2D1"]
    case .saturation: ["B2A2", "B2D2"]
    case .absolute: ["B2A1", "B2D3"]
    }
  }

  private func hasTable(_ intent: RenderingIntent) -> Bool {
    Self.tables(intent).contains(where: file.has)
  }

  private var hasTables: Bool { hasTable(intent) }

  /// Rejects a profile with tables only for other intents or in the other direction. lcms2 would
  /// use another table without a message.
  private func checkTables() throws(ProfileError) {
    guard !hasTable(intent) else { return }
    let others = RenderingIntent.allCases.filter(hasTable).map(\.rawValue)
    guard others.isEmpty else {
      throw ProfileError(
        "it has no table for the \(intent.rawValue) intent; use \(others.joined(separator: " or "))"
      )
    }
    guard !file.has(isGrey ? "kTRC" : "rTRC") else { return }
    throw ProfileError("it only converts from its device; expected an output profile")
  }

  // MARK: Matrices

  /// Linear Rec. 2020 to XYZ under D50.
  private static let adaptedXYZ =
    Matrix3x3.bradford(from: RGBSpace.rec2020.white, to: .d50) * RGBSpace.rec2020.toXYZ

  private func colorForm() throws(ProfileError) -> OutputProfile.Form {
    guard file.connection == "XYZ " else {
      throw ProfileError("it is damaged: its matrix has no XYZ values")
    }
    var columns: [SIMD3<Double>] = []
    var curves: [ProfileCurve] = []
    for channel in ["r", "g", "b"] {
      guard let column = try file.xyz(channel + "XYZ") else {
        throw ProfileError("it has no \(channel)XYZ")
      }
      columns.append(column)
      curves.append(try file.curve(channel + "TRC"))
    }
    let toXYZ = Matrix3x3(columns[0], columns[1], columns[2]).transposed
    guard abs(toXYZ.determinant) > 1e-6, let inverse = toXYZ.inverse else {
      throw ProfileError("it is damaged: its primaries lie on one line")
    }
    let blackLight = SIMD3(curves[0].black, curves[1].black, curves[2].black)
    return .curves(
      matrix: try Self.keepingWhite(inverse, scale: scaleOfWhite()) * Self.adaptedXYZ,
      black: black((toXYZ * blackLight).y),
      curves: curves.dropFirst().allSatisfy { $0 == curves[0] } ? [curves[0]] : curves)
  }

  private func greyForm() throws(ProfileError) -> OutputProfile.Form {
    let curve = try file.curve("kTRC", isLightness: file.connection == "Lab ")
    let luminance = try Self.adaptedXYZ.rows[1] * scaleOfWhite().y
    return .curves(
      matrix: Matrix3x3(luminance, luminance, luminance), black: black(curve.black),
      curves: [curve])
  }

  /// Returns the factors of XYZ for the absolute intent, which keeps colours on another white.
  private func scaleOfWhite() throws(ProfileError) -> SIMD3<Double> {
    // Displays of version 2 record their own white, but their colours are relative to D50.
    let isAdapted = file.version < 4 && file.deviceClass == "mntr"
    guard intent == .absolute, !isAdapted, let white = try file.xyz("wtpt") else {
      return SIMD3(1, 1, 1)
    }
    guard white.min() > 0 else { throw ProfileError("it is damaged: its white is dark") }
    return Chromaticity.d50.xyz / white
  }

  /// Returns XYZ to linear light of the device. Primaries are rounded to 1/65536 in the file, so
  /// white is 1 only up to that.
  private static func keepingWhite(_ matrix: Matrix3x3, scale: SIMD3<Double>) -> Matrix3x3 {
    let white = matrix * Chromaticity.d50.xyz
    let isRounding = white.min() > 0.998 && white.max() < 1.002
    let exact = isRounding ? Matrix3x3(diagonal: 1 / white) * matrix : matrix
    return exact * Matrix3x3(diagonal: scale)
  }

  /// Returns the light that black becomes. As in lcms2, a lightness above 50 is not a black.
  private func black(_ light: Double) -> Double {
    movesBlack ? min(max(light, 0), Lab(l: 50, a: 0, b: 0).xyz().y) : 0
  }
}
