import BromideDevelop
import BromidePhotos
import BromideSystem
import BromideValues
import SystemPackage
import TestSupport
import Testing

@testable import BromideSampling

/// The memory that a run allows for one finished picture.
@Suite struct PictureMemoryTests {
  private let folder = TemporaryFolder.fresh

  /// One run allows less than the picture needs, and another run of this process allows all.
  @Test func eachRunHasItsOwnAllowance() throws {
    let preview = DNGPreview(size: Size(width: 320, height: 240)) { _, _ in SIMD3(9, 99, 200) }
    let path = FilePath(try folder.write(preview.jpeg, as: "a.jpg"))
    func context(_ memory: Int) -> RunContext {
      RunContext(cameras: nil, isolation: nil, timeout: nil, memory: memory)
    }
    let (small, large) = (context(1000), context(1 << 30))
    func load(_ context: RunContext) throws -> Size? {
      try StillPhoto(path: path, settings: LoadSettings(context))?.load().source.image.size
    }
    let error = try #require(throws: PhotoError.self) { try load(small) }
    #expect(error.description.contains("--memory allows"))
    #expect(try load(large) == Size(width: 320, height: 240))
    func open(_ context: RunContext) throws -> OpenedPicture {
      try PictureOpener(settings: OpeningSettings(context)).find(path).open(.alone)
    }
    #expect(throws: OpeningError.self) { try open(small) }
    #expect(throws: Never.self) { try open(large) }
  }
}
