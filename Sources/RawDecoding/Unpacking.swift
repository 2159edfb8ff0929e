internal import CLibRaw
public import Kernels
public import Pixels

/// The decoders that turn a raw's bytes into samples.
public enum Unpacker: String, Sendable, Hashable, Codable, CaseIterable {
  /// A decoder of Bromide's own if there is one for the format and the data are regular, otherwise LibRaw's. The samples
  /// are the same.
  case auto
  /// LibRaw's alone.
  case libraw
}

/// The way a raw's bytes become samples.
public struct Unpacking: Sendable {
  /// Runs a body on the calling thread and, while that lasts, on others that come free; returns when all have returned.
  public typealias Crew = @Sendable (_ body: @escaping @Sendable () -> Void) -> Void

  /// Whose decoder runs.
  public var unpacker: Unpacker
  /// The variant of our own decoders; it must be available.
  public var instructionSet: InstructionSet
  /// Runs the decoder on free threads as well; nil for the calling thread alone.
  public var crew: Crew?

  /// Whether uncompressed samples may stay in the file, which saves reading those that are not used and copying the
  /// others. The file must not change while the photo is used: a caller that sets this asks for
  /// `RawPhoto.lostPixels` when done. The first such photo installs a handler for SIGBUS, which passes on
  /// what is not its own.
  public var leavesSamplesInFile: Bool

  /// The parts of the visible area that will be used; nil for all of it.
  ///
  /// Where a mosaic is stored in tiles or in rows that stand alone, the others may be left undecoded: `RawPhoto.share`
  /// says so, samples elsewhere mean nothing, and damage there goes unseen, unless the file ends early. Levels do not
  /// depend on it.
  public var parts: [Region]?

  /// Whether samples are compared with every digest that their file states: also with the one of all samples in a row,
  /// `RawImageDigest`, where these are compressed, which takes as long as developing them.
  public var comparesAllDigests = false

  /// The byte that fills the stack below LibRaw's decoder, so that comparing two values reveals variables that it does
  /// not initialise; 0 leaves the stack as it is.
  package var stackFill: UInt8 = 0

  /// Memory that samples go to if their decoder is Bromide's and they fit there; nil for the decoder's own.
  package var memory: SampleMemory?

  /// - Parameters:
  ///   - crew: nil for the calling thread alone.
  ///   - leavesSamplesInFile: Whether samples may stay in the file, which asks for `RawPhoto.lostPixels`.
  ///   - parts: The parts that will be used, in pixels of the visible area; nil for all of it.
  public init(
    unpacker: Unpacker = .auto, instructionSet: InstructionSet = .best, crew: Crew? = nil,
    leavesSamplesInFile: Bool = false, parts: [Region]? = nil
  ) {
    self.unpacker = unpacker
    self.instructionSet = instructionSet
    self.crew = crew
    self.leavesSamplesInFile = leavesSamplesInFile
    self.parts = parts
  }

  /// Calls `body` with the form that C takes.
  ///
  /// - Parameter visible: Where the visible area begins in the raw picture.
  func withNative<R>(
    visible: (x: Int, y: Int), _ body: (bromide_raw_unpacking) -> R
  ) -> R {
    let rectangles = (parts ?? []).map { part in
      bromide_raw_rectangle(
        x: Int32(clamping: visible.x + part.x), y: Int32(clamping: visible.y + part.y),
        width: Int32(clamping: part.width), height: Int32(clamping: part.height))
    }
    return unsafe rectangles.withUnsafeBufferPointer { rectangles in
      var native = unsafe bromide_raw_unpacking()
      unsafe native.libraw_only = unpacker == .libraw
      unsafe native.isa = instructionSet.code
      unsafe native.may_map = leavesSamplesInFile
      unsafe native.stack_fill = stackFill
      unsafe native.memory = memory?.start
      unsafe native.memory_size = memory?.size ?? 0
      unsafe native.parts = rectangles.baseAddress
      unsafe native.part_count = rectangles.count
      return unsafe withCrew(native, body)
    }
  }

  private func withCrew<R>(
    _ native: bromide_raw_unpacking, _ body: (bromide_raw_unpacking) -> R
  ) -> R {
    guard let crew else { return unsafe body(native) }
    var native = unsafe native
    let box = Box(crew)
    return withExtendedLifetime(box) {
      unsafe native.context = Unmanaged.passUnretained(box).toOpaque()
      unsafe native.run = { context, body, argument in
        let crew = unsafe Unmanaged<Box>.fromOpaque(context!).takeUnretainedValue().crew
        let call = unsafe NativeCall(body: body!, argument: argument)
        crew { call() }
      }
      return unsafe body(native)
    }
  }

  private final class Box {
    let crew: Crew
    init(_ crew: @escaping Crew) { self.crew = crew }
  }

  /// A C function that any thread may call, with its argument.
  @safe
  private struct NativeCall: @unchecked Sendable {
    let body: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let argument: UnsafeMutableRawPointer?

    func callAsFunction() { unsafe body(argument) }
  }
}

/// Memory that whoever decodes a photo brings along; it must last as long as the photo.
@safe
package struct SampleMemory: @unchecked Sendable {
  @unsafe let start: UnsafeMutableRawPointer
  let size: Int

  /// Memory of that many bytes, which nobody else writes to.
  package init(start: UnsafeMutableRawPointer, size: Int) {
    unsafe self.start = start
    self.size = size
  }
}

/// The share of a photo's pixels that was decoded, if only parts of them are used.
public struct DecodedShare: Sendable, Hashable, Codable, CustomStringConvertible {
  /// Tiles or bands that were decoded, at least 1.
  public let decoded: Int
  /// Tiles or bands in the file.
  public let all: Int
  /// Whether they are tiles; otherwise bands of rows.
  public let areTiles: Bool

  /// nil if all of them were decoded.
  init?(_ share: bromide_raw_decoded_share) {
    guard share.all > 0 else { return nil }
    decoded = Int(share.decoded)
    all = Int(share.all)
    areTiles = share.are_tiles
  }

  /// `3 of 384 tiles`.
  public var description: String { "\(decoded) of \(all) \(areTiles ? "tiles" : "bands of rows")" }
}
