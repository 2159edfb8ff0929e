internal import BromideCodecs
internal import BromideSystem
public import BromideValues
public import SystemPackage

extension LookTable {
  /// Reads a look table: a `.cube` file, or the PNG of a HaldCLUT.
  ///
  /// - Parameter context: How to read the PNG.
  /// - Throws: `LookTableError` with a sentence that contains the file's name.
  public init(path: FilePath, context: RunContext) throws(LookTableError) {
    func rejected(_ reason: String) -> LookTableError {
      LookTableError("the look table \(path) \(reason)")
    }
    let bytes: [UInt8]
    do throws(OrdinaryFileProblem) {
      bytes = try FileSystem.ordinaryContents(of: path, limit: Self.mostBytes)
    } catch { throw rejected(error.reason) }
    let digest = ContentHash.file(of: bytes)
    do throws(LookTableError) {
      let kind = FileKind.of(stream: Array(bytes.prefix(FileKind.startLength)))
      if kind.reading == .png {
        self = try Self.hald(path, digest: digest, context)
      } else {
        self = try LookTable(cube: bytes, path: path.string, digest: digest)
      }
    } catch { throw rejected("cannot be used: \(error.reason)") }
  }

  /// The warnings about lines of the file that were not understood.
  public var warnings: [Warning] { remarks.map { Warning("the look table \(path): \($0)") } }

  /// A cube of 129 entries has 2 million lines. The PNG of level 12 has 18 megabytes before
  /// compression.
  private static let mostBytes = 64 << 20

  private static func hald(
    _ path: FilePath, digest: String, _ context: RunContext
  ) throws(LookTableError) -> LookTable {
    let info: PNGInfo
    let pixels: PicturePixels
    do throws(PictureError) { info = try PictureReading.pngInfo(path, context: context) } catch {
      throw LookTableError("\(error)")
    }
    guard info.format.channels == 3, !info.isPalette else {
      let kind = info.isPalette ? "a palette" : info.format.channels < 3 ? "only grey" : "alpha"
      throw LookTableError("it has \(kind); a HaldCLUT has red, green and blue")
    }
    guard let level = level(of: info.size) else {
      throw LookTableError(
        "its size is \(info.size); a HaldCLUT of level n has n³×n³ pixels, with n from \(haldLevels.lowerBound) to \(haldLevels.upperBound)"
      )
    }
    do throws(PictureError) { pixels = try PictureReading.png(path, context: context).pixels } catch
    {
      throw LookTableError("\(error)")
    }
    let values =
      switch pixels {
      case .eight(let image): image.values { Float($0) / 255 }
      case .sixteen(let image): image.values { Float($0) / 65535 }
      case .float(let image): image.values { $0 }
      }
    return LookTable(hald: level, values: values, path: path.string, digest: digest)
  }

  /// Returns the level n of a picture with n³×n³ pixels, or `nil` for other sizes.
  private static func level(of size: Size) -> Int? {
    haldLevels.first { size.width == $0 * $0 * $0 && size.height == size.width }
  }
}

extension ImageBuffer {
  /// Returns all samples of three channels, row by row.
  fileprivate func values(_ value: (Sample) -> Float) -> [Float] {
    var values: [Float] = []
    values.reserveCapacity(3 * size.area)
    for y in 0..<size.height {
      for x in 0..<size.width {
        for c in 0..<3 { values.append(value(self[x, y, c])) }
      }
    }
    return values
  }
}
