import BromideKernels
import BromideSystem
import BromideValues
import Synchronization
import TestSupport
import Testing

@testable import BromideDevelop

/// No pixel depends on how the picture is cut into pieces, or on anything far away.
@Suite struct BandTests {
  static let size = Size(width: 170, height: 150)
  static let recipes: [DevelopRecipe] = [
    recipe(),
    recipe { $0.highlightMode = .blend },
    recipe { $0.highlightMode = .clip },
    recipe { $0.demosaic = .bilinear },
    recipe { $0.sample = .uint16 },
    recipe { $0.size = SizeRequest(bounds: .longEdge(77)) },
    recipe {
      $0.size = SizeRequest(bounds: .longEdge(301), enlarge: true)
      $0.demosaic = .half
    },
    recipe { $0.size = SizeRequest(bounds: .longEdge(9)) },
    recipe { $0.optics = .standard },
    recipe { $0.dither = .auto },
    recipe {
      $0.dither = .all
      $0.size = SizeRequest(bounds: .longEdge(77))
    },
    recipe {
      $0.dither = .all
      $0.optics = .standard
      $0.filters[.rotation] = [5]
      $0.size = SizeRequest(bounds: .longEdge(120))
    },
    recipe {
      $0.dither = .all
      $0.filters[.rotation] = [5]
    },
    recipe {
      $0.optics = .standard
      $0.optics.noise = .auto
      $0.size = SizeRequest(bounds: .longEdge(140))
    },
  ]

  @Test(arguments: compiledAndBest, recipes)
  func pixelsDoNotDependOnStrips(set: InstructionSet, recipe: DevelopRecipe) throws {
    let scene = busyMosaic(Self.size)
    let crop = Region(x: 5, y: 3, width: 150, height: 141)
    for orientation in [Orientation.upright, .rightTop, .bottomRight] {
      let source = source(scene, crop: crop, orientation: orientation)
      let whole = try develop(source, recipe, set)
      for stripWidth in [16, 100] {
        #expect(try develop(source, recipe, set, stripWidth: stripWidth) == whole)
      }
    }
  }

  static let compiledAndBest = InstructionSet.available.filter { $0 != .reference }

  @Test(arguments: recipes)
  func bandsMayBeMadeInAnyOrder(recipe: DevelopRecipe) throws {
    let developer = try Developer(source(busyMosaic(Self.size)), recipe: recipe)
    let whole = developer.picture()
    var generator = SeededGenerator(seed: 3)
    #expect(
      developer.picture(order: (0..<developer.bandCount).shuffled(using: &generator)) == whole)
  }

  @Test(arguments: recipes, [Orientation.upright, .rightTop])
  func bandsMayBeTaller(recipe: DevelopRecipe, orientation: Orientation) throws {
    let source = source(
      busyMosaic(Self.size), crop: Region(x: 5, y: 3, width: 150, height: 141),
      orientation: orientation)
    let whole = try Developer(source, recipe: recipe).picture()
    for area in [1, 20_000, 1 << 20] {
      let developer = try Developer(source, recipe: recipe, leastBandArea: area)
      let size = developer.outputSize
      // The last bands share their rows evenly, so they can have half the area.
      #expect(2 * developer.bandHeight * size.width >= min(area - size.width, size.area))
      #expect(developer.picture() == whole)
    }
  }

  /// Formats need bands that start at multiples of some rows, also below the rows of a border. Bands
  /// are not empty and do not exceed their memory.
  @Test(arguments: [false, true], [false, true])
  func bandsBeginAtMultiples(isTransposed: Bool, readsFar: Bool) {
    for height in Array(1...1700) + [4000, 6001] {
      for (alignment, lead, leastArea) in [
        (1, 0, 0), (1, 0, 1 << 18), (8, 0, 90_000), (8, 7, 90_000), (16, 0, 0), (16, 5, 0),
        (16, 15, 90_000),
      ] {
        let layout = BandLayout(
          Size(width: 300, height: height), isTransposed: isTransposed, leastArea: leastArea,
          alignment: alignment, lead: lead, readsFar: readsFar)
        var end = 0
        for band in 0..<layout.count {
          let rows = layout.rows(of: band)
          let isRight =
            rows.lowerBound == end && (end == 0 || (end + lead) % alignment == 0) && !rows.isEmpty
            && rows.count <= layout.height
          guard isRight else {
            Issue.record("band \(band) of \(layout.count), \(height) rows: \(rows)")
            return
          }
          end = rows.upperBound
        }
        #expect(end == height)
      }
    }
  }

  /// If bands also compute rows around them, there are few bands, with equal shares for 2 and 4
  /// threads.
  @Test(arguments: [900, 1280, 2048, 2049, 2848, 3456, 4000, 4912, 5464, 6336, 8736])
  func bandsThatReadFarAreEven(height: Int) {
    let layout = BandLayout(
      Size(width: 6000, height: height), isTransposed: false, leastArea: 1 << 18, alignment: 1,
      readsFar: true)
    let rows = (0..<layout.count).map { layout.rows(of: $0).count }
    #expect(layout.count % 4 == 0)
    #expect(rows.allSatisfy { $0 <= 512 && $0 >= 224 })
    #expect((rows.max() ?? 0) - (rows.min() ?? 0) <= rows.count)
  }

  /// A band that reaches into a second tile of a warp computes both tiles' rows.
  @Test(arguments: [1300, 2848, 4000])
  func bandsEndWithTiles(height: Int) {
    let layout = BandLayout(
      Size(width: 6000, height: height), isTransposed: false, leastArea: 1 << 18, alignment: 1,
      readsFar: true, tileHeight: 512)
    let starts = (0..<layout.count).map { layout.rows(of: $0).lowerBound }
    // Only the last two bands divide the remaining rows.
    #expect(starts.dropLast().allSatisfy { $0 % 512 == 0 })
    #expect(layout.height == 512)
  }

  /// Output rows of a rotated picture are columns of the stored picture, and a strip can start at
  /// any of them.
  @Test(arguments: Orientation.allCases, [1037, 1500])
  func turnedBandsOfResizedPicturesBeginAnywhere(orientation: Orientation, edge: Int) throws {
    let source = source(busyMosaic(Size(width: 61, height: 35)), orientation: orientation)
    let recipe = recipe { $0.size = SizeRequest(bounds: .longEdge(edge), enlarge: true) }
    let whole = try Developer(source, recipe: recipe, leastBandArea: 1 << 30)
    let cut = try Developer(source, recipe: recipe)
    #expect(whole.bandCount == 1 && cut.bandCount > 1)
    #expect(cut.picture() == whole.picture())
  }

  @Test func alignedBandsMakeTheSamePicture() throws {
    let source = source(busyMosaic(Size(width: 100, height: 700)))
    let whole = try Developer(source, recipe: recipe()).picture()
    #expect(try Developer(source, recipe: recipe(), bandAlignment: 16).picture() == whole)
  }

  @Test func twoThreadsMakeTheSamePicture() async throws {
    let developer = try Developer(source(busyMosaic(Self.size)), recipe: recipe())
    let whole = developer.picture()
    let rowBytes = developer.outputSize.width * developer.format.bytesPerPixel
    let queue = BandQueue(count: developer.bandCount)
    let bands = await withTaskGroup(of: [(Int, [UInt8])].self) { group in
      for _ in 0..<2 {
        group.addTask {
          let scratch = developer.makeScratch()
          var made: [(Int, [UInt8])] = []
          while true {
            guard let band = queue.next() else { return made }
            var bytes = [UInt8](repeating: 0, count: developer.rows(ofBand: band).count * rowBytes)
            unsafe bytes.withUnsafeMutableBytes {
              unsafe developer.develop(band: band, scratch: scratch, into: $0)
            }
            made.append((band, bytes))
          }
        }
      }
      var all: [(Int, [UInt8])] = []
      for await made in group { all += made }
      return all.sorted { $0.0 < $1.0 }
    }
    #expect(bands.flatMap(\.1) == whole.bytes)
  }

  /// Strips in any order, each with separate scratch, like threads use them.
  @Test func stripsMakeTheirBand() throws {
    let developer = try Developer(
      source(busyMosaic(Size(width: 2100, height: 60))), recipe: recipe())
    let whole = developer.makeScratch()
    for band in 0..<developer.bandCount {
      #expect(developer.stripCount(ofBand: band) == 3)
      let count = developer.rows(ofBand: band).count * developer.outputSize.width * 3
      var (made, shared) = (
        [UInt8](repeating: 0, count: count), [UInt8](repeating: 1, count: count)
      )
      unsafe made.withUnsafeMutableBytes {
        unsafe developer.develop(band: band, scratch: whole, into: $0)
      }
      unsafe shared.withUnsafeMutableBytes {
        for strip in [2, 0, 1] {
          unsafe developer.develop(
            strip: strip, ofBand: band, scratch: developer.makeScratch(), into: $0)
        }
      }
      #expect(shared == made)
    }
  }

  /// Threads hand strips to each other, so that bands continue the bands above.
  @Test(arguments: recipes, [1, 3])
  func threadsContinueStrips(recipe: DevelopRecipe, threads: Int) throws {
    let scene = busyMosaic(Size(width: 130, height: 700))
    for orientation in [Orientation.topLeft, .topRight, .bottomRight] {
      let source = source(scene, orientation: orientation)
      let whole = try Developer(source, recipe: recipe, leastBandArea: 1 << 30).picture()
      let developer = try Developer(source, recipe: recipe, instructionSet: .best, stripWidth: 48)
      #expect(stripBytes(developer, threads: threads) == whole.bytes)
    }
  }

  /// A band continues the open strip of a scratch only if it is the strip above.
  @Test func onlyTheStripAboveIsContinued() throws {
    let developer = try Developer(
      source(busyMosaic(Size(width: 1100, height: 900))), recipe: recipe { $0.optics = .standard })
    let rows = (0..<3).map { developer.rows(ofBand: $0) }
    #expect(developer.stripCount(ofBand: 0) == 2 && developer.continuesStrips)
    let scratch = developer.makeScratch()
    func first(_ band: Int, strip: Int) -> UInt8 {
      var bytes = [UInt8](repeating: 0, count: rows[band].count * 1100 * 3)
      unsafe bytes.withUnsafeMutableBytes {
        unsafe developer.develop(strip: strip, ofBand: band, scratch: scratch, into: $0)
      }
      // The second strip begins at column 560.
      return bytes[strip * 560 * 3]
    }
    /// Replaces the open strip by one with black rows.
    func blacken() throws {
      let open = try #require(scratch.open)
      let black = PlanarRow(capacity: 1100)
      for x in 0..<open.columns.count { black[x] = .zero }
      scratch.open = OpenStrip(
        columns: open.columns, rows: StripRows(row: black) { _ in }, next: open.next)
    }
    let right = (first(1, strip: 0), first(2, strip: 0), first(1, strip: 1))
    #expect(right.0 > 0 && right.1 > 0 && right.2 > 0)
    _ = first(0, strip: 0)
    #expect(scratch.open?.next == rows[0].upperBound)
    try blacken()
    #expect(first(1, strip: 0) == 0)
    _ = first(0, strip: 0)
    try blacken()
    #expect(first(2, strip: 0) == right.1)
    _ = first(0, strip: 0)
    try blacken()
    #expect(first(1, strip: 1) == right.2)
  }

  /// PNG compresses at most 447 rows at once, so its bytes depend on these bounds.
  @Test(arguments: [447, 448, 900, 1280, 2848, 4000, 4001, 5464, 8736], [1, 16])
  func bandsThatContinueAreHalves(height: Int, alignment: Int) {
    func starts(_ width: Int, continues: Bool) -> [Int] {
      let layout = BandLayout(
        Size(width: width, height: height), isTransposed: false, leastArea: 1 << 18,
        alignment: alignment, readsFar: true, continues: continues)
      return (0..<layout.count).map { layout.rows(of: $0).lowerBound }
    }
    var halves: [Int] = []
    let high = starts(6000, continues: false)
    for (start, end) in zip(high, high.dropFirst() + [height]) {
      let units = (end - start + alignment - 1) / alignment
      halves.append(start)
      if end - start >= 448 { halves.append(start + units / 2 * alignment) }
    }
    #expect(starts(6000, continues: true) == halves)
    // Halves would have less than the minimum area.
    #expect(starts(600, continues: true) == starts(600, continues: false))
  }

  @Test func aBandIsWrittenExactly() throws {
    for orientation in Orientation.allCases {
      let developer = try Developer(
        source(busyMosaic(Size(width: 140, height: 133)), orientation: orientation),
        recipe: recipe())
      let scratch = developer.makeScratch()
      for band in 0..<developer.bandCount {
        let count = developer.rows(ofBand: band).count * developer.outputSize.width * 3
        var bytes = [UInt8](repeating: 0xA5, count: count + 64)
        unsafe bytes.withUnsafeMutableBytes {
          unsafe developer.develop(
            band: band, scratch: scratch,
            into: UnsafeMutableRawBufferPointer(rebasing: $0[32..<32 + count]))
        }
        #expect(bytes[..<32].allSatisfy { $0 == 0xA5 })
        #expect(bytes[(32 + count)...].allSatisfy { $0 == 0xA5 })
      }
    }
  }

  @Test(arguments: HighlightMode.allCases)
  func brightSpotsOnlyChangeNearbyPixels(mode: HighlightMode) throws {
    let size = Size(width: 200, height: 150)
    let dark = mosaic(size) { x, y in SIMD3(0.05, 0.1, 0.07) * (1 + Double((x + y) % 5) / 9) }
    let spot = mosaic(size) { x, y in
      let near = abs(x - 100) < 3 && abs(y - 70) < 3
      return near ? SIMD3(9, 9, 9) : SIMD3(0.05, 0.1, 0.07) * (1 + Double((x + y) % 5) / 9)
    }
    let recipe = recipe { $0.highlightMode = mode }
    let (a, b) = (try develop(source(dark), recipe), try develop(source(spot), recipe))
    #expect(a != b)
    // The demosaic reaches 9 pixels.
    for (x, y) in size.places where abs(x - 100) > 11 || abs(y - 70) > 11 {
      #expect(a.pixel(x, y) == b.pixel(x, y), "\(x) \(y)")
    }
  }
}

/// Hands out bands, the last one first.
private final class BandQueue: Sendable {
  private let left: Mutex<Int>

  init(count: Int) { left = Mutex(count) }

  func next() -> Int? {
    left.withLock { left in
      guard left > 0 else { return nil }
      left -= 1
      return left
    }
  }
}
