public import BromideValues

/// A camera's matrix and colour table, fitted to the patches of a chart under one light.
///
/// The matrix keeps white, so it has six free numbers. The camera's white has two more, and the
/// exposure is one. They start from least squares in XYZ and end at the minimum of the squared
/// CIEDE2000 differences. Flare adds three numbers, which describe only the chart's photo. They are
/// fitted if they lower the error of patches outside the fit, and are not part of the profile.
public struct ChartFit: Sendable {
  /// A patch: what the camera recorded, and its colour.
  public struct Patch: Sendable, Hashable {
    /// Linear camera values, black 0, before white balance.
    public var camera: SIMD3<Double>
    /// The colour under D50.
    public var reference: Lab

    /// Creates a patch from its parts.
    public init(camera: SIMD3<Double>, reference: Lab) {
      (self.camera, self.reference) = (camera, reference)
    }
  }

  /// Whether a table is made.
  public enum Table: String, Sendable, Hashable, CaseIterable {
    /// A table if it lowers the cross-validated error by a fiftieth.
    case auto
    /// The matrix only.
    case none
  }

  /// Camera values of white, with green at 1.
  public let neutral: SIMD3<Double>
  /// White-balanced camera values to XYZ under D50 (DNG ForwardMatrix). It keeps white.
  public let forwardMatrix: Matrix3x3
  /// The correction of hue, saturation and value after the matrix, or `nil` if it would not help.
  public let table: ColorTable?
  /// Camera values added to all patches, by scattered light in the lens or an error of the black
  /// level, or `nil` without flare.
  public let flare: SIMD3<Double>?
  /// CIEDE2000 of every patch.
  public let differences: [Double]
  /// The mean CIEDE2000 of patches that the fit did not see.
  public let crossValidated: Double
  /// The same with the matrix only.
  public let crossValidatedMatrix: Double

  /// The patches that a fit needs.
  public static let fewestPatches = 12

  /// - Parameter patches: At least `fewestPatches`, and three neutral ones among them.
  /// - Throws: `ColorError` if they do not determine a matrix.
  public init(_ patches: [Patch], table choice: Table = .auto) throws(ColorError) {
    guard patches.count >= Self.fewestPatches else {
      throw .outOfRange(
        "\(patches.count) patches are too few for a profile; it needs \(Self.fewestPatches)")
    }
    let white = try Self.white(of: patches)
    let balanced = patches.map { Patch(camera: $0.camera / white, reference: $0.reference) }
    let folds = Self.folds(of: patches.count)
    func others(_ fold: [Int]) -> [Patch] {
      balanced.indices.filter { !fold.contains($0) }.map { balanced[$0] }
    }
    /// The mean difference of each fold's patches from a fit of the others.
    func error(_ fits: [MatrixFit], _ shape: TableFit.Shape?) -> Double {
      var sum = 0.0
      for (fold, fit) in zip(folds, fits) {
        let table = shape.map { TableFit(others(fold), fit, $0).table }
        for index in fold { sum += fit.difference(balanced[index], table) }
      }
      return sum / Double(balanced.count)
    }
    func fits(seesFlare: Bool) throws(ColorError) -> [MatrixFit] {
      var result: [MatrixFit] = []
      for fold in folds { result.append(try MatrixFit(others(fold), seesFlare: seesFlare)) }
      return result
    }
    var chosen = try fits(seesFlare: false)
    var plain = error(chosen, nil)
    let flared = try fits(seesFlare: true)
    func improves(_ error: Double) -> Bool {
      error < Self.worthMore * plain && error < plain - Self.leastGain
    }
    let seesFlare = improves(error(flared, nil))
    if seesFlare { (chosen, plain) = (flared, error(flared, nil)) }
    var (best, least): (TableFit.Shape?, Double) = (nil, plain)
    if choice == .auto {
      for shape in TableFit.Shape.all {
        let found = error(chosen, shape)
        if found < least, improves(found) { (best, least) = (shape, found) }
      }
    }
    let all = try MatrixFit(balanced, seesFlare: seesFlare)
    let table = best.map { TableFit(balanced, all, $0).table }
    self.table = table
    let camera = white * all.balance
    neutral = camera / camera.y
    flare = seesFlare ? white * all.flare : nil
    forwardMatrix = all.matrix
    crossValidatedMatrix = plain
    crossValidated = least
    differences = balanced.map { all.difference($0, table) }
  }

  /// More numbers must lower the error to this share, and by so much.
  private static let worthMore = 0.98
  private static let leastGain = 0.01

  /// The mean CIEDE2000 of the patches that were fitted.
  public var mean: Double { differences.reduce(0, +) / Double(differences.count) }

  /// Returns the matrix from XYZ to camera values under a light (DNG ColorMatrix). The largest
  /// value of white is 1.
  ///
  /// - Parameter illuminant: The light of the photo.
  public func colorMatrix(_ illuminant: Chromaticity) -> Matrix3x3 {
    let toD50 = Matrix3x3.bradford(from: illuminant, to: .d50)
    return Matrix3x3(diagonal: neutral / neutral.max()) * (forwardMatrix.inverse ?? .identity)
      * toD50
  }

  /// Camera values of a perfect white, from the neutral patches by their luminance.
  private static func white(of patches: [Patch]) throws(ColorError) -> SIMD3<Double> {
    let greys = patches.filter { patch in
      patch.reference.lch.c < 4 && patch.reference.l > 15 && patch.camera.min() > 0
    }
    guard greys.count >= 3 else {
      throw .outOfRange("\(greys.count) neutral patches are too few; a profile needs 3")
    }
    var (sum, squares) = (SIMD3<Double>(), 0.0)
    for grey in greys {
      let y = grey.reference.xyz().y
      // Each grey measures the same light relative to itself, so the dark greys have the same
      // weight.
      sum += grey.camera / y
      squares += 1
    }
    return sum / squares
  }

  /// Returns the patches to leave out in each fold: one patch, or tenths of more than 40.
  private static func folds(of count: Int) -> [[Int]] {
    let folds = count <= 40 ? count : 10
    return (0..<folds).map { fold in Array(stride(from: fold, to: count, by: folds)) }
  }
}
