internal import CLibRaw
public import Kernels

/// Who turns a raw's bytes into samples.
public enum Unpacker: String, Sendable, Hashable, Codable, CaseIterable {
  /// A decoder of Bromide's own where there is one for the format and the data are regular, else LibRaw's. The samples are
  /// the same.
  case auto
  /// LibRaw's alone.
  case libraw
}

/// How a raw's bytes become samples.
public struct Unpacking: Sendable {
  /// Runs a body on the calling thread and, while that lasts, on others that come free; returns when all have returned.
  public typealias Crew = @Sendable (_ body: @escaping @Sendable () -> Void) -> Void

  /// Whose decoder runs.
  public var unpacker: Unpacker
  /// The variant of our own decoders; it must be available.
  public var instructionSet: InstructionSet
  /// nil: the calling thread alone.
  public var crew: Crew?

  /// Whether samples that the file holds as they are may stay there, which saves reading those that nobody looks at,
  /// and copying the others. The file must not change while the photo is used: whoever sets this asks for
  /// `RawPhoto.lostPixels` when done. The first such photo installs a handler for SIGBUS, which passes on
  /// what is not its own.
  public var leavesSamplesInFile: Bool

  /// - Parameters:
  ///   - crew: nil for the calling thread alone.
  ///   - leavesSamplesInFile: Whether samples may stay in the file, which asks for `RawPhoto.lostPixels`.
  public init(
    unpacker: Unpacker = .auto, instructionSet: InstructionSet = .best, crew: Crew? = nil,
    leavesSamplesInFile: Bool = false
  ) {
    self.unpacker = unpacker
    self.instructionSet = instructionSet
    self.crew = crew
    self.leavesSamplesInFile = leavesSamplesInFile
  }

  /// Calls `body` with the form that C takes.
  func withNative<R>(_ body: (bromide_raw_unpacking) -> R) -> R {
    var native = unsafe bromide_raw_unpacking()
    unsafe native.libraw_only = unpacker == .libraw
    unsafe native.isa = instructionSet.code
    unsafe native.may_map = leavesSamplesInFile
    guard let crew else { return unsafe body(native) }
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
