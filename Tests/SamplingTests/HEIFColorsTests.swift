import BromideValues
import TestSupport
import Testing

@testable import BromideSampling

/// Colour information boxes, in files made here.
@Suite struct HEIFColorsTests {
  private func box(_ name: String, _ content: [UInt8]) -> [UInt8] {
    big(8 + content.count, 4) + Array(name.utf8) + content
  }

  private func nclx(_ codes: [Int], isFull: Bool = true) -> [UInt8] {
    box("colr", Array("nclx".utf8) + codes.flatMap { big($0, 2) } + [isFull ? 0x80 : 0])
  }

  /// The content of `meta`.
  ///
  /// - Parameters:
  ///   - properties: All of the file.
  ///   - items: Numbers of properties, from 1, by item.
  ///   - isLong: Whether items and properties have the longer numbers.
  private func meta(
    primary: Int, _ properties: [[UInt8]], _ items: [(Int, [Int])], isLong: Bool = false
  ) -> [UInt8] {
    let version: [UInt8] = [isLong ? 1 : 0, 0, 0, isLong ? 1 : 0]
    let ids = isLong ? 4 : 2
    let pitm = box("pitm", [isLong ? 1 : 0, 0, 0, 0] + big(primary, ids))
    let associations = items.flatMap { item, indices in
      big(item, ids) + [UInt8(indices.count)]
        + indices.flatMap { isLong ? big($0 | 0x8000, 2) : [UInt8($0 | 0x80)] }
    }
    let ipma = box("ipma", version + big(items.count, 4) + associations)
    let iprp = box("iprp", box("ipco", properties.flatMap(\.self)) + ipma)
    return [0, 0, 0, 0] + box("hdlr", [UInt8](repeating: 0, count: 24)) + pitm + iprp
  }

  @Test(arguments: [false, true]) func thePrimaryItemsCount(isLong: Bool) {
    let size = box("ispe", [UInt8](repeating: 0, count: 12))
    let profile = box("colr", Array("prof".utf8) + [1, 2, 3])
    let properties = [nclx([1, 13, 6]), size, profile, nclx([9, 16, 9], isFull: false)]
    let meta = meta(
      primary: 70, properties, [(3, [1, 2]), (70, [2, 3, 4]), (71, [1])], isLong: isLong)
    #expect(
      HEIFColors(meta: meta)?.cicp
        == CICP(primaries: 9, transfer: 16, matrix: 9, isFullRange: false))
  }

  /// A tiled picture can record its colours in the tiles, if all agree.
  @Test func tilesProvideMissingColors() {
    let one = [nclx([12, 13, 6]), nclx([12, 13, 6])]
    #expect(HEIFColors(meta: meta(primary: 5, one, [(1, [1]), (2, [2])]))?.cicp.primaries == 12)
    let two = [nclx([12, 13, 6]), nclx([9, 16, 9])]
    #expect(HEIFColors(meta: meta(primary: 5, two, [(1, [1]), (2, [2])])) == nil)
  }

  @Test func damagedBoxesDoNoHarm() {
    let whole = meta(primary: 1, [nclx([9, 16, 9])], [(1, [1, 9, 0])])
    #expect(HEIFColors(meta: whole)?.cicp.transfer == 16)
    for count in 0..<whole.count { _ = HEIFColors(meta: Array(whole.prefix(count))) }
    for (place, value) in product(whole.indices, [UInt8(0), 1, 0x7F, 0xFF]) {
      var other = whole
      other[place] = value
      _ = HEIFColors(meta: other)
    }
    // Numbers that H.273 does not have.
    #expect(HEIFColors(meta: meta(primary: 1, [nclx([300, 16, 9])], [(1, [1])])) == nil)
  }
}
