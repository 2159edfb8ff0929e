internal import BromideCodecs
internal import BromideDevelop
internal import BromideKernels
internal import BromideValues
internal import Dispatch
internal import Synchronization
internal import TestSupport

/// Mosaic in memory to finished 8-bit RGB in memory, by instruction set, method and threads. Also
/// with PNG encoding.
enum DevelopBench {
  static func run(_ options: Options) {
    let photo = Photos.noisy(options.photoSize)
    var xtrans = photo
    xtrans.options.layout = .xTrans
    let (source, other) = (Photos.source(photo), Photos.source(xtrans))
    var report = Report(
      "develop, \(options.photoSize), mosaic to 8-bit RGB",
      ["instruction set", "demosaic", "threads", "ms", "megapixels/s"], form: options.form)
    let megapixels = Double(options.photoSize.area) / 1e6
    for set in InstructionSet.available where set != .reference {
      let bayer = [DemosaicMethod.rcd, .fine, .best, .bilinear, .half].map { (source, $0) }
      let all = bayer + [DemosaicMethod.xtrans, .best, .bilinear, .half].map { (other, $0) }
      for (source, method) in all {
        var recipe = DevelopRecipe()
        recipe.demosaic = method
        let developer: Developer
        do { developer = try Developer(source, recipe: recipe, instructionSet: set) } catch {
          fail("\(error)")
        }
        var first: [UInt8]?
        for threads in [1, 2] {
          var picture = [UInt8](
            repeating: 0, count: developer.outputSize.area * developer.format.bytesPerPixel)
          let scratches = (0..<threads).map { _ in Scratch(developer.makeScratch()) }
          let seconds = medianSeconds(runs: options.runs) {
            develop(developer, into: &picture, scratches)
          }
          if let first, first != picture { fail("two threads make another picture than one") }
          first = picture
          report.add([
            set.rawValue,
            method.rawValue
              + (method != .xtrans && source.image.filters?.period == 6 ? ", X-Trans" : ""),
            "\(threads)", decimal(seconds * 1000, 1),
            decimal(megapixels / seconds, 0),
          ])
        }
      }
    }
    report.show()
    runToPNG(source, other, options)
  }

  /// As `bromide convert --compression fast` does it, without its files.
  private static func runToPNG(
    _ bayer: DevelopSource, _ xtrans: DevelopSource, _ options: Options
  ) {
    var report = Report(
      "develop, \(options.photoSize), mosaic to PNG (fast) in memory, two threads",
      ["demosaic", "output", "ms", "bytes", "of rcd's time"], form: options.form)
    var first: Double?
    let small = SizeRequest(bounds: .box(Size(width: 1920, height: 1280)))
    let rows: [(DevelopSource, DemosaicMethod, SizeRequest?)] = [
      (bayer, .rcd, nil), (bayer, .rcd, small), (bayer, .half, nil), (bayer, .half, small),
      (bayer, .fine, nil), (bayer, .best, nil), (xtrans, .xtrans, nil), (xtrans, .fine, nil),
    ]
    for (source, method, size) in rows {
      var recipe = DevelopRecipe()
      recipe.demosaic = method
      recipe.size = size
      let developer: Developer
      do { developer = try Developer(source, recipe: recipe) } catch { fail("\(error)") }
      let encoder = PNGBandEncoder(
        size: developer.outputSize, format: developer.format, compression: .fast)
      let workers = (0..<2).map { _ in
        Worker(develop: developer.makeScratch(), encode: encoder.makeScratch())
      }
      var bytes = 0
      let seconds = medianSeconds(runs: options.runs) {
        bytes = encode(developer, encoder, workers)
      }
      let whole = first ?? seconds
      first = whole
      report.add([
        method.rawValue, "\(developer.outputSize)", decimal(seconds * 1000, 1), "\(bytes)",
        decimal(seconds / whole, 3),
      ])
    }
    report.show()
  }

  private struct Worker: @unchecked Sendable {
    let develop: DevelopScratch
    let encode: PNGScratch
  }

  /// Develops and encodes all bands, each on one thread. Returns the total number of bytes.
  private static func encode(
    _ developer: Developer, _ encoder: PNGBandEncoder, _ workers: [Worker]
  ) -> Int {
    let next = Atomic(0)
    let total = Atomic(0)
    let rowBytes = developer.outputSize.width * developer.format.bytesPerPixel
    DispatchQueue.concurrentPerform(iterations: workers.count) { thread in
      let memory = PixelMemory(byteCount: developer.bandHeight * rowBytes)
      while true {
        let band = next.add(1, ordering: .relaxed).oldValue
        guard band < developer.bandCount else { return }
        let rows = unsafe UnsafeMutableRawBufferPointer(
          rebasing: memory.bytes[0..<developer.rows(ofBand: band).count * rowBytes])
        unsafe developer.develop(band: band, scratch: workers[thread].develop, into: rows)
        let made = unsafe encoder.encode(
          rows: UnsafeRawBufferPointer(rows), isLast: band == developer.bandCount - 1,
          scratch: workers[thread].encode)
        total.add(made.byteCount, ordering: .relaxed)
      }
    }
    return total.load(ordering: .relaxed)
  }

  /// Only one thread can use it at once.
  struct Scratch: @unchecked Sendable {
    let value: DevelopScratch
    init(_ value: DevelopScratch) { self.value = value }
  }

  static func develop(_ developer: Developer, into picture: inout [UInt8], _ scratches: [Scratch]) {
    let next = Atomic(0)
    let rowBytes = developer.outputSize.width * developer.format.bytesPerPixel
    unsafe picture.withUnsafeMutableBytes { all in
      nonisolated(unsafe) let all = unsafe all
      DispatchQueue.concurrentPerform(iterations: scratches.count) { thread in
        while true {
          let band = next.add(1, ordering: .relaxed).oldValue
          guard band < developer.bandCount else { return }
          let rows = developer.rows(ofBand: band)
          unsafe developer.develop(
            band: band, scratch: scratches[thread].value,
            into: UnsafeMutableRawBufferPointer(
              rebasing: all[rows.lowerBound * rowBytes..<rows.upperBound * rowBytes]))
        }
      }
    }
  }
}
