internal import BromideSystem
internal import BromideValues
public import SystemPackage

/// Cameras that you add with a file, for models that no release supports, or with better numbers.
///
/// The file is a JSON list of cameras. They apply to all files of a run, because the camera of a
/// file is known only after it was opened. DNGs contain all numbers, so they stay unchanged.
public struct AddedCameras: Sendable {
  /// The bytes of the file, which worker processes receive.
  package let bytes: [UInt8]
  /// A digest of the bytes, for fingerprints.
  package let digest: String
  private let cameras: [CameraKey: Camera]
  private let stops: [CameraKey: Double]

  private static let mostBytes = 1 << 20

  /// Reads a file.
  ///
  /// - Throws: `CameraFileError` with the camera and the field.
  public init(path: FilePath) throws(CameraFileError) {
    let bytes: [UInt8]
    do throws(OrdinaryFileProblem) {
      bytes = try FileSystem.ordinaryContents(of: path, limit: Self.mostBytes)
    } catch { throw CameraFileError("\(path) \(error.reason)") }
    do throws(CameraFileError) { try self.init(bytes: bytes) } catch {
      throw CameraFileError("\(path): \(error.reason)")
    }
  }

  /// Reads the bytes of a file.
  ///
  /// - Throws: `CameraFileError`.
  package init(bytes: [UInt8]) throws(CameraFileError) {
    guard let rows = JSONText.decode([[String: AddedCameraField]].self, from: bytes), !rows.isEmpty
    else {
      throw CameraFileError(
        "expected a JSON list of cameras, such as [{\"make\": \"Maker\", \"model\": \"Model\", \"daylight\": [9 numbers]}]"
      )
    }
    var (cameras, stops): ([CameraKey: Camera], [CameraKey: Double]) = ([:], [:])
    for (index, row) in rows.enumerated() {
      let camera: (camera: Camera, stops: Double?)
      do throws(CameraFileError) { camera = try AddedCameraRow(row).camera() } catch {
        throw CameraFileError("camera \(index + 1): \(error.reason)")
      }
      let key = CameraKey(make: camera.camera.make, model: camera.camera.model)
      guard cameras.updateValue(camera.camera, forKey: key) == nil else {
        throw CameraFileError("camera \(index + 1): \(camera.camera.model) is in the list twice")
      }
      stops[key] = camera.stops
    }
    (self.bytes, digest) = (bytes, ContentHash(bytes).text)
    (self.cameras, self.stops) = (cameras, stops)
  }

  /// Returns the camera with these names, or `nil` if it was not added.
  func camera(make: String, model: String) -> Camera? {
    cameras[CameraKey(make: make, model: model)]
  }

  /// Returns the exposure of the camera with these names, or `nil` if it was not added.
  func stops(make: String, model: String) -> Double? {
    stops[CameraKey(make: make, model: model)]
  }
}

extension AddedCameras: Hashable {
  /// Returns whether the files of two lists have the same bytes.
  public static func == (left: AddedCameras, right: AddedCameras) -> Bool {
    left.bytes == right.bytes
  }

  /// Adds the digest of the file.
  public func hash(into hasher: inout Hasher) { hasher.combine(digest) }
}

/// The reason why a file of cameras cannot be used.
public struct CameraFileError: Error, Sendable, Hashable {
  /// A sentence with the camera and the field.
  public let reason: String

  init(_ reason: String) { self.reason = reason }
}

/// A value of a camera's field.
enum AddedCameraField: Decodable {
  case text(String)
  case number(Double)
  case numbers([Double])
  case truth(Bool)

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let truth = try? value.decode(Bool.self) {
      self = .truth(truth)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let numbers = try? value.decode([Double].self) {
      self = .numbers(numbers)
    } else {
      self = .text(try value.decode(String.self))
    }
  }
}

/// The fields of one camera.
private struct AddedCameraRow {
  private let fields: [String: AddedCameraField]

  private static let names = [
    "make", "model", "daylight", "tungsten", "black", "white", "active", "crop", "exposure",
    "monochrome",
  ]

  init(_ fields: [String: AddedCameraField]) throws(CameraFileError) {
    self.fields = fields
    if let unknown = fields.keys.sorted().first(where: { !Self.names.contains($0) }) {
      throw CameraFileError(
        "\(unknown) is unknown; expected \(Self.names.joined(separator: ", "))")
    }
  }

  func camera() throws(CameraFileError) -> (camera: Camera, stops: Double?) {
    let (make, model) = (try text("make"), try text("model"))
    let daylight = try matrix("daylight")
    let tungsten = try matrix("tungsten")
    guard tungsten == nil || daylight != nil else {
      throw CameraFileError("tungsten needs daylight")
    }
    let (black, white) = (try number("black", 0...65_535), try number("white", 1...65_535))
    if let black, let white, black >= white { throw CameraFileError("black is not below white") }
    let camera = Camera(
      maker: make, name: model, make: make, model: model, aliases: [], librawMinor: nil,
      daylightMatrix: daylight, tungstenMatrix: tungsten,
      filters: try isMonochrome() ? .none : .bayer(.rggb),
      black: black.map { Camera.Level(any: $0) }, white: white.map { Camera.Level(any: $0) },
      activeAreas: try area("active"), pictures: try area("crop"), maskedAreas: [])
    return (camera, try number("exposure", -10...10))
  }

  private func text(_ name: String) throws(CameraFileError) -> String {
    guard case .text(let text)? = fields[name], !text.isEmpty else {
      throw CameraFileError("\(name) is missing; it is the text in the camera's files")
    }
    return text
  }

  private func number(
    _ name: String, _ range: ClosedRange<Double>
  ) throws(CameraFileError) -> Double? {
    guard let field = fields[name] else { return nil }
    guard case .number(let number) = field, range.contains(number) else {
      let (least, most) = (range.lowerBound.text(decimals: 0), range.upperBound.text(decimals: 0))
      throw CameraFileError("\(name): expected \(least) to \(most)")
    }
    return number
  }

  private func isMonochrome() throws(CameraFileError) -> Bool {
    guard let field = fields["monochrome"] else { return false }
    guard case .truth(let truth) = field else {
      throw CameraFileError("monochrome: expected true or false")
    }
    return truth
  }

  private func matrix(_ name: String) throws(CameraFileError) -> Matrix3x3? {
    guard let field = fields[name] else { return nil }
    guard case .numbers(let n) = field, n.count == 9, n.allSatisfy({ abs($0) < 20 }) else {
      throw CameraFileError(
        "\(name): expected 9 numbers by rows, from XYZ to camera, such as 0.9 for 9000")
    }
    let matrix = Matrix3x3(
      SIMD3(n[0], n[1], n[2]), SIMD3(n[3], n[4], n[5]), SIMD3(n[6], n[7], n[8]))
    guard abs(matrix.determinant) > 1e-6 else {
      throw CameraFileError("\(name): the matrix has no inverse")
    }
    return matrix
  }

  private func area(_ name: String) throws(CameraFileError) -> [Camera.Area] {
    guard let field = fields[name] else { return [] }
    guard case .numbers(let n) = field, n.count == 4,
      n.allSatisfy({ $0 >= 0 && $0 <= 100_000 && $0 == $0.rounded() }), n[2] > 0, n[3] > 0
    else { throw CameraFileError("\(name): expected x, y, width and height in pixels") }
    let edges = Camera.Area.Edges.rectangle(
      x: Int(n[0]), y: Int(n[1]), endX: Int(n[0] + n[2]), endY: Int(n[1] + n[3]))
    return [Camera.Area(rawWidth: nil, rawHeight: nil, edges: edges)]
  }
}
