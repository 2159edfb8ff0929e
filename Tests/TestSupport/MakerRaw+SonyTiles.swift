public import BromideValues

extension MakerRaw {
  /// Sony's lossless coding: tiles of lossless JPEG with four components for the sites of 2×2
  /// cells. Tiles can extend beyond the picture's edges, where its last samples repeat.
  ///
  /// - Parameters:
  ///   - tile: Even numbers of columns and rows.
  ///   - compression: 7, or 6 in some cameras.
  ///   - tables: Number of Huffman tables. Component c uses the c-th, or the last.
  ///   - changing: Changes the bytes of the tile with this number, for irregular files.
  public static func sonyTiles(
    _ samples: SensorSamples, tile: Size, bits: Int = 14, predictor: Int = 1, tables: Int = 1,
    compression: Int = 7, model: String = "ILCE-7M4",
    changing: (_ index: Int, _ tile: inout [UInt8]) -> Void = { _, _ in }
  ) -> MakerRaw {
    precondition(tile.width % 2 == 0 && tile.height % 2 == 0, "whole cells")
    let size = samples.size
    var tiles: [[UInt8]] = []
    for top in stride(from: 0, to: size.height, by: tile.height) {
      for left in stride(from: 0, to: size.width, by: tile.width) {
        var cells: [UInt16] = []
        for y in stride(from: top, to: top + tile.height, by: 2) {
          for x in stride(from: left, to: left + tile.width, by: 2) {
            for (dy, dx) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
              cells.append(samples[min(x + dx, size.width - 1), min(y + dy, size.height - 1)])
            }
          }
        }
        var bytes = LosslessJPEG.encode(
          cells, width: tile.width / 2, height: tile.height / 2, components: 4, precision: bits,
          predictor: predictor, tables: tables)
        changing(tiles.count, &bytes)
        tiles.append(bytes)
      }
    }
    // With odd sizes, the last column and row are not in a whole cell.
    var decoded = samples
    for y in 0..<size.height {
      for x in 0..<size.width where x | 1 >= size.width || y | 1 >= size.height {
        decoded[x, y, 0] = 0
      }
    }
    var raw = MakerRaw(
      decoded, make: "SONY", model: model, compression: compression, bitsPerSample: bits,
      strips: tiles)
    raw.tile = tile
    return raw
  }
}
