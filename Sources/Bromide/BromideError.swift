internal import BromideCodecs
internal import BromideDevelop
internal import BromidePhotos
internal import BromideRaw
internal import BromideRuns
internal import BromideSampling
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// An error while reading, developing, sampling or writing a photo or picture.
public struct BromideError: Error, Sendable, Hashable {
  /// The kind of a problem. Use it to choose a reaction.
  public enum Kind: Sendable, Hashable {
    /// The file is missing or cannot be read, or Bromide does not support its kind.
    case input
    /// The file's data are damaged. `DamagePolicy.keep` uses the part that can be decoded.
    case damaged
    /// The photo or picture does not support the request.
    case request
    /// The output cannot be written, or would replace a protected file.
    case output
    /// The memory is not enough.
    case memory
    /// Your task was cancelled, or your progress function ended the call.
    case cancelled
  }

  /// The kind of the problem.
  public let kind: Kind
  /// The file's name for messages, or `nil` if the reason contains it.
  public let path: String?
  /// The reason as a sentence without a full stop.
  public let reason: String

  init(_ kind: Kind, _ path: FilePath? = nil, _ reason: String) {
    self.kind = kind
    self.path = path?.visible
    self.reason = reason
  }
}

extension BromideError: CustomStringConvertible {
  /// The file's name and the reason.
  public var description: String { path.map { "\($0): \(reason)" } ?? reason }
}

extension PictureFormat {
  /// Returns the format of a file to write. The default is PNG.
  init(writing path: FilePath) throws(BromideError) {
    guard !Destination.namesAnotherFormat(path) else { throw BromideError(otherFormat: path) }
    self = PictureFormat(suffixOf: path) ?? .png
  }
}

extension BromideError {
  /// Returns the error for a suffix of an unsupported format.
  init(otherFormat path: FilePath) {
    self.init(
      .request, path, "Bromide writes \(PictureFormat.names); name a \(PictureFormat.files)")
  }

  init(_ error: PhotoError) {
    switch error.cause {
    case .damaged, .opening(.damaged), .decoding(.damaged):
      self.init(.damaged, error.path, error.reason)
    case .opening(.outOfMemory), .decoding(.outOfMemory):
      self.init(.memory, error.path, error.reason)
    case .opening, .changed, .decoding, .guessedColors, .levels, .optics:
      self.init(.input, error.path, error.reason)
    }
  }

  init(_ error: DevelopError, _ path: FilePath) {
    switch error {
    case .unsupported(let reason): self.init(.request, path, reason)
    case .outOfMemory: self.init(.memory, path, error.description)
    }
  }

  init(_ error: SamplingError, _ path: FilePath) { self.init(.request, path, error.description) }

  init(_ error: PictureError, _ path: FilePath) {
    switch error {
    // The first bytes have identified the format, so a malformed file is damaged.
    case .malformed(_, .png, let reason), .malformed(_, .tiff, let reason):
      self.init(.damaged, path, reason)
    case .malformed: self.init(.damaged, error.path ?? path, error.reason)
    case .outOfMemory: self.init(.memory, error.path ?? path, error.reason)
    case .unsupported, .io, .lost: self.init(.input, error.path ?? path, error.reason)
    }
  }

  init(_ error: PictureFileError, _ path: FilePath) {
    switch error {
    case .unsupported(let reason): self.init(.output, path, reason)
    case .io(let path, let operation, let code):
      self.init(.output, path, "cannot \(operation): \(SystemError.words(code))")
    }
  }

  init(_ error: FrameFileError) {
    switch error {
    case .jpeg(_, .damaged), .jpeg(_, .malformed): self.init(.damaged, nil, error.description)
    default: self.init(.input, nil, error.description)
    }
  }

  /// The reason why a frame cannot be drawn.
  init(_ error: FrameError, frame: Int) {
    let kind: Kind =
      switch error {
      case .photo(let error): BromideError(error).kind
      case .input, .leftOut: .input
      case .develop(let error): BromideError(error, "").kind
      case .unsupported: .request
      case .rejected, .write: .output
      case .stopped: .cancelled
      }
    self.init(kind, nil, "frame \(frame): \(error.description)")
  }

  init(_ error: RenderError) {
    if case .input(let reason) = error {
      self.init(.input, nil, reason)
    } else {
      self.init(.request, nil, error.description)
    }
  }

  init(_ error: OpeningError, _ path: FilePath) {
    switch error {
    case .photo(let error): self.init(error)
    case .sidecar(let error): self.init(.input, path, error.reason)
    case .develop(let error): self.init(error, path)
    case .preview(let error): self.init(.input, path, error.reason)
    case .previewPixels(let error):
      self.init(.input, path, error.ofJPEG?.description ?? error.description)
    case .profile(let error): self.init(.input, path, error.reason)
    case .picture(let error): self.init(error, path)
    case .frames(let error): self.init(error)
    case .unreadable(let error): self.init(.input, path, error.reason)
    case .noPreview: self.init(.request, path, "it has no preview that can be read")
    case .unknownProfile:
      self.init(.input, path, "its ICC profile does not consist of three primaries and a curve")
    case .layoutUnknown:
      self.init(.request, path, "the layout of its samples is unknown; set `layout`")
    case .sizeUnknown(let layout, let fitting):
      let sizes = fitting.prefix(6).map { "\($0.width)×\($0.height)" }.joined(separator: ", ")
      self.init(
        .request, path,
        "its frame size is unknown; set `frameSize`"
          + (sizes.isEmpty ? "" : ", for example one that fits \(layout): \(sizes)"))
    }
  }
}
