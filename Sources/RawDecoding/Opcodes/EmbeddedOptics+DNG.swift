internal import CLibRaw
internal import Cameras
internal import Metadata
internal import Pixels

extension EmbeddedOptics {
  /// DNG's OpcodeList1, 2 and 3.
  private static let tags: [UInt16] = [51_008, 51_009, 51_022]

  /// Whether a file has DNG's OpcodeList3.
  static func mayWarp(_ handle: LibRawHandle, _ fields: ExifFields) -> Bool {
    (handle.profileField(tags[2]) ?? fields.profileField(tags[2])) != nil
  }

  /// What a DNG's opcode lists state of its picture. Ask before the file is closed.
  ///
  /// - Parameters:
  ///   - image: The decoded picture.
  ///   - visible: Where that lies in the raw picture.
  init(
    _ handle: LibRawHandle, fields: ExifFields, layout: bromide_raw_layout, image: SensorImage,
    visible: VisibleArea
  ) {
    self.init()
    guard layout.dng_version != 0 else { return }
    let lists = Self.tags.map { handle.profileField($0) ?? fields.profileField($0) }
    guard lists.contains(where: { $0 != nil }) else { return }
    // LibRaw's own pictures begin where its visible area does.
    var origin = (x: visible.area.x, y: visible.area.y)
    var isMosaic = true
    // Sites of X-Trans are not corrected; its pixels are, as those of LibRaw's pictures.
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
      guard let field else { continue }
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
        // Corrected behind the demosaic: one plane became three.
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

  /// LibRaw's name for the decoder of lossy JPEG, in whose place ours may run.
  private static let lossyDecoder = "lossy_dng_load_raw"
}
