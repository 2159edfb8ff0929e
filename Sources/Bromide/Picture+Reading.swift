internal import BromideCodecs
internal import BromideKernels
internal import BromidePhotos
internal import BromideSampling
internal import BromideSystem
internal import BromideValues
public import SystemPackage

extension Picture where Sample == UInt8 {
  /// Reads a PNG, JPEG, TIFF, JPEG XL, AVIF or WebP with 8 bits a sample. It does not apply an
  /// Exif orientation.
  ///
  /// - Throws: `BromideError` if the file cannot be read, or its samples have another size.
  public init(path: FilePath) throws(BromideError) {
    let (sampler, warnings) = try Self.opened(path)
    switch sampler.pixels {
    case .eight(let image): self.init(image, space: sampler.space)
    case .frame(let frame, let converter):
      let plain = YCbCrConverter(
        coding: converter.coding, siting: converter.siting, layout: converter.layout,
        output: .rgb8, upsampling: converter.upsampling)
      self.init(plain.image(frame, of: UInt8.self), space: sampler.space)
    case .sixteen, .float, .raw:
      throw BromideError(.request, path, "its samples have more than 8 bits; read it as UInt16")
    }
    self.warnings = warnings
  }

  /// Reads a PNG, JPEG, TIFF, JPEG XL, AVIF or WebP with 8 bits a sample: the same as with a
  /// `FilePath`.
  public init(contentsOf path: String) throws(BromideError) { try self.init(path: FilePath(path)) }

  /// Reads a PNG, JPEG, TIFF, JPEG XL, AVIF or WebP with 8 bits a sample from the bytes of its
  /// file, which are copied.
  ///
  /// - Throws: `BromideError` if the bytes cannot be read, or `/proc` is missing.
  public init(bytes: [UInt8]) throws(BromideError) {
    self = try Self.reading(bytes) { path throws(BromideError) in try Self(path: path) }
  }
}

extension Picture where Sample == UInt16 {
  /// Reads a PNG, JPEG, TIFF, JPEG XL, AVIF or WebP with 8 or 16 bits a sample. It does not
  /// apply an Exif orientation.
  ///
  /// - Throws: `BromideError` if the file cannot be read, or its samples are floats.
  public init(path: FilePath) throws(BromideError) {
    let (sampler, warnings) = try Self.opened(path)
    switch sampler.pixels {
    case .sixteen(let image): self.init(image, space: sampler.space)
    case .float, .raw:
      throw BromideError(.request, path, "its samples are floats, which a Picture does not support")
    case .eight, .frame:
      let eight = try Picture<UInt8>(path: path)
      var image = ImageBuffer<UInt16>(size: eight.size, channels: eight.channels)
      unsafe image.withUnsafeMutableSamples { target in
        eight.withSamples { source in
          // 255 becomes 65535.
          for index in source.indices { unsafe target[index] = UInt16(source[index]) * 257 }
        }
      }
      self.init(image, space: eight.space)
    }
    self.warnings = warnings
  }

  /// Reads a PNG, JPEG, TIFF, JPEG XL, AVIF or WebP with 8 or 16 bits a sample: the same as with
  /// a `FilePath`.
  public init(contentsOf path: String) throws(BromideError) { try self.init(path: FilePath(path)) }

  /// Reads a PNG, JPEG, TIFF, JPEG XL, AVIF or WebP with 8 or 16 bits a sample from the bytes of
  /// its file, which are copied.
  ///
  /// - Throws: `BromideError` if the bytes cannot be read, or `/proc` is missing.
  public init(bytes: [UInt8]) throws(BromideError) {
    self = try Self.reading(bytes) { path throws(BromideError) in try Self(path: path) }
  }
}

extension Picture {
  /// Reads the bytes of a file by a path from the system.
  fileprivate static func reading(
    _ bytes: [UInt8], _ read: (FilePath) throws(BromideError) -> Self
  ) throws(BromideError) -> Self {
    let input = try PhotoInput(copying: bytes)
    defer { withExtendedLifetime(input) {} }
    do throws(BromideError) {
      var picture = try read(input.path)
      picture.warnings = picture.warnings.map { input.sentence($0, subject: "the picture") }
      return picture
    } catch { throw BromideError(error.kind, nil, input.reason(error.reason)) }
  }

  /// A finished picture, decoded, with its warnings.
  fileprivate static func opened(
    _ path: FilePath
  ) throws(BromideError) -> (sampler: PointSampler, warnings: [String]) {
    let found: PictureOpener.Found
    let picture: OpenedPicture
    do throws(OpeningError) {
      found = try PictureOpener(settings: OpeningSettings(RunContext())).find(path)
      picture = try found.open(.alone)
    } catch { throw BromideError(error, path) }
    guard [.png, .jpeg, .tiff, .jxl, .avif, .webp].contains(found.kind),
      case .still(let sampler) = picture.frames
    else { throw BromideError(.request, path, "it is not a \(PictureFormat.alternatives)") }
    if let damage = picture.damage { throw BromideError(.damaged, path, "damaged: \(damage)") }
    return (sampler, picture.warnings.map(\.text))
  }
}
