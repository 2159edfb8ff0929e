import BromideKernels
import BromideSystem
import BromideValues
import Synchronization
import TestSupport
import Testing

@testable import BromideDevelop

/// Rows of the sensor whose memory is freed while later bands are made.
@Suite struct ReleasedRowsTests {
  /// Samples that are destroyed when their memory is freed.
  @safe
  private final class Destroyed: ReleasableOwner {
    private let memory: PixelMemory
    private let bytes = Mutex(0)

    init(_ memory: PixelMemory) { self.memory = memory }

    var count: Int { bytes.withLock { $0 } }

    @unsafe func release(_ released: UnsafeRawBufferPointer) {
      unsafe UnsafeMutableRawBufferPointer(mutating: released)
        .initializeMemory(as: UInt8.self, repeating: 0x3B)
      bytes.withLock { $0 += released.count }
    }
  }

  /// Copies a mosaic to memory that is destroyed when it is freed.
  private static func destroyable(_ mosaic: Mosaic) -> (Mosaic, Destroyed) {
    let size = mosaic.size
    let memory = PixelMemory(byteCount: 2 * size.area)
    let samples = unsafe memory.bytes.bindMemory(to: UInt16.self)
    for y in 0..<size.height {
      for x in 0..<size.width { unsafe samples[y * size.width + x] = mosaic.samples[x, y] }
    }
    let owner = Destroyed(memory)
    let plane = unsafe PlaneView(
      base: UnsafePointer(samples.baseAddress!), width: size.width, height: size.height,
      stride: size.width, owner: owner)
    return (Mosaic(samples: plane, pattern: mosaic.pattern, levels: mosaic.levels), owner)
  }

  /// Makes all bands on threads, and returns the picture and the number of freed samples.
  private static func made(
    _ mosaic: Mosaic, _ recipe: DevelopRecipe, threads: Int, orientation: Orientation = .upright
  ) throws -> (bytes: [UInt8], released: Int) {
    let (copy, owner) = destroyable(mosaic)
    let developer = try Developer(
      source(copy, orientation: orientation), recipe: recipe, instructionSet: .best, stripWidth: 48)
    let bytes = stripBytes(developer, threads: threads, releasesSamples: true)
    return (bytes, owner.count / 2)
  }

  static let recipes = [
    recipe { $0.highlightMode = .clip },
    recipe(),
    recipe { $0.demosaic = .half },
    recipe {
      $0.optics = .standard
      $0.dither = .auto
    },
    recipe {
      $0.optics = .standard
      $0.optics.noise = .auto
    },
  ]

  @Test(arguments: recipes, [1, 3])
  func noLaterBandReadsThem(recipe: DevelopRecipe, threads: Int) throws {
    // It has a clipped pixel near the top.
    let scene = busyMosaic(Size(width: 130, height: 1500))
    for orientation in [Orientation.topLeft, .topRight] {
      let whole = try Developer(source(scene, orientation: orientation), recipe: recipe).picture()
      let made = try Self.made(scene, recipe, threads: threads, orientation: orientation)
      #expect(made.bytes == whole.bytes)
      #expect(made.released == scene.size.area, "all of them in the end")
    }
  }

  /// The next clipped pixel may need the entire sensor, and a turned picture reads it across.
  @Test func nothingIsFreedThatMayBeNeeded() throws {
    let dark = mosaic(Size(width: 60, height: 900)) { x, y in
      SIMD3(0.05, 0.1, 0.07) * (1 + Double((x + y) % 5) / 9)
    }
    let clips = recipe { $0.highlightMode = .clip }
    #expect(try Self.made(dark, recipe(), threads: 1).released == 0)
    #expect(try Self.made(dark, clips, threads: 1).released == dark.size.area)
    #expect(try Self.made(dark, clips, threads: 1, orientation: .rightTop).released == 0)
    #expect(try Self.made(dark, clips, threads: 1, orientation: .bottomRight).released == 0)
  }
}
