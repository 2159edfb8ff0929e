internal import BromideValues
internal import CBromideLensfun

/// The only lens of a small database in liblensfun. Use it from one thread.
@safe
final class LensNumbers {
  private let database: OpaquePointer
  private let lens: bromide_lensfun_lens

  /// Returns `nil` if the library rejects the text or finds no lens in it. The corresponding C
  /// functions are `lf_db_load_data` and `lf_db_get_lenses`.
  init?(_ text: [UInt8]) {
    let opened = unsafe text.withUnsafeBytes { bytes -> OpaquePointer? in
      guard let start = bytes.baseAddress else { return nil }
      return unsafe bromide_lensfun_open(start.assumingMemoryBound(to: CChar.self), bytes.count)
    }
    guard let opened = unsafe opened else { return nil }
    var lens = bromide_lensfun_lens()
    guard unsafe bromide_lensfun_lens_at(opened, 0, &lens) else {
      unsafe bromide_lensfun_close(opened)
      return nil
    }
    unsafe database = opened
    self.lens = lens
  }

  deinit { unsafe bromide_lensfun_close(database) }

  /// Returns the lens profile for a photo's focal length and aperture. The corresponding C
  /// functions are `lf_modifier_initialize`, `lf_modifier_apply_geometry_distortion`,
  /// `lf_modifier_apply_subpixel_distortion` and `lf_modifier_apply_color_modification`.
  func knowledge(of name: String, _ query: LensQuery, crop: Double) -> LensKnowledge {
    func near(_ reason: String) -> LensKnowledge { .unknown(reason: reason) }
    let (least, most) = (Double(lens.least_focal), Double(lens.most_focal))
    let focal = query.focalLength
    guard least > 0, most >= least, focal >= least * (1 - Self.focalShare),
      focal <= most * (1 + Self.focalShare)
    else {
      return near(
        "the file records \(Int(focal.rounded())) mm, which lensfun's \(name) does not include")
    }
    guard lens.center_x == 0, lens.center_y == 0 else {
      return near("lensfun's \(name) is not centred")
    }
    guard query.size.shortEdge > 1, query.size.longEdge < 1 << 20 else {
      return near("the picture has \(query.size) pixels")
    }
    let photo = bromide_lensfun_photo(
      crop: Float(crop), focal: Float(min(max(focal, least), most)),
      aperture: Float(query.aperture), width: Int32(query.size.width),
      height: Int32(query.size.height))
    var all = [Double](repeating: 1, count: 4 * Self.points)
    let parts = unsafe all.withUnsafeMutableBufferPointer { all in
      let start = all.baseAddress!
      return unsafe bromide_lensfun_radial(
        database, 0, photo, Self.points, start, start + Self.points, start + 2 * Self.points,
        start + 3 * Self.points)
    }
    let tables = (0..<4).map { Array(all[$0 * Self.points..<($0 + 1) * Self.points]) }
    func has(_ part: Int) -> Bool { Int(parts) & part != 0 }
    var profile = LensProfile(name: name)
    if has(Int(BROMIDE_LENSFUN_DISTORTION)) { profile.distortion = tables[0] }
    if has(Int(BROMIDE_LENSFUN_LATERAL)) { profile.lateralColor = (tables[1], tables[2]) }
    if has(Int(BROMIDE_LENSFUN_VIGNETTING)) { profile.vignetting = tables[3] }
    profile.check(for: query.size)
    guard !profile.parts.isEmpty || !profile.damaged.isEmpty else {
      return near("lensfun has no measurements of \(name)")
    }
    return .known(profile)
  }

  /// The tolerance of a lens's focal length, because cameras round it.
  private static let focalShare = 0.02
  /// The number of points from the middle to the corner. Straight lines between them have an error
  /// of less than 0.02 pixels.
  private static let points = 129
}
