internal import BromideSystem
internal import BromideValues
internal import CBromideCodecs

/// Writes AVIF with libavif and aom (AV1 Image File Format 1.1).
struct AVIFCoder: WholeCoder {
  let options: AVIFOptions

  /// libavif converts RGB and RGBA. Bromide copies grey.
  static func channels(for channels: Int) -> Int { channels == 2 ? 4 : channels }

  func encode(
    _ picture: WholePicture, crew: Crew
  ) throws(PictureFileError) -> EncodedFile {
    let factors = options.effectiveSubsampling.factors
    var options = bromide_avif_options(
      quality: Int32(options.quality), bits: Int32(options.bits), across: Int32(factors.across),
      down: Int32(factors.down), speed: Int32(options.speed))
    // Few readers of AVIF support code points of linear light.
    let isLinear = picture.description.space?.transfer.isLinear ?? false
    return unsafe try EncodedFile { file in
      unsafe picture.withWhole(prefersCodePoints: !isLinear) { whole in
        unsafe bromide_avif_encode(whole, &options, file)
      }
    }
  }

  /// Finds the coded items, their properties and the packet by the lists in the box `meta` (ISO/IEC 14496-12, 8.11).
  static func parts(of file: some RandomBytes) throws(PictureFileError) -> PictureParts? {
    guard let boxes = try file.boxes(), boxes.first?.name == "ftyp",
      let meta = boxes.first(where: { $0.name == "meta" }), meta.content.count <= mostBytes
    else { return nil }
    let bytes = try file.bytes(at: meta.content.lowerBound, count: meta.content.count)
    let lists = ISOBox.all(in: bytes[...].dropFirst(4))
    guard let types = lists.first(named: "iinf").flatMap(itemTypes),
      let places = lists.first(named: "iloc").flatMap(itemPlaces)
    else { return nil }
    var parts = PictureParts()
    // Size, colours and primary item.
    for list in lists where list.name == "iprp" || list.name == "pitm" {
      let start = meta.content.lowerBound + list.content.startIndex
      parts.pixels.append(start..<start + list.content.count)
    }
    for (item, ranges) in places {
      guard ranges.allSatisfy({ $0.upperBound <= file.size }) else { return nil }
      switch types[item] {
      case "av01": parts.pixels += ranges
      case "mime" where ranges.count == 1: parts.packet = ranges[0]
      default: continue
      }
    }
    return parts
  }

  /// Files of Bromide have four items at most.
  private static let mostBytes = 1 << 20

  /// The type of each item, by its number.
  private static func itemTypes(_ iinf: ArraySlice<UInt8>) -> [Int: String]? {
    guard let version = iinf.number(at: 0, 1) else { return nil }
    var types: [Int: String] = [:]
    for entry in ISOBox.all(in: iinf.dropFirst(version == 0 ? 6 : 8)) where entry.name == "infe" {
      guard let version = entry.content.number(at: 0, 1), [2, 3].contains(version) else {
        return nil
      }
      let count = version == 2 ? 2 : 4
      guard let item = entry.content.number(at: 4, count) else { return nil }
      types[item] = String(
        decoding: entry.content.dropFirst(4 + count + 2).prefix(4), as: UTF8.self)
    }
    return types
  }

  /// The number of each item and its ranges of the file, in the order of the list.
  private static func itemPlaces(_ iloc: ArraySlice<UInt8>) -> [(Int, [Range<Int>])]? {
    guard let version = iloc.number(at: 0, 1), version <= 2, let sizes = iloc.number(at: 4, 2)
    else { return nil }
    let (offsetBytes, lengthBytes) = (sizes >> 12, sizes >> 8 & 15)
    let (baseBytes, indexBytes) = (sizes >> 4 & 15, version == 0 ? 0 : sizes & 15)
    var place = 6
    func next(_ count: Int) -> Int? {
      guard count > 0 else { return 0 }
      defer { place += count }
      return iloc.number(at: place, count)
    }
    guard let count = next(version == 2 ? 4 : 2) else { return nil }
    var items: [(Int, [Range<Int>])] = []
    for _ in 0..<count {
      guard let item = next(version == 2 ? 4 : 2),
        // Positions count from the start of the file.
        let method = version == 0 ? 0 : next(2), method & 15 == 0,
        next(2) == 0, let base = next(baseBytes), let extents = next(2)
      else { return nil }
      var ranges: [Range<Int>] = []
      for _ in 0..<extents {
        guard next(indexBytes) != nil, let offset = next(offsetBytes),
          let length = next(lengthBytes),
          case (let start, let isBeyond) = base.addingReportingOverflow(offset), !isBeyond,
          case (let end, let isLonger) = start.addingReportingOverflow(length), !isLonger
        else { return nil }
        ranges.append(start..<end)
      }
      items.append((item, ranges))
    }
    return items
  }
}
