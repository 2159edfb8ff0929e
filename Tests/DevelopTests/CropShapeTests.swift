import BromideValues
import TestSupport
import Testing

@testable import BromideDevelop

/// Crops by proportions, and the sizes that depend on the photo.
@Suite struct CropShapeTests {
  /// The largest rectangle, by trying every shorter side from the largest.
  private func largest(_ width: Double, _ height: Double, in size: Size) -> Size {
    for side in (1...size.longEdge).reversed() {
      let found =
        width >= height
        ? Size(width: Int((Double(side) * width / height).rounded()), height: side)
        : Size(width: side, height: Int((Double(side) * height / width).rounded()))
      let exact = width >= height ? Double(side) * width / height : Double(side) * height / width
      let limit = width >= height ? size.width : size.height
      if side <= (width >= height ? size.height : size.width), exact <= Double(limit) + 1e-6 {
        return Size(width: min(found.width, size.width), height: min(found.height, size.height))
      }
    }
    return Size(width: 1, height: 1)
  }

  @Test(
    arguments: [
      Size(width: 6000, height: 4000), Size(width: 4000, height: 6000),
      Size(width: 4288, height: 2848), Size(width: 4000, height: 3000), Size(width: 101, height: 7),
      Size(width: 1, height: 1),
    ], ["3:2", "2:3", "4:5", "5:4", "1:1", "16:9", "2.39:1"])
  func shapesAreTheLargestRectangle(_ size: Size, _ text: String) throws {
    let shape = try #require(CropShape(text))
    let part = shape.rectangle(in: size.width, size.height)
    #expect(
      Size(width: part.width, height: part.height) == largest(shape.width, shape.height, in: size))
    #expect(part.x >= 0 && part.x + part.width <= size.width)
    #expect(part.y >= 0 && part.y + part.height <= size.height)
    // Around the middle.
    #expect(abs(2 * part.x + part.width - size.width) <= 1)
    #expect(abs(2 * part.y + part.height - size.height) <= 1)
  }

  @Test func sidesAreComputedFromTheShorterOne() throws {
    func part(_ text: String, _ width: Int, _ height: Int) throws -> [Int] {
      let part = try #require(CropShape(text)).rectangle(in: width, height)
      return [part.x, part.y, part.width, part.height]
    }
    #expect(try part("16:9", 6000, 4000) == [0, 312, 6000, 3375])
    #expect(try part("3:2", 4000, 3000) == [0, 167, 3999, 2666])
    #expect(try part("4:5@top", 4000, 6000) == [0, 0, 4000, 5000])
    #expect(try part("4:5@bottom", 4000, 6000) == [0, 1000, 4000, 5000])
    #expect(try part("1:1@left", 6000, 4000) == [0, 0, 4000, 4000])
    #expect(try part("1:1@right", 6000, 4000) == [2000, 0, 4000, 4000])
    #expect(try part("1:1@.4,.9", 6000, 4000) == [400, 0, 4000, 4000])
    // Typed as wide, turned with an upright picture.
    #expect(try part("3:2,turn", 4000, 6000) == [0, 0, 4000, 6000])
    #expect(try part("2:3,turn", 6000, 4000) == [0, 0, 6000, 4000])
    #expect(try part("3:2", 4000, 6000) == [0, 1667, 3999, 2666])
  }

  @Test(arguments: ["3:2", "4:5@top", "1:1@0.5,0.3", "3:2,turn", "2:3,turn@left", "2.39:1@right"])
  func textsAreReadAgain(_ text: String) throws {
    let shape = try #require(CropShape(text))
    #expect(shape.text == text)
    #expect(CropShape(shape.values) == shape)
    #expect(Parameter.crop.constants(of: text) == shape.values)
    #expect(Parameter.crop.text(shape.values) == text)
    // A track cannot move a shape.
    #expect(Parameter.crop.values(of: text) == nil)
  }

  @Test(arguments: [
    "", "3", "3:", ":2", "0:2", "-3:2", "3:2:1", "nan:1", "inf:1", "3:2@", "3:2@middle",
    "3:2@.5", "3:2@2,0", "3:2,turned", "3:2,turn,turn", "1e9:1",
  ])
  func otherTextsAreRejected(_ text: String) {
    #expect(Parameter.crop.constants(of: text) == nil)
  }

  @Test func originalIsTheWholePicture() {
    #expect(Parameter.crop.constants(of: "original") == [0, 0, 1, 1])
  }

  /// A shape shows the same pixels as its window, in each orientation, and without resampling.
  @Test(arguments: Orientation.allCases) func pixelsAreThoseOfTheWindow(
    orientation: Orientation
  ) throws {
    let scene = busyMosaic(Size(width: 90, height: 60))
    let photo = source(scene, orientation: orientation)
    let whole = try develop(photo, recipe())
    let shape = try #require(CropShape("1:1@.2,.9"))
    let part = try develop(photo, recipe { $0.filters[.crop] = shape.values })
    #expect(part.size == Size(width: 60, height: 60))
    let place = shape.rectangle(in: whole.size.width, whole.size.height)
    for (x, y) in Places(x: 0..<60, y: 0..<60) {
      #expect(part.pixel(x, y) == whole.pixel(x + place.x, y + place.y))
    }
  }

  @Test func squaresStaySquareInEachSize() throws {
    for size in [Size(width: 90, height: 61), Size(width: 61, height: 90)] {
      let photo = source(busyMosaic(size))
      let square = try develop(
        photo,
        recipe {
          $0.filters[.crop] = CropShape(width: 1, height: 1).values
          $0.size = SizeRequest(bounds: .longEdge(32))
        })
      #expect(square.size == Size(width: 32, height: 32))
    }
  }

  // MARK: Sizes

  @Test(arguments: [
    ("0.001MP", Size(width: 38, height: 25)), ("1MP", Size(width: 90, height: 60)),
    ("50%", Size(width: 45, height: 30)), ("33.3%", Size(width: 30, height: 20)),
    ("short:30", Size(width: 45, height: 30)), ("width:45", Size(width: 45, height: 30)),
    ("height:15", Size(width: 23, height: 15)), ("200%", Size(width: 90, height: 60)),
  ])
  func sizesDependOnThePhoto(_ text: String, _ size: Size) throws {
    let bounds = try #require(SizeRequest.Bounds(text))
    #expect(SizeRequest.Bounds(bounds.text) == bounds)
    let scene = busyMosaic(Size(width: 90, height: 60))
    let request = SizeRequest(bounds: bounds)
    #expect(try develop(source(scene), recipe { $0.size = request }).size == size)
    guard !text.hasPrefix("width"), !text.hasPrefix("height") else { return }
    let upright = try develop(source(scene, orientation: .rightTop), recipe { $0.size = request })
    #expect(upright.size == size.transposed)
  }

  @Test func widthIsTheWidthOfTheUprightPicture() throws {
    let photo = source(busyMosaic(Size(width: 90, height: 60)), orientation: .rightTop)
    let picture = try develop(photo, recipe { $0.size = SizeRequest(bounds: .width(30)) })
    #expect(picture.size == Size(width: 30, height: 45))
  }

  @Test func photosAreEnlargedOnRequest() throws {
    let photo = source(busyMosaic(Size(width: 90, height: 60)))
    let twice = SizeRequest(bounds: .fraction(2), enlarge: true)
    #expect(try develop(photo, recipe { $0.size = twice }).size == Size(width: 180, height: 120))
    let more = SizeRequest(bounds: .megapixels(0.0216), enlarge: true)
    #expect(try develop(photo, recipe { $0.size = more }).size == Size(width: 180, height: 120))
    let many = SizeRequest(bounds: .shortEdge(90_000), enlarge: true)
    #expect(throws: DevelopError.self) {
      _ = try Developer(photo, recipe: recipe { $0.size = many })
    }
  }

  @Test(arguments: [
    "0MP", "-1MP", "nanMP", "MP", "0%", "%", "short:", "short:0", "long:5", "width:100001",
    "1920x", "x", "", "1e9%", "infMP",
  ])
  func otherSizesAreRejected(_ text: String) {
    #expect(SizeRequest.Bounds(text) == nil)
  }
}
