import BromideValues
import TestSupport
import Testing

@Suite struct BufferTests {
  /// Each sample has a separate position, and rows do not have gaps.
  @Test(arguments: 1...4) func samplesAreStoredByRows(channels: Int) {
    var image = ImageBuffer<UInt16>(size: Size(width: 5, height: 3), channels: channels)
    #expect(image.width == 5 && image.height == 3 && image.stride == 5 * channels)
    var expected: [UInt16] = []
    for (x, y, c) in Places(x: 0..<5, y: 0..<3).channels(channels) {
      expected.append(UInt16(100 * y + 10 * x + c))
      image[x, y, c] = expected[expected.count - 1]
    }
    let samples = unsafe image.withUnsafeSamples { unsafe Array($0) }
    #expect(samples == expected)
    let plane = image.plane
    #expect(plane.size == Size(width: 5 * channels, height: 3))
    #expect(plane[channels, 2] == image[1, 2, 0])
    let cropped = plane.cropped(to: Region(x: channels, y: 1, width: 2 * channels, height: 2))
    #expect(cropped.size == Size(width: 2 * channels, height: 2))
    #expect(cropped[channels, 1] == image[2, 2, 0] && cropped[0, 0] == image[1, 1, 0])
  }

  @Test func writingToACopyLeavesTheOriginal() {
    var image = ImageBuffer<UInt8>(size: Size(width: 2, height: 2), channels: 1)
    for i in 0..<4 { image[i % 2, i / 2, 0] = UInt8(i) }
    var copy = image
    copy[1, 1, 0] = 99
    #expect(image[1, 1, 0] == 3 && copy[1, 1, 0] == 99 && copy[0, 1, 0] == 2)
  }

  /// One pixel beyond each edge of 2×3 with two channels ends the process.
  @Test(arguments: [[-1, 0, 0], [2, 0, 0], [0, -1, 0], [0, 3, 0], [0, 0, -1], [0, 0, 2]])
  func outsideIsAMistake(place: [Int]) async {
    await #expect(processExitsWith: .failure) { [place = place as [Int]] in
      let image = ImageBuffer<UInt8>(size: Size(width: 2, height: 3), channels: 2)
      _ = image[place[0], place[1], place[2]]
    }
  }

  @Test(arguments: [[-1, 0], [2, 0], [0, -1], [0, 3]])
  func outsideAPlaneIsAMistake(place: [Int]) async {
    await #expect(processExitsWith: .failure) { [place = place as [Int]] in
      let image = ImageBuffer<UInt8>(size: Size(width: 2, height: 3), channels: 1)
      _ = image.plane[place[0], place[1]]
    }
  }

  @Test func theLastSampleIsInside() {
    var image = ImageBuffer<UInt8>(size: Size(width: 2, height: 3), channels: 2)
    image[1, 2, 1] = 7
    image[0, 0, 0] = 8
    #expect(image[1, 2, 1] == 7 && image.plane[3, 2] == 7 && image.plane[0, 0] == 8)
  }

  @Test func linearImagesCountPixels() {
    let image = ImageBuffer<UInt16>(size: Size(width: 4, height: 2), channels: 3)
    let linear = LinearImage(samples: image.plane, channels: 3, white: 1000)
    #expect(linear.size == Size(width: 4, height: 2))
    #expect(linear.appliedGains == SIMD3(1, 1, 1))
    #expect(SensorImage.linear(linear).size == linear.size)
    let grey = LinearImage(samples: image.plane, channels: 1, white: 1000)
    #expect(grey.size == Size(width: 12, height: 2))
  }

  @Test func memoryIsAlignedAndLargeEnough() {
    for count in [0, 1, 63, 64, 65, 2 << 20, (2 << 20) + 1] {
      let memory = PixelMemory(byteCount: count)
      #expect(unsafe memory.bytes.count >= count)
      let address = unsafe UInt(bitPattern: memory.bytes.baseAddress)
      #expect(address.isMultiple(of: 64) && PixelMemory.alignment == 64)
    }
  }
}

@Suite struct FormatTests {
  @Test func bytesOfPixels() {
    #expect(SampleFormat.uint8.byteCount == 1 && SampleFormat.uint16.byteCount == 2)
    #expect(SampleFormat.uint8.maximum == 255 && SampleFormat.uint16.maximum == 65535)
    #expect(SampleFormat.float32.byteCount == 4 && SampleFormat.float32.maximum == 1)
    #expect(SampleFormat.allCases.map(\.name) == ["8", "16", "float32"])
    for (channels, colors, alpha) in [(1, 1, false), (2, 1, true), (3, 3, false), (4, 3, true)] {
      for sample in SampleFormat.codes {
        let format = PixelFormat(channels: channels, sample: sample)
        #expect(format.bytesPerPixel == channels * (sample == .uint8 ? 1 : 2))
        #expect(format.hasAlpha == alpha && format.colorChannels == colors)
      }
    }
  }

  @Test func sizes() {
    let size = Size(width: 6000, height: 4000)
    #expect(size.area == 24_000_000 && size.longEdge == 6000 && size.shortEdge == 4000)
    #expect(size.transposed == Size(width: 4000, height: 6000))
    #expect(size.description == "6000×4000")
    #expect(Region(x: 10, y: -2, width: 3, height: 4).description == "3×4+10+-2")
    for (width, height) in [(0, 1), (1, 0), (-1, 1), (1, -1), (0, 0)] {
      #expect(Size(width: width, height: height).isEmpty)
      #expect(Region(x: 0, y: 0, width: width, height: height).isEmpty)
    }
    #expect(!Size(width: 1, height: 1).isEmpty)
  }

  @Test func arithmeticNeverOverflows() {
    #expect(Checked.product(3, 4, 5) == 60 && Checked.product() == 1 && Checked.product(0) == 0)
    #expect(Checked.sum(3, 4, 5) == 12 && Checked.sum() == 0)
    #expect(Checked.product(Int.max, 2) == nil && Checked.product(Int.max, 1) == .max)
    #expect(Checked.sum(Int.max, 1) == nil && Checked.sum(Int.max, 0) == .max)
    #expect(Checked.product(-1, 2) == nil && Checked.product(2, -1) == nil)
    #expect(Checked.sum(-1, 2) == nil && Checked.sum(2, -1) == nil)
  }

  /// A picture in read-only memory of another owner is copied before a change, even if it is the
  /// only reference.
  @Test func memoryThatIsReadOnlyIsCopied() throws {
    let owner = PixelMemory(byteCount: 64)
    for i in 0..<64 { unsafe owner.bytes[i] = UInt8(i) }
    let shared = unsafe PixelMemory(sharing: owner.bytes, of: owner, isReadOnly: true)
    var image = try #require(
      ImageBuffer<UInt8>(size: Size(width: 5, height: 4), channels: 3, memory: shared))
    #expect(unsafe image.withUnsafeSamples { $0.count } == 60)
    image[4, 3, 2] = 200
    #expect(image[4, 3, 2] == 200 && image[3, 3, 2] == 56)
    #expect(unsafe owner.bytes[59] == 59)
    #expect(unsafe image.withUnsafeSamples { $0.count } == 60)
  }

  @Test func tooSmallMemoryIsRejected() {
    let memory = PixelMemory(byteCount: 59)
    #expect(ImageBuffer<UInt8>(size: Size(width: 5, height: 4), channels: 3, memory: memory) == nil)
    #expect(ImageBuffer<UInt8>(size: Size(width: 1, height: 1), channels: 5, memory: memory) == nil)
    #expect(
      ImageBuffer<UInt8>(size: Size(width: .max, height: .max), channels: 4, memory: memory) == nil)
  }

  /// Sizes that a file can record, but that exceed any memory.
  @Test func missingMemoryIsReported() {
    #expect(PixelMemory(attempting: 1 << 62) == nil)
    #expect(Size(width: 1 << 31, height: 1 << 31).byteCount(8) == 1 << 50)
    #expect(Size(width: 3, height: 2).byteCount(8) == 48)
  }
}
