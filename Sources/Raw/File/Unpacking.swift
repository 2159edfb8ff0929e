public import BromideKernels
public import BromideValues
internal import CBromideLibRaw

/// The decoders that convert a raw's bytes to samples.
public enum Unpacker: String, Sendable, Hashable, Codable, CaseIterable {
  /// Bromide's decoder if it supports the format and the data are regular, otherwise LibRaw's. The
  /// samples are the same.
  case auto
  /// Only LibRaw's decoders.
  case libraw
}

/// Options for converting a raw's bytes to samples.
public struct Unpacking: Sendable {
  /// Runs a body on the calling thread and meanwhile on threads that become free. Returns when all
  /// calls have returned.
  public typealias Crew = @Sendable (_ body: @escaping @Sendable () -> Void) -> Void

  /// The decoder to use.
  public var unpacker: Unpacker
  /// The instruction set of Bromide's decoders. It must be available.
  public var instructionSet: InstructionSet
  /// Runs the decoder on free threads also, or `nil` to use only the calling thread.
  public var crew: Crew?

  /// Whether uncompressed samples can stay in the file. This saves reading unused samples and
  /// copying the others.
  ///
  /// The file must not change while the photo is used. If you set this, check `RawPhoto.lostPixels`
  /// afterwards. The first such photo installs a handler for SIGBUS, which passes other faults on.
  public var leavesSamplesInFile: Bool

  /// The parts of the visible area that you need, or `nil` for all of it.
  ///
  /// If a mosaic is stored in tiles or independent rows, other tiles or rows can be skipped.
  /// `RawPhoto.share` contains the decoded fraction. Samples elsewhere are undefined, and damage
  /// there is not found unless the file ends early. Levels do not depend on it.
  public var parts: [Region]?

  /// Whether to compare samples with every digest in their file.
  ///
  /// This includes `RawImageDigest`, the digest of all samples in sequence, for compressed samples.
  /// It takes as long as developing them.
  public var comparesAllDigests = false

  /// The byte that fills the stack below LibRaw's decoder, or 0 to keep the stack. A comparison of
  /// two values reveals uninitialised variables of the decoder.
  package var stackFill: UInt8 = 0

  /// Memory for the samples, if Bromide's decoder runs and they fit, or `nil` for the decoder's
  /// memory.
  package var memory: SampleMemory?

  /// - Parameters:
  ///   - crew: `nil` uses only the calling thread.
  ///   - leavesSamplesInFile: Whether samples can stay in the file. Then check
  ///     `RawPhoto.lostPixels` afterwards.
  ///   - parts: The parts that you need, in pixels of the visible area, or `nil` for all of it.
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

  /// Calls `body` with C's form of the options.
  ///
  /// - Parameter visible: The origin of the visible area in the raw picture.
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

  /// A C function that any thread can call, with its argument.
  @safe
  private struct NativeCall: @unchecked Sendable {
    let body: @convention(c) (UnsafeMutableRawPointer?) -> Void
    let argument: UnsafeMutableRawPointer?

    func callAsFunction() { unsafe body(argument) }
  }
}

/// Memory from the caller of a decoder. It must last as long as the photo.
@safe
package struct SampleMemory: @unchecked Sendable {
  @unsafe let start: UnsafeMutableRawPointer
  let size: Int

  /// Creates memory with that many bytes. Other code must not write to it.
  package init(start: UnsafeMutableRawPointer, size: Int) {
    unsafe self.start = start
    self.size = size
  }
}

/// The fraction of a photo's pixels that was decoded, if only parts are needed.
public struct DecodedShare: Sendable, Hashable, Codable, CustomStringConvertible {
  /// The tiles or bands that were decoded, at least 1.
  public let decoded: Int
  /// The tiles or bands in the file.
  public let all: Int
  /// Whether these are tiles instead of bands of rows.
  public let areTiles: Bool

  /// Returns `nil` if all of them were decoded.
  init?(_ share: bromide_raw_decoded_share) {
    guard share.all > 0 else { return nil }
    decoded = Int(share.decoded)
    all = Int(share.all)
    areTiles = share.are_tiles
  }

  /// `3 of 384 tiles`.
  public var description: String { "\(decoded) of \(all) \(areTiles ? "tiles" : "bands of rows")" }
}
