import BromideValues
import TestSupport
import Testing

/// `bromide thumbnail` as a desktop runs it.
@Suite struct ThumbnailCommandTests {
  private let tree = CommandTree.fresh

  /// The pixels of a thumbnail.
  private func thumbnail(_ photo: String, _ size: Int) throws -> ImageBuffer<UInt8> {
    // The desktop creates the file.
    try tree.write([], to: "thumbnail.A1B2C3")
    let run = try tree.run("thumbnail", photo, "thumbnail.A1B2C3", "\(size)")
    #expect(run.status == 0 && run.text.isEmpty && run.errors.isEmpty, "\(run.errors)")
    return try tree.picture("thumbnail.A1B2C3")
  }

  @Test func previewsAreUsedIfTheyAreLargeEnough() throws {
    // The sensor saw grey, the preview is red: so that one can tell.
    var photo = SyntheticPhoto(.landscape(seed: 1, octaves: 3), size: Size(width: 384, height: 256))
    photo.options.storage.preview = DNGPreview(size: Size(width: 192, height: 128)) { _, _ in
      SIMD3(220, 20, 20)
    }
    try tree.write(photo.file(), to: "p.dng")
    func isRed(_ image: ImageBuffer<UInt8>) -> Bool {
      let (x, y) = (image.width / 2, image.height / 2)
      return abs(Int(image[x, y, 0]) - 220) <= 8 && image[x, y, 1] < 40
    }
    let small = try thumbnail("p.dng", 96)
    #expect(isRed(small) && small.size == Size(width: 96, height: 64))
    #expect(isRed(try thumbnail("p.dng", 192)))
    let large = try thumbnail("p.dng", 256)
    #expect(!isRed(large) && large.size == Size(width: 256, height: 171))
    // A preview in a letter box shows another frame.
    photo.options.storage.preview = DNGPreview(size: Size(width: 192, height: 144)) { _, _ in
      SIMD3(220, 20, 20)
    }
    try tree.write(photo.file(), to: "boxed.dng")
    #expect(!isRed(try thumbnail("boxed.dng", 96)))
  }

  @Test func thumbnailsAreUpright() throws {
    try tree.copy("landscape_gbrg_portrait_orientation6.dng", to: "turned.dng")
    let image = try thumbnail("turned.dng", 60)
    #expect(image.height == 60 && image.width == 40)
  }

  @Test func damagedPhotosShowTheirSoundPart() throws {
    try tree.copy("chart_rggb_12bit.dng", to: "whole.dng")
    let whole = try tree.read("whole.dng")
    try tree.write(Array(whole[..<(whole.count - 2000)]), to: "cut.dng")
    #expect(try thumbnail("cut.dng", 60).width == 60)
  }

  @Test func wrongRequestsFail() throws {
    try tree.write("text", to: "a.dng")
    let failed = try tree.run("thumbnail", "a.dng", "a.png", "64")
    #expect(failed.status == 1 && failed.errors.hasPrefix("a.dng: "))
    #expect(!tree.exists("a.png"))
    for size in ["0", "5000", "small"] {
      #expect(try tree.run("thumbnail", "a.dng", "a.png", size).status == 64)
    }
  }
}
