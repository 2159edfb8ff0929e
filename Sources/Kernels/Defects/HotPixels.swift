internal import BromideValues
internal import CBromideKernels

/// A hot or dead site of a sensor.
public struct SensorDefect: Sendable, Hashable, Codable {
  /// Column and row in the mosaic.
  public var x, y: Int
  /// The code that replaces its sample.
  public var replacement: UInt16
  /// Whether the site is too dark instead of too bright.
  public var isDead: Bool

  /// Creates a defect at a column and row of the mosaic, with the code that replaces its sample.
  public init(x: Int, y: Int, replacement: UInt16, isDead: Bool) {
    self.x = x
    self.y = y
    self.replacement = replacement
    self.isDead = isDead
  }
}

/// Replacements for samples of hot and dead sites, which the demosaic reads instead.
@safe
public final class HotPixels: Sendable {
  /// All defects, sorted by row and column.
  public let defects: [SensorDefect]
  private let rows: PixelMemory
  private let repairs: PixelMemory

  /// - Parameters:
  ///   - defects: Defects sorted by row and column, each inside the mosaic.
  ///   - height: Rows of the mosaic.
  public init(_ defects: [SensorDefect], height: Int) {
    self.defects = defects
    rows = PixelMemory(byteCount: (height + 1) * MemoryLayout<Int32>.stride)
    repairs = PixelMemory(byteCount: defects.count * MemoryLayout<bromide_repair>.stride)
    let starts = unsafe rows.bytes.bindMemory(to: Int32.self)
    let all = unsafe repairs.bytes.bindMemory(to: bromide_repair.self)
    var next = 0
    for y in 0...height {
      while next < defects.count, defects[next].y < y { next += 1 }
      unsafe starts.initializeElement(at: y, to: Int32(next))
    }
    for (i, defect) in defects.enumerated() {
      let repair = bromide_repair(
        x: Int32(defect.x), value: defect.replacement, is_dead: defect.isDead ? 1 : 0)
      unsafe all.initializeElement(at: i, to: repair)
    }
  }

  /// Returns the replacement for a site's sample, or `nil` if the site is not a defect.
  func replacement(x: Int, y: Int) -> UInt16? {
    defects.first { $0.x == x && $0.y == y }?.replacement
  }

  /// The replacements for the C code, valid while this object exists.
  @unsafe var description: bromide_repairs {
    guard !defects.isEmpty else { return unsafe bromide_repairs() }
    return unsafe bromide_repairs(
      rows: UnsafePointer(rows.bytes.assumingMemoryBound(to: Int32.self).baseAddress),
      all: UnsafePointer(repairs.bytes.assumingMemoryBound(to: bromide_repair.self).baseAddress))
  }
}
