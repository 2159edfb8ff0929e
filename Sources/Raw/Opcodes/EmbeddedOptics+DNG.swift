internal import BromideCodecs
internal import BromideValues
internal import CBromideLibRaw

extension EmbeddedOptics {
  /// DNG's OpcodeList1, 2 and 3.
  private static let tags = DNGReader.Tag.opcodeLists
  /// DNG's NoiseProfile.
  private static let noiseProfile: UInt16 = 51_041

  /// Returns whether a file has DNG's OpcodeList3, or a maker's notes about distortion or lateral
  /// colour.
  static func mayWarp(_ handle: LibRawHandle, _ fields: ExifFields) -> Bool {
    [0x7035, 0x7037, 0xf00b, 0xf00f].contains { fields.has($0, in: .main) }
      || LensNotes.olympusMayWarp(fields)
      || (handle.profileField(tags[2]) ?? fields.profileField(tags[2])) != nil
  }

  /// Reads the corrections in a DNG's opcode lists or a maker's notes. Call this before the file is
  /// closed.
  ///
  /// - Parameters:
  ///   - image: The decoded picture.
  ///   - visible: The position of the picture in the raw picture.
  init(
    _ handle: LibRawHandle, fields: ExifFields, layout: bromide_raw_layout, image: SensorImage,
    visible: VisibleArea
  ) {
    self.init()
    guard layout.dng_version != 0 else {
      if let notes = LensNotes(fields, make: handle.text(BROMIDE_RAW_MAKE)) {
        add(notes, to: image)
      }
      return
    }
    readNoise(handle.profileField(Self.noiseProfile) ?? fields.profileField(Self.noiseProfile))
    let lists = Self.tags.map { handle.profileField($0) ?? fields.profileField($0) }
    let recorded = handle.dng?.opcodeLists ?? []
    guard lists.contains(where: { $0 != nil }) || !recorded.isEmpty else { return }
    // LibRaw's own pictures begin where its visible area does.
    var origin = (x: visible.area.x, y: visible.area.y)
    var isMosaic = true
    // For X-Trans, pixels are corrected instead of sites, as for LibRaw's pictures.
    if case .xtrans = image { isMosaic = false }
    if case .linear = image {
      isMosaic = false
      origin.x += visible.shiftX
      origin.y += visible.shiftY
    }
    let whole = Region(
      x: 0, y: 0, width: Int(layout.raw_width), height: Int(layout.raw_height))
    let active = VisibleArea.activeArea(fields)?.intersection(whole) ?? whole
    for (index, field) in lists.enumerated() {
      guard let field else {
        // LibRaw does not pass on a field that ends behind the file.
        if recorded.contains(index + 1) {
          ignored += OpcodeList(nil, number: index + 1, bounds: active).ignored
        }
        continue
      }
      let bytes =
        field.count <= OpcodeList.mostBytes ? (try? field.data(field.count))?.bytes : nil
      let list = OpcodeList(
        bytes, number: index + 1,
        bounds: (index == 0 ? whole : active).translated(x: -origin.x, y: -origin.y))
      ignored += list.ignored
      for opcode in list.opcodes {
        add(opcode, list: index + 1, isMosaic: isMosaic, isFiltered: layout.filters != 0, handle)
      }
    }
  }

  /// Adds the corrections in a maker's notes.
  private mutating func add(_ notes: LensNotes, to image: SensorImage) {
    maker = notes.maker
    ignored += notes.ignored
    let (gain, warp) = notes.opcodes(for: image.size)
    if let gain {
      if case .mosaic = image {
        mosaic.append(.samples(gain))
      } else {
        linear.append(.samples(gain))
      }
    }
    guard let warp else { return }
    if warp.isSound(over: Region(image.size)) {
      linear.append(.warp(warp))
    } else {
      ignored.append(
        Ignored(
          name: "\(notes.maker) \(warp.name)", reason: "it folds or crushes the picture",
          isOptional: false))
    }
  }

  /// Reads DNG's NoiseProfile (DNG 1.6, chapter 4): a pair of numbers for all colours, or one for
  /// each.
  mutating func readNoise(_ field: ProfileField?) {
    guard let field else { return }
    func ignore() {
      ignored.append(Ignored(name: "NoiseProfile", reason: "damaged", isOptional: false))
    }
    let pairs = field.count / 2
    guard field.count.isMultiple(of: 2), (1...4).contains(pairs),
      let numbers = try? field.numbers(field.count),
      numbers.allSatisfy({ $0.isFinite && (0...1).contains($0) })
    else { return ignore() }
    let sum = (0..<pairs).reduce(SIMD2<Double>()) {
      $0 + SIMD2(numbers[2 * $1], numbers[2 * $1 + 1])
    }
    // Noise of 0 at every brightness was not measured.
    guard sum.max() > 0 else { return ignore() }
    noise = sum / Double(pairs)
  }

  private mutating func add(
    _ opcode: Opcode, list: Int, isMosaic: Bool, isFiltered: Bool, _ handle: LibRawHandle
  ) {
    func ignore(_ reason: String) {
      let name = "\(opcode.name) of OpcodeList\(list)"
      ignored.append(Ignored(name: name, reason: reason, isOptional: false))
    }
    switch opcode {
    case .trim:
      if list == 3 { linear.append(opcode) } else { mosaic.append(opcode) }
    case .badValue, .badPlaces:
      if list == 3 || !isMosaic {
        ignore("no Bayer mosaic to repair")
      } else if case .badValue = opcode, list == 2 {
        ignore("only known of recorded values")
      } else {
        mosaic.append(opcode)
      }
    case .warp:
      if list == 3 { linear.append(opcode) } else { ignore("only known of full colour") }
    case .samples(var samples):
      if list == 1 { return ignore("only known of linear light") }
      if list == 3 {
        switch samples.effect {
        case .rows where !warps.isEmpty, .columns where !warps.isEmpty:
          ignore("only known before a warp")
        default: linear.append(opcode)
        }
      } else if isMosaic {
        mosaic.append(opcode)
      } else if samples.name == "MapPolynomial", handle.decoder == Self.lossyDecoder {
        // The decoder applied it.
        return
      } else if isFiltered {
        // This is corrected after the demosaic, so one plane has become three.
        guard samples.rowPitch == 1, samples.columnPitch == 1 else {
          return ignore(
            "each is for one colour of a mosaic that is not Bayer's, or that LibRaw demosaiced")
        }
        samples.planes = 3
        linear.append(.samples(samples))
      } else {
        linear.append(opcode)
      }
    }
  }

  /// LibRaw's name for the decoder of lossy JPEG. Bromide's decoder can run instead.
  private static let lossyDecoder = "lossy_dng_load_raw"
}
