internal import BromideCodecs
internal import BromidePhotos
internal import BromideRaw
internal import BromideSystem
internal import BromideValues

/// Adds facts of finished pictures and clips. This uses LibRaw's parser for a TIFF's tags.
extension FileInfo {
  mutating func addPNG(_ context: RunContext) {
    self[.format] = InfoValue("PNG")
    do throws(PictureError) {
      let info = try PictureReading.pngInfo(path, context: context)
      self[.size] = InfoValue(info.size)
      self[.bits] = InfoValue(info.bitDepth)
      self[.pattern] = InfoValue(info.isPalette ? "palette" : Self.channels(info.format))
      self[.coding] = InfoValue(info.isInterlaced ? "deflate, interlaced" : "deflate")
      if let cicp = info.cicp, info.unusedCICP == nil {
        self[.space] = InfoValue("cICP \(cicp.primaries)/\(cicp.transfer)")
        self[.range] = InfoValue(cicp.isFullRange ? "full" : "limited")
      } else {
        self[.space] =
          space(info.profile, context)
          ?? InfoValue(info.isSRGB ? "srgb" : info.gamma.map { "gamma \($0.text(decimals: 5))" })
      }
      let xmp = info.text("XML:com.adobe.xmp").map { Array($0.utf8) } ?? []
      let remark = info.unusedCICP.map {
        "cICP \($0) is unspecified, reserved or unknown: the next chunk about colours counts"
      }
      addBlock(info.exif ?? [], xmp: xmp, remark.map { [$0] } ?? [])
    } catch {
      reject(error.reason)
    }
  }

  mutating func addJPEG(_ context: RunContext) {
    self[.format] = InfoValue("JPEG")
    do throws(FrameFileError) {
      let header = try JPEGSource(path: path).header(context)
      self[.size] = InfoValue(header.size)
      self[.bits] = InfoValue(8)
      self[.coding] = InfoValue(header.isProgressive ? "progressive" : "baseline")
      self[.pattern] = InfoValue(header.isCMYK ? "CMYK" : header.isRGB ? "RGB" : "YCbCr")
      if !header.isCMYK { self[.subsampling] = InfoValue(header.layout.name) }
      self[.space] =
        space(header.profile.isEmpty ? nil : header.profile, context)
        ?? InfoValue(header.tags.primaries?.name)
      addBlock(header.exif, xmp: JPEGFile.xmp(of: path) ?? [])
    } catch {
      reject("\(error)")
      // Add the tags that LibRaw's parser finds, although libjpeg cannot read this JPEG.
      add(RawInspection.read(path: path, context: context).metadata)
    }
  }

  /// Adds a JPEG XL, AVIF or WebP.
  mutating func addWhole(_ kind: FileKind, _ context: RunContext) {
    guard let format = kind.wholeFormat else { preconditionFailure("one of these formats") }
    self[.format] = InfoValue(kind.name)
    do throws(PictureError) {
      let info = try PictureReading.wholeInfo(path, format, context: context)
      self[.size] = InfoValue(info.size)
      self[.bits] = InfoValue(info.bitDepth)
      self[.pattern] = InfoValue(Self.channels(info.format))
      self[.space] =
        space(info.profile, context)
        ?? info.cicp.flatMap { InfoValue("CICP \($0.primaries)/\($0.transfer)") }
      addBlock(
        info.exif ?? [], xmp: (try? WholeCheck(path, format, sums: false))?.packet ?? [],
        orientation: info.orientation)
    } catch {
      reject(error.reason)
    }
  }

  mutating func addTIFF(_ context: RunContext) {
    self[.format] = InfoValue("TIFF")
    let raw = RawInspection.read(path: path, context: context)
    do throws(PictureError) {
      let info = try PictureReading.tiffInfo(path, context: context)
      self[.format] = InfoValue(info.isBig ? "BigTIFF" : "TIFF")
      self[.size] = InfoValue(info.size)
      self[.bits] = InfoValue(info.bitDepth)
      self[.pattern] = InfoValue(Self.channels(info.format))
      let names = [1: "uncompressed", 5: "LZW", 7: "JPEG", 8: "deflate", 32773: "PackBits"]
      self[.coding] = InfoValue(
        (names[info.compression] ?? "compression \(info.compression)")
          + (info.isTiled ? ", tiles" : ""))
      self[.space] = space(info.profile, context)
      var metadata = raw.metadata
      metadata.orientation = Orientation(rawValue: info.orientation) ?? .upright
      add(metadata)
    } catch {
      reject(error.reason)
      add(raw.metadata)
      self[.orientation] = nil
    }
    add(raw.readings)
    self[.lensSerial] = InfoValue(raw.lensSerial)
  }

  mutating func addY4M() {
    self[.format] = InfoValue("Y4M")
    do throws(FrameFileError) {
      let file = try Y4MFile(path: path)
      self[.size] = InfoValue(file.header.size)
      self[.bits] = InfoValue(file.header.layout.depth)
      self[.pattern] = InfoValue("YCbCr")
      self[.subsampling] = InfoValue(file.header.layout.name)
      self[.range] = InfoValue(file.header.tags.range?.rawValue)
      self[.frames] = InfoValue(file.frameCount)
      self[.rate] = InfoValue(file.header.framesPerSecond, " frames/s", decimals: 3)
      if let damage = file.damage { note(.damaged, "\(damage)") }
    } catch {
      reject("\(error)")
    }
  }

  /// Records an error. This removes the file's name, which messages of other modules start with.
  private mutating func reject(_ message: String) {
    let name = "\(path): "
    note(.failed, message.hasPrefix(name) ? String(message.dropFirst(name.count)) : message)
  }

  /// - Parameter orientation: The orientation, or `nil` to use the block's.
  private mutating func addBlock(
    _ block: [UInt8], xmp: [UInt8], _ remarks: [String] = [], orientation: Orientation? = nil
  ) {
    var fields = ExifFields(block: block)
    fields.addMakerNote()
    var metadata = PhotoMetadata(fields, xmp: xmp)
    metadata.remarks = remarks + metadata.remarks
    if let orientation { metadata.orientation = orientation }
    add(metadata)
    add(CameraReadings(fields))
    self[.lensSerial] = InfoValue(fields.text(0xa435))
  }

  /// Returns the space of an ICC profile, or `nil` without a profile.
  private mutating func space(_ profile: [UInt8]?, _ context: RunContext) -> InfoValue? {
    guard let profile else { return nil }
    do throws(RawError) {
      let space = try PictureReading.space(ofProfile: profile, in: path, context: context)
      return InfoValue(space?.name ?? "an ICC profile")
    } catch {
      reject(error.reason)
      return nil
    }
  }

  private static func channels(_ format: PixelFormat) -> String {
    (format.colorChannels == 1 ? "grey" : "RGB") + (format.hasAlpha ? " with alpha" : "")
  }
}
