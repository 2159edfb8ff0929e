internal import BromideLibc
internal import BromideRaw
internal import BromideValues
internal import SystemPackage
internal import TestSupport

/// Describes the result of decoding a file in one line. Tabs separate its parts: LibRaw's
/// identification of the file, the decoded picture, and the decoder's owner.
struct Describe {
  var unpacker: Unpacker
  /// A byte that fills the stack for LibRaw's decoders, or 0 to leave the stack unchanged.
  var stackFill: UInt8 = 0

  private func line(_ path: String) -> String {
    do throws(RawError) {
      var unpacking = Unpacking(unpacker: unpacker)
      unpacking.stackFill = stackFill
      let photo = try RawFile(path: FilePath(path), cameras: nil).decode(unpacking: unpacking)
      let (form, digest) = Self.text(photo.image)
      var words = ["\(digest)", "\(photo.damage)"]
      if photo.unpacker == .auto, let difference = try Self.differenceInParts(path, photo) {
        words.append(difference)
      }
      return """
        \(photo.decoder) \(form) \(photo.defaultCrop) \(photo.orientation)\t\
        \(words.joined(separator: " "))\t\(photo.unpacker)
        """
    } catch {
      return "\(error)\t-".replacing("\n", with: " ")
    }
  }

  /// Marks a file that LibRaw identifies differently each time. For some damaged files, LibRaw
  /// reads the sites' colours from uninitialised memory.
  static let unsteady = "unsteady"

  /// Returns the difference between a part that was decoded separately and the same part of the
  /// complete photo, or `nil` if it does not.
  private static func differenceInParts(
    _ path: String, _ photo: RawPhoto
  ) throws(RawError) -> String? {
    guard case .mosaic(let whole) = photo.image else { return nil }
    let size = whole.size
    let part = Region(
      x: size.width / 3, y: size.height / 2, width: 1 + size.width / 8, height: 1 + size.height / 8
    ).intersection(Region(size))
    let other = try RawFile(path: FilePath(path), cameras: nil).decode(
      unpacking: Unpacking(parts: [part]))
    guard case .mosaic(let mosaic) = other.image, mosaic.pattern == whole.pattern else {
      return unsteady
    }
    let isSame =
      mosaic.levels == whole.levels && other.damage == photo.damage
      && digest(mosaic.samples.cropped(to: part)) == digest(whole.samples.cropped(to: part))
    return isSame ? nil : "not in parts"
  }

  private static func text(_ image: SensorImage) -> (form: String, samples: Digest) {
    switch image {
    case .mosaic(let mosaic):
      ("mosaic \(mosaic.size) \(mosaic.pattern) \(mosaic.levels)", digest(mosaic.samples))
    case .xtrans(let mosaic):
      ("x-trans \(mosaic.size) \(mosaic.pattern) \(mosaic.levels)", digest(mosaic.samples))
    case .linear(let image):
      ("linear \(image.size) \(image.channels) \(image.white)", digest(image.samples))
    }
  }

  private static func digest(_ plane: PlaneView<UInt16>) -> Digest {
    var digest = Digest()
    withExtendedLifetime(plane.owner) {
      for y in 0..<plane.height {
        let row = unsafe UnsafeRawBufferPointer(
          start: plane.base + y * plane.stride, count: plane.width * 2)
        unsafe digest.add([UInt8](row))
      }
    }
    return digest
  }

  /// ITIMER_PROF on Linux and macOS. The type of glibc's constant differs from its parameter's
  /// type.
  private static let workTimer: Int32 = 2

  /// Reads paths from standard input, and prints a line for each. If a file takes too long, the
  /// process ends. The limits are 20 s of CPU time, which other processes cannot use up, and ten
  /// minutes.
  func run() {
    var limit = itimerval()
    limit.it_value.tv_sec = 20
    while let path = readLine() {
      unsafe setitimer(Self.workTimer, &limit, nil)
      alarm(600)
      print(line(path))
      fflush(nil)
    }
  }
}
