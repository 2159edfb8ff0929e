internal import BromideCodecs
internal import BromideValues
internal import CBromideLibRaw

/// The part of the raw picture that shows the scene, and the maker's crop of it.
///
/// For a DNG, LibRaw rounds an odd active area up to even columns and rows, to keep its CFA code,
/// but does not adjust the black pattern. This type uses the file's numbers instead.
struct VisibleArea {
  /// The area in the raw picture.
  var area: Region
  /// The columns and rows from this area to LibRaw's area: 0 or 1.
  var shiftX: Int
  var shiftY: Int
  /// The maker's crop, from the visible area's origin.
  var defaultCrop: Region

  /// The photographer's crop, from the visible area's origin, or `nil` if it is missing.
  var userCrop: Region?

  /// Reads a DNG's directories. Crops are in pixels of the developed picture.
  init(_ dng: DNGPicture) {
    area = dng.activeArea
    (shiftX, shiftY) = (0, 0)
    let whole = Region(dng.outputSize)
    func shown(_ crop: Region) -> Region? {
      let part = dng.binned(crop).intersection(whole)
      return part.isEmpty ? nil : part
    }
    defaultCrop = shown(dng.crop) ?? whole
    userCrop = dng.userCrop.flatMap(shown)
  }

  init(_ layout: bromide_raw_layout, fields: ExifFields) {
    let librawSize = layout.visibleSize
    var area = Region(
      x: Int(layout.left), y: Int(layout.top), width: librawSize.width, height: librawSize.height)
    var shift = (x: 0, y: 0)
    var crop: Region?
    if layout.dng_version != 0 {
      if layout.filters > 1000, let recorded = Self.activeArea(fields) {
        shift = (area.x - recorded.x, area.y - recorded.y)
        if (0...1).contains(shift.x), (0...1).contains(shift.y), shift != (0, 0) {
          area = Region(
            x: recorded.x, y: recorded.y, width: area.endX - recorded.x,
            height: area.endY - recorded.y)
        } else {
          shift = (0, 0)
        }
      }
      crop = Self.dngCrop(fields)
    }
    self.area = area
    shiftX = shift.x
    shiftY = shift.y
    let whole = Region(area.size)
    if crop == nil, layout.crop_width > 0, layout.crop_height > 0 {
      crop = Region(
        x: Int(layout.crop_left) + shift.x, y: Int(layout.crop_top) + shift.y,
        width: Int(layout.crop_width), height: Int(layout.crop_height))
    }
    let inside = crop?.intersection(whole) ?? whole
    defaultCrop = inside.isEmpty ? whole : inside
  }

  /// Returns DNG's ActiveArea (0xC68D): top, left, bottom, right.
  static func activeArea(_ fields: ExifFields) -> Region? {
    let numbers = (0..<4).compactMap { fields.integer(0xc68d, in: .main, at: $0) }
    guard numbers.count == 4, numbers[0] < numbers[2], numbers[1] < numbers[3] else { return nil }
    return Region(
      x: numbers[1], y: numbers[0], width: numbers[3] - numbers[1],
      height: numbers[2] - numbers[0])
  }

  /// Returns DNG's DefaultCropOrigin and DefaultCropSize (0xC61F, 0xC620), which count from the
  /// active area.
  private static func dngCrop(_ fields: ExifFields) -> Region? {
    func pair(_ tag: UInt16) -> (Int, Int)? {
      let values = (0..<2).compactMap { index in
        fields.integer(tag, in: .main, at: index).map(Double.init)
          ?? fields.rational(tag, in: .main, at: index)?.value
      }
      guard values.count == 2, values.allSatisfy({ $0 >= 0 && $0 < 1e6 }) else { return nil }
      return (Int(values[0].rounded()), Int(values[1].rounded()))
    }
    guard let origin = pair(0xc61f), let size = pair(0xc620), size.0 > 0, size.1 > 0 else {
      return nil
    }
    return Region(x: origin.0, y: origin.1, width: size.0, height: size.1)
  }
}
