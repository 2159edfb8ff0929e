internal import Bromide
public import CBromide

// The functions of bromide.h that develop and describe an opened photo. The header documents them.

/// `bromide_size`.
@_cdecl("bromide_size")
public func size(
  _ photo: OpaquePointer?, _ recipe: UnsafePointer<CChar>?,
  _ layout: UnsafeMutablePointer<bromide_layout>?, _ error: ErrorTarget
) -> Int32 {
  unsafe Calls.run(error) {
    let photo = try unsafe Handle.photo(photo)
    guard let layout = unsafe layout else { throw Misuse("layout is NULL") }
    let known = unsafe min(layout.pointee.bytes, MemoryLayout<bromide_layout>.size)
    guard known > MemoryLayout<Int>.size else {
      throw Misuse("layout.bytes is \(known); set it to sizeof (bromide_layout)")
    }
    let shape = try photo.shape(try unsafe Calls.text("recipe", recipe))
    var full = bromide_layout()
    unsafe full.bytes = layout.pointee.bytes
    full.width = UInt32(shape.size.width)
    full.height = UInt32(shape.size.height)
    full.channels = UInt32(shape.channels)
    full.orientation = UInt32(shape.orientation)
    unsafe withUnsafeBytes(of: &full) { bytes in
      unsafe UnsafeMutableRawPointer(layout).copyMemory(
        from: bytes.baseAddress!, byteCount: known)
    }
  }
}

/// `bromide_develop`.
@_cdecl("bromide_develop")
public func develop(
  _ photo: OpaquePointer?, _ recipe: UnsafePointer<CChar>?, _ sample: Int32,
  _ pixels: UnsafeMutableRawPointer?, _ stride: Int, _ count: Int,
  _ run: UnsafePointer<bromide_run>?, _ error: ErrorTarget
) -> Int32 {
  unsafe Calls.run(error) {
    try unsafe develop(
      photo, recipe, nil, sample, HostMemory(start: pixels, stride: stride, count: count), run)
  }
}

/// `bromide_develop_part`.
@_cdecl("bromide_develop_part")
public func developPart(
  _ photo: OpaquePointer?, _ recipe: UnsafePointer<CChar>?, _ x: UInt32, _ y: UInt32,
  _ width: UInt32, _ height: UInt32, _ sample: Int32, _ pixels: UnsafeMutableRawPointer?,
  _ stride: Int, _ count: Int, _ run: UnsafePointer<bromide_run>?, _ error: ErrorTarget
) -> Int32 {
  unsafe Calls.run(error) {
    let part = Region(x: Int(x), y: Int(y), width: Int(width), height: Int(height))
    try unsafe develop(
      photo, recipe, part, sample, HostMemory(start: pixels, stride: stride, count: count), run)
  }
}

/// The host's memory for pixels.
@safe
private struct HostMemory {
  @unsafe let start: UnsafeMutableRawPointer?
  let stride: Int
  let count: Int

  init(start: UnsafeMutableRawPointer?, stride: Int, count: Int) {
    unsafe self.start = start
    self.stride = stride
    self.count = count
  }

  /// Returns the memory as rows, if they fit.
  func rows(_ shape: PictureShape, _ sample: SampleFormat) throws(Misuse) -> RowTarget {
    let (width, height) = (shape.size.width, shape.size.height)
    let row = width * shape.channels * sample.byteCount
    guard stride >= row else {
      throw Misuse(
        "stride is \(stride); rows of \(width) pixels have \(row) bytes")
    }
    let (last, overflow) = stride.multipliedReportingOverflow(by: height - 1)
    guard !overflow, count >= row, count - row >= last else {
      throw Misuse(
        "count is \(count); \(height) rows with a stride of \(stride) require more bytes")
    }
    // The caller checks that the memory exists.
    return unsafe RowTarget(
      UnsafeMutableRawBufferPointer(start: start, count: count), stride: stride)
  }
}

@unsafe private func develop(
  _ photo: OpaquePointer?, _ recipe: UnsafePointer<CChar>?, _ part: Region?, _ sample: Int32,
  _ memory: HostMemory, _ run: UnsafePointer<bromide_run>?
) throws {
  let photo = try unsafe Handle.photo(photo)
  let format: SampleFormat
  switch sample {
  case Int32(BROMIDE_U8): format = .uint8
  case Int32(BROMIDE_U16): format = .uint16
  case Int32(BROMIDE_F32): format = .float32
  default: throw Misuse("sample is \(sample); use BROMIDE_U8, BROMIDE_U16 or BROMIDE_F32")
  }
  guard unsafe memory.start != nil else { throw Misuse("pixels is NULL") }
  // Sizes above half of the address space are negative numbers here.
  guard memory.stride >= 0 else { throw Misuse("stride is larger than any memory") }
  guard memory.count >= 0 else { throw Misuse("count is larger than any memory") }
  guard unsafe Int(bitPattern: memory.start).isMultiple(of: format.byteCount),
    memory.stride.isMultiple(of: format.byteCount)
  else { throw Misuse("pixels and stride must be multiples of \(format.byteCount) bytes") }
  let settings = try unsafe runSettings(run)
  var report: ProgressReport?
  if let progress = unsafe settings.progress {
    let host = unsafe HostProgress(report: progress, context: settings.context)
    report = { host($0) }
  }
  try unsafe photo.develop(
    try Calls.text("recipe", recipe), as: format, part: part,
    threads: Int(min(settings.threads, 4096)), report: report
  ) { shape in try memory.rows(shape, format) }
}

/// The host's settings of a call. Fields that are missing in its version of the structure are 0.
@unsafe private func runSettings(_ run: UnsafePointer<bromide_run>?) throws -> bromide_run {
  var settings = unsafe bromide_run()
  guard let run = unsafe run else { return unsafe settings }
  let known = unsafe min(run.pointee.bytes, MemoryLayout<bromide_run>.size)
  guard known >= MemoryLayout<Int>.size else {
    throw Misuse("run.bytes is \(known); set it to sizeof (bromide_run)")
  }
  unsafe withUnsafeMutableBytes(of: &settings) { bytes in
    unsafe bytes.baseAddress!.copyMemory(from: UnsafeRawPointer(run), byteCount: known)
  }
  return unsafe settings
}

/// A progress function of the host. Any thread can call it.
@safe
private struct HostProgress: @unchecked Sendable {
  @unsafe let report: @convention(c) (UnsafeMutableRawPointer?, Double) -> Int32
  @unsafe let context: UnsafeMutableRawPointer?

  func callAsFunction(_ done: Double) -> Bool { unsafe report(context, done) == 0 }
}

/// `bromide_sample`.
@_cdecl("bromide_sample")
public func sample(
  _ photo: OpaquePointer?, _ recipe: UnsafePointer<CChar>?, _ space: UnsafePointer<CChar>?,
  _ xy: UnsafePointer<Double>?, _ points: Int, _ values: UnsafeMutablePointer<Double>?,
  _ error: ErrorTarget
) -> Int32 {
  unsafe Calls.run(error) {
    let photo = try unsafe Handle.photo(photo)
    guard points >= 0, points < 1 << 40 else { throw Misuse("points is larger than any memory") }
    guard points > 0 else { return }
    guard let xy = unsafe xy, let values = unsafe values else {
      throw Misuse("xy or values is NULL")
    }
    let places = (0..<points).map {
      unsafe NormalizedPoint(x: xy[2 * $0], y: xy[2 * $0 + 1])
    }
    let name = try unsafe Calls.text("space", space)
    let samples = try photo.samples(
      try unsafe Calls.text("recipe", recipe), space: name.isEmpty ? "lab" : name, at: places)
    for (index, sample) in samples.enumerated() {
      for channel in 0..<3 { unsafe values[3 * index + channel] = sample[channel] }
    }
  }
}

/// `bromide_info`.
@_cdecl("bromide_info")
public func info(_ photo: OpaquePointer?, _ json: ErrorTarget, _ error: ErrorTarget) -> Int32 {
  unsafe json?.pointee = nil
  return unsafe Calls.run(error) {
    let photo = try unsafe Handle.photo(photo)
    guard unsafe json != nil else { throw Misuse("json is NULL") }
    try unsafe Calls.give(photo.info(), to: json)
  }
}

/// `bromide_notes`.
@_cdecl("bromide_notes")
public func notes(_ photo: OpaquePointer?, _ json: ErrorTarget, _ error: ErrorTarget) -> Int32 {
  unsafe json?.pointee = nil
  return unsafe Calls.run(error) {
    let photo = try unsafe Handle.photo(photo)
    guard unsafe json != nil else { throw Misuse("json is NULL") }
    try unsafe Calls.give(photo.notes(), to: json)
  }
}

/// `bromide_preview`.
@_cdecl("bromide_preview")
public func preview(
  _ photo: OpaquePointer?, _ jpeg: UnsafeMutablePointer<UnsafeMutableRawPointer?>?,
  _ count: UnsafeMutablePointer<Int>?, _ error: ErrorTarget
) -> Int32 {
  unsafe jpeg?.pointee = nil
  return unsafe Calls.run(error) {
    let photo = try unsafe Handle.photo(photo)
    guard unsafe jpeg != nil, unsafe count != nil else { throw Misuse("jpeg or count is NULL") }
    try unsafe Calls.give(try photo.preview(), to: jpeg, count)
  }
}
