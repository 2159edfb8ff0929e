internal import BromideCodecs
internal import BromideDevelop
internal import BromideValues
internal import CBromideCodecs
internal import Dispatch
internal import Synchronization
internal import TestSupport

/// Bromide's presets on two threads compared with libpng's level 6 on one, on a noisy photo, a
/// smooth photo and graphics.
enum PNGBench {
  static func run(_ options: Options) {
    let size = options.photoSize
    var smooth = Photos.noisy(size)
    smooth.scene = .landscape(seed: 3, octaves: 5)
    smooth.noise = nil
    var graphics = smooth
    graphics.scene = .text
    let pictures = [
      ("noisy photo", developed(Photos.noisy(size))), ("smooth photo", developed(smooth)),
      ("graphics", flat(developed(graphics))),
    ]
    var report = Report(
      "PNG, \(size), 8-bit RGB", ["picture", "encoder", "MB/s", "bytes", "size / libpng 6"],
      form: options.form)
    for (name, picture) in pictures {
      let megabytes = Double(picture.count) / 1e6
      // libpng takes seconds, so run it once.
      var rival = 0
      let seconds = ContinuousClock().measure { rival = libpng(picture, size) }.seconds
      report.add([
        name, "libpng level 6, 1 thread", decimal(megabytes / seconds, 1), "\(rival)", "1",
      ])
      for compression in CodingEffort.allCases {
        let encoder = PNGBandEncoder(
          size: size, format: PixelFormat(channels: 3, sample: .uint8), compression: compression)
        let scratches = (0..<2).map { _ in Scratch(value: encoder.makeScratch()) }
        var bytes = 0
        let seconds = medianSeconds(runs: compression == .small ? 1 : options.runs) {
          bytes = encode(picture, size, encoder, scratches)
        }
        report.add([
          name, "bromide \(compression.rawValue), 2 threads", decimal(megabytes / seconds, 1),
          "\(bytes)", decimal(Double(bytes) / Double(rival), 4),
        ])
      }
    }
    report.show()
  }

  private struct Scratch: @unchecked Sendable {
    let value: PNGScratch
  }

  private static func developed(_ photo: SyntheticPhoto) -> [UInt8] {
    let source = Photos.source(photo)
    do {
      let developer = try Developer(source, recipe: DevelopRecipe())
      var picture = [UInt8](repeating: 0, count: developer.outputSize.area * 3)
      DevelopBench.develop(
        developer, into: &picture,
        (0..<2).map { _ in DevelopBench.Scratch(developer.makeScratch()) })
      return picture
    } catch {
      fail("\(error)")
    }
  }

  /// Few colours, as drawings have.
  private static func flat(_ picture: [UInt8]) -> [UInt8] { picture.map { $0 & 0xC0 | 0x1F } }

  private static func encode(
    _ picture: [UInt8], _ size: Size, _ encoder: PNGBandEncoder, _ scratches: [Scratch]
  ) -> Int {
    // As `convert` cuts a picture.
    let bandRows = max(128, min(size.height, (1 << 18) / size.width))
    let bands = (size.height + bandRows - 1) / bandRows
    let next = Atomic(0)
    let total = Atomic(0)
    unsafe picture.withUnsafeBytes { all in
      nonisolated(unsafe) let all = unsafe all
      DispatchQueue.concurrentPerform(iterations: scratches.count) { thread in
        while true {
          let band = next.add(1, ordering: .relaxed).oldValue
          guard band < bands else { return }
          let end = min((band + 1) * bandRows, size.height)
          let rows = unsafe UnsafeRawBufferPointer(
            rebasing: all[band * bandRows * size.width * 3..<end * size.width * 3])
          let made = unsafe encoder.encode(
            rows: rows, isLast: band == bands - 1, scratch: scratches[thread].value)
          total.add(made.byteCount, ordering: .relaxed)
        }
      }
    }
    return total.load(ordering: .relaxed)
  }

  /// Returns the number of bytes of a PNG from libpng with its defaults. The bytes are discarded.
  private static func libpng(_ picture: [UInt8], _ size: Size) -> Int {
    var count = 0
    unsafe withUnsafeMutablePointer(to: &count) { counter in
      guard let png = unsafe png_create_write_struct(PNG_LIBPNG_VER_STRING, nil, nil, nil),
        let info = unsafe png_create_info_struct(png)
      else { fail("libpng is out of memory") }
      unsafe png_set_write_fn(
        png, counter,
        { png, _, length in
          unsafe png_get_io_ptr(png)!.assumingMemoryBound(to: Int.self).pointee += Int(length)
        }, { _ in })
      unsafe png_set_IHDR(
        png, info, UInt32(size.width), UInt32(size.height), 8, 2, 0, 0, 0)
      unsafe png_set_compression_level(png, 6)
      unsafe png_write_info(png, info)
      unsafe picture.withUnsafeBufferPointer { samples in
        for y in 0..<size.height {
          unsafe png_write_row(png, samples.baseAddress! + y * size.width * 3)
        }
      }
      unsafe png_write_end(png, info)
      var writer: png_structp? = unsafe png
      var description: png_infop? = unsafe info
      unsafe png_destroy_write_struct(&writer, &description)
    }
    return count
  }
}
