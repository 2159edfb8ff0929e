internal import BromideCodecs
internal import BromideRaw
internal import BromideSystem
public import BromideValues
public import SystemPackage

extension OutputProfile {
  /// Reads the ICC profile of a printer, paper or display.
  ///
  /// A profile with curves is read without a library. lcms2 evaluates a profile with tables, in a
  /// worker process if there is one.
  ///
  /// - Parameters:
  ///   - path: The file, up to 4 MiB.
  ///   - blackPoint: Whether black becomes the device's black, or `nil` for the default.
  ///   - context: Where lcms2 runs.
  /// - Throws: `ProfileError` with a sentence that contains the file's name.
  public init(
    path: FilePath, intent: RenderingIntent = .relative, blackPoint: Bool? = nil,
    context: RunContext
  ) throws(ProfileError) {
    func rejected(_ reason: String) -> ProfileError {
      ProfileError("the profile \(path) \(reason)")
    }
    let bytes: [UInt8]
    do throws(OrdinaryFileProblem) {
      bytes = try FileSystem.ordinaryContents(of: path, limit: Self.mostBytes)
    } catch { throw rejected(error.reason) }
    do throws(ProfileError) {
      let reader = try OutputProfileReader(bytes, intent: intent, blackPoint: blackPoint)
      self.init(
        path: path.string, digest: ContentHash.file(of: bytes), name: reader.name,
        bytes: reader.bytes, isGrey: reader.isGrey, intent: intent, blackPoint: blackPoint,
        form: .curves(matrix: .identity, black: 0, curves: []))
      if let made = reader.form {
        form = made
      } else {
        form = try Self.table(of: self, in: path, context)
      }
    } catch { throw rejected("cannot be used: \(error.reason)") }
  }

  /// Profiles of printers have up to 3 MB. A picture of each photo contains the profile.
  private static let mostBytes = 4 << 20

  private static func table(
    of profile: OutputProfile, in path: FilePath, _ context: RunContext
  ) throws(ProfileError) -> Form {
    let task = OutputTableTask(
      path: path, bytes: profile.bytes, isGrey: profile.isGrey, intent: profile.intent,
      movesBlack: profile.movesBlack)
    let (isMade, memory) = try performed(task, context)
    guard isMade, let memory else {
      throw ProfileError("it is damaged: lcms2 cannot evaluate its tables")
    }
    let values = unsafe memory.bytes.withMemoryRebound(to: Float.self) {
      unsafe Array($0.prefix(OutputProfileTable.count))
    }
    guard values.count == OutputProfileTable.count, values.allSatisfy({ (0...1).contains($0) })
    else {
      throw ProfileError(task.confused().reason)
    }
    return .table(
      LookTable.Cube(
        size: OutputProfileTable.edge, values: values, low: SIMD3(repeating: 0),
        high: SIMD3(repeating: 1)))
  }

  private static func performed(
    _ task: OutputTableTask, _ context: RunContext
  ) throws(ProfileError) -> (Bool, PixelMemory?) {
    do throws(RawError) { return try task.perform(context) } catch {
      throw ProfileError(error.reason)
    }
  }
}

/// Evaluates an output profile's tables. The pixels are the entries of `OutputProfileTable`.
struct OutputTableTask: ForeignTask {
  static let library = "lcms2"
  let path: FilePath
  let bytes: [UInt8]
  let isGrey: Bool
  let intent: RenderingIntent
  let movesBlack: Bool
  var readsFile: Bool { false }

  func run(_ allocate: PixelAllocator) throws(RawError) -> Bool {
    let count = OutputProfileTable.count * MemoryLayout<Float>.stride
    guard let memory = allocate(count) else { throw .outOfMemory(path: path, bytes: count) }
    return unsafe memory.bytes.withMemoryRebound(to: Float.self) { table in
      guard let start = table.baseAddress else { return false }
      return unsafe OutputProfileTable.fill(
        start, by: bytes, isGrey: isGrey, intent: intent, movesBlack: movesBlack)
    }
  }
}
