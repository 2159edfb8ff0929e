internal import BromideCodecs
internal import BromideValues

extension DNGReader {
  /// Returns how samples are stored. Throws if the decoders do not support it.
  func storage(_ size: Size, samples: Int) throws(DNGFault) -> DNGPicture.Storage {
    guard (1...8).contains(samples) else { throw .damaged("\(samples) samples a pixel") }
    let bits = integers(Tag.bits, most: 8) ?? [1]
    let formats = integers(Tag.sampleFormat, most: 8) ?? [1]
    guard let first = bits.first, bits.allSatisfy({ $0 == first }), let format = formats.first,
      formats.allSatisfy({ $0 == format })
    else { throw .unsupported("a DNG with samples of different forms in a pixel") }
    guard (integer(Tag.planar) ?? 1) == 1 || samples == 1 else {
      throw .unsupported("a DNG that stores its colours in separate planes (PlanarConfiguration 2)")
    }
    guard [1, 3, 4].contains(format) else {
      throw .unsupported("a DNG of signed or complex numbers (SampleFormat \(format))")
    }
    var storage = DNGPicture.Storage(
      bits: first, isFloat: format == 3, compression: integer(Tag.compression) ?? 1,
      predictor: integer(Tag.predictor) ?? 1, tile: size, isTiled: raw[Tag.tileOffsets] != nil,
      offsets: [], counts: [])
    try checkCoding(storage, samples: samples)
    storage.rowFields = try fields(Tag.rowInterleave, storage, length: size.height)
    storage.columnFields = try fields(Tag.columnInterleave, storage, length: size.width)
    storage.table = try table(storage)
    try addTiles(to: &storage, size, samples: samples)
    return storage
  }

  private func checkCoding(
    _ storage: DNGPicture.Storage, samples: Int
  ) throws(DNGFault) {
    let (bits, compression) = (storage.bits, storage.compression)
    let names = [
      5: "LZW", 6: "old JPEG", 32_773: "PackBits", 34_676: "SGI's logarithms", 50_000: "Zstandard",
    ]
    guard [1, 7, 8, 9, 34_892, 52_546].contains(compression) else {
      throw .unsupported(
        "a DNG of compression \(compression)" + (names[compression].map { " (\($0))" } ?? ""))
    }
    if storage.isFloat {
      guard [16, 24, 32].contains(bits) else {
        throw .unsupported("a DNG of floating-point numbers of \(bits) bits")
      }
      guard [1, 8, 52_546].contains(compression) else {
        throw .unsupported("a DNG of floating-point numbers in compression \(compression)")
      }
    } else {
      guard (8...16).contains(bits) else {
        throw .unsupported("a DNG with integers of \(bits) bits")
      }
    }
    guard [1, 2, 3, 34_892, 34_893, 34_894, 34_895].contains(storage.predictor) else {
      throw .unsupported("a DNG with predictor \(storage.predictor)")
    }
    guard compression == 8, storage.predictor != 1 else { return }
    let isFloating = [3, 34_894, 34_895].contains(storage.predictor)
    guard isFloating == storage.isFloat || !isFloating && bits != 24 else {
      throw .unsupported("a DNG with predictor \(storage.predictor) for samples of \(bits) bits")
    }
    guard isFloating || [8, 16, 32].contains(bits) else {
      throw .unsupported("a DNG with predictor \(storage.predictor) for samples of \(bits) bits")
    }
  }

  /// Returns RowInterleaveFactor or ColumnInterleaveFactor, which only the decoder of JPEG XL
  /// supports.
  private func fields(
    _ tag: UInt16, _ storage: DNGPicture.Storage, length: Int
  ) throws(DNGFault) -> Int {
    let count = integer(tag) ?? 1
    // With as many fields as rows or columns, the order is unchanged, as with one field.
    guard count > 1, count < length else { return 1 }
    guard storage.compression == 52_546 else {
      throw .unsupported("a DNG with rows or columns sorted into \(count) fields")
    }
    return count
  }

  private func table(_ storage: DNGPicture.Storage) throws(DNGFault) -> [UInt16] {
    guard let field = raw[Tag.table] else { return [] }
    guard let values = integers(Tag.table, most: 1 << 16), !values.isEmpty,
      values.allSatisfy({ (0...65_535).contains($0) })
    else { throw .damaged("a linearization table of \(field.count) values") }
    guard !storage.isFloat else {
      throw .unsupported("a DNG of floating-point numbers with a linearization table")
    }
    return values.map(UInt16.init)
  }

  private func addTiles(
    to storage: inout DNGPicture.Storage, _ size: Size, samples: Int
  ) throws(DNGFault) {
    let tags =
      storage.isTiled ? (Tag.tileOffsets, Tag.tileCounts) : (Tag.stripOffsets, Tag.stripCounts)
    if storage.isTiled {
      storage.tile = Size(width: integer(Tag.tileWidth) ?? 0, height: integer(Tag.tileHeight) ?? 0)
    } else {
      let rows = integer(Tag.rowsPerStrip) ?? size.height
      storage.tile.height = min(max(rows, 0), size.height)
    }
    guard (1...Self.mostSide).contains(storage.tile.width),
      (1...Self.mostSide).contains(storage.tile.height)
    else { throw .damaged("tiles of \(storage.tile.width)×\(storage.tile.height) pixels") }
    let across = (size.width - 1) / storage.tile.width + 1
    let down = (size.height - 1) / storage.tile.height + 1
    let kind = storage.isTiled ? "tiles" : "strips"
    guard let offsets = integers(tags.0), !offsets.isEmpty, offsets.allSatisfy({ $0 >= 0 }) else {
      throw .damaged("a DNG without the positions of its \(kind)")
    }
    guard across * down <= offsets.count else {
      throw .damaged("\(offsets.count) \(kind) where its picture takes \(across * down)")
    }
    let counts = integers(tags.1) ?? []
    storage.offsets = offsets.prefix(across * down).map(UInt64.init)
    // Some writers omit all counts. If other counts exist, 0 means an empty tile, and the next tile
    // must not be used instead.
    let areRecorded = counts.contains { $0 > 0 }
    storage.counts = storage.offsets.indices.map { index in
      if areRecorded, counts.indices.contains(index) { return UInt64(max(counts[index], 0)) }
      return UInt64(max(0, file.size - offsets[index]))
    }
    // Floats of a group of pixels are predicted from the previous group.
    let group = [34_894: 2, 34_895: 4][storage.predictor] ?? 1
    guard storage.compression != 8 || storage.tile.width.isMultiple(of: group) else {
      throw .damaged(
        "predictor \(storage.predictor) requires groups of \(group) pixels, but rows have \(storage.tile.width)"
      )
    }
    guard storage.compression == 1 else { return }
    try checkCounts(counts, storage, size, samples: samples)
    try checkPlaces(storage, size, samples: samples)
  }

  /// Checks that uncompressed tiles have the bytes for their width and bits. Otherwise, a wrong
  /// width would give a wrong picture.
  private func checkCounts(
    _ recorded: [Int], _ storage: DNGPicture.Storage, _ size: Size, samples: Int
  ) throws(DNGFault) {
    let row = (storage.tile.width * samples * storage.bits + 7) / 8
    let across = (size.width - 1) / storage.tile.width + 1
    for (index, count) in recorded.enumerated() where count > 0 && index < storage.offsets.count {
      let rows = min(storage.tile.height, size.height - index / across * storage.tile.height)
      // Rows below the picture can be missing. Writers pad by some bytes, but another width changes
      // every row.
      guard count >= row * rows, count - row * storage.tile.height < max(storage.tile.height, 16)
      else {
        throw .damaged(
          "\(storage.isTiled ? "a tile" : "a strip") of \(count) bytes where its samples take \(row * rows)"
        )
      }
    }
  }

  /// Checks that uncompressed samples do not overlap directories. Otherwise, a wrong position would
  /// give a wrong picture.
  private func checkPlaces(
    _ storage: DNGPicture.Storage, _ size: Size, samples: Int
  ) throws(DNGFault) {
    let taken = [0..<8] + directories.flatMap { [$0.bytes] + $0.values }
    let row = (storage.tile.width * samples * storage.bits + 7) / 8
    let across = (size.width - 1) / storage.tile.width + 1
    for (index, offset) in storage.offsets.enumerated() {
      let rows = min(storage.tile.height, size.height - index / across * storage.tile.height)
      let start = Int(clamping: offset)
      guard start < file.size else {
        throw .damaged("its samples begin at byte \(start), and the file ends at \(file.size)")
      }
      let place = start..<start + row * rows
      guard !taken.contains(where: { $0.overlaps(place) }) else {
        throw .damaged("its samples overlap its directories at byte \(start)")
      }
    }
  }
}
