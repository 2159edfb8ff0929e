import BromideSystem
import SystemPackage
import TestSupport
import Testing

@Suite struct BinaryCodingTests {
  private struct Inner: Codable, Hashable {
    var text: String?
    var count: Int
    var truth = true
  }

  private enum Choice: Codable, Hashable {
    case plain
    case one(Int)
    case two(text: String, inner: Inner)
  }

  private struct Everything: Codable, Hashable {
    var bytes: [UInt8] = [0, 255, 7]
    var floats: [Float] = [.pi, -0.0, .infinity, .leastNonzeroMagnitude]
    var doubles: [Double] = [.pi, -.infinity, .leastNonzeroMagnitude]
    var vectors: [SIMD4<Float>] = [SIMD4(1, 2, 3, 4)]
    var points: [SIMD2<Double>] = [SIMD2(0.1, 0.2)]
    var vector = SIMD3<Double>(1, 2, 3)
    var small: Int8 = -128
    var large = UInt64.max
    var least = Int.min
    var float: Float = 1.1
    var double = 1.1
    var text = "a\0ü\u{1F4F7}"
    var empty = ""
    var none: Int?
    var some: Int? = 0
    var holes: [String?] = ["a", nil, ""]
    var choices: [Choice] = [.plain, .one(-1), .two(text: "x", inner: Inner(count: 2))]
    var nested: [[Int]] = [[], [1], [2, 3]]
    var inner: Inner? = Inner(text: "", count: 1)
  }

  private struct Noise: RandomNumberGenerator {
    private let source = SeededNoise(seed: 20)
    private var place = 0
    mutating func next() -> UInt64 {
      place += 1
      return source.bits(place, 0)
    }
  }

  @Test func everyValueComesBack() throws {
    let value = Everything()
    let bytes = BinaryCoding.encode(value)
    #expect(try BinaryCoding.decode(Everything.self, from: bytes) == value)
    #expect(try BinaryCoding.decode(Int?.self, from: BinaryCoding.encode(Int?.none)) == nil)
    #expect(try BinaryCoding.decode([Int].self, from: BinaryCoding.encode([Int]())) == [])
  }

  /// Their own form is a record for every byte.
  @Test func pathsTakeLittleMoreThanTheirBytes() throws {
    let path = FilePath(bytes: Array("/photos/".utf8) + [0xFF, 0xC3, 0x0A] + Array("ü.dng".utf8))
    let bytes = BinaryCoding.encode(["path": path])
    #expect(bytes.count < path.bytes.count + 32)
    #expect(try BinaryCoding.decode([String: FilePath].self, from: bytes) == ["path": path])
    let end = try #require(bytes.lastIndex(of: UInt8(ascii: "g")))
    var cut = bytes
    cut[end] = 0
    #expect(throws: BinaryCodingError.self) {
      try BinaryCoding.decode([String: FilePath].self, from: cut)
    }
  }

  /// Writes containers by hand, and reads their fields in another order.
  private struct Handmade: Codable, Hashable {
    var numbers: [Int] = [3, -1]
    var texts: [String: String] = ["a": "b"]
    var last = "end"

    private enum Key: CodingKey { case numbers, texts, last, missing }
    private struct Name: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init() {}

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      last = try container.decode(String.self, forKey: .last)
      #expect(try !container.contains(.missing) && container.decodeNil(forKey: .missing))
      let inner = try container.nestedContainer(keyedBy: Name.self, forKey: .texts)
      texts = [:]
      for key in inner.allKeys {
        texts[key.stringValue] = try inner.decode(String.self, forKey: key)
      }
      var list = try container.nestedUnkeyedContainer(forKey: .numbers)
      #expect(list.count == 2)
      numbers = [try list.decode(Int.self), try list.decode(Int.self)]
      #expect(list.isAtEnd)
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: Key.self)
      var list = container.nestedUnkeyedContainer(forKey: .numbers)
      for number in numbers { try list.encode(number) }
      // The same container again, as superclasses and subclasses do.
      var again = encoder.container(keyedBy: Key.self)
      var inner = again.nestedContainer(keyedBy: Name.self, forKey: .texts)
      for (name, text) in texts { try inner.encode(text, forKey: Name(stringValue: name)) }
      try container.encode(last, forKey: .last)
    }
  }

  @Test func handmadeContainersComeBack() throws {
    let all = [Handmade(), Handmade()]
    #expect(try BinaryCoding.decode([Handmade].self, from: BinaryCoding.encode(all)) == all)
  }

  @Test func bitsOfNumbersAreKept() throws {
    let odd = Double(bitPattern: 0x7FF8_0000_0000_1234)
    let back = try BinaryCoding.decode(Double.self, from: BinaryCoding.encode(odd))
    #expect(back.bitPattern == odd.bitPattern)
  }

  @Test func valuesThatDoNotFitAreRejected() {
    let large = BinaryCoding.encode(300)
    #expect(throws: BinaryCodingError.self) { try BinaryCoding.decode(UInt8.self, from: large) }
    #expect(throws: BinaryCodingError.self) {
      try BinaryCoding.decode(
        [Float].self, from: BinaryCoding.encode([UInt8](repeating: 0, count: 5)))
    }
    #expect(throws: BinaryCodingError.self) { try BinaryCoding.decode(Int.self, from: []) }
    #expect(throws: BinaryCodingError.self) {
      try BinaryCoding.decode(Int.self, from: BinaryCoding.encode(1) + [0])
    }
  }

  /// A container: its tag, the count of its bytes, and these.
  private func container(_ tag: UInt8, _ content: [UInt8]) -> [UInt8] {
    [tag] + little(content.count) + content
  }

  private indirect enum Chain: Codable {
    case link([Chain])
    init(from decoder: any Decoder) throws {
      self = .link(try decoder.singleValueContainer().decode([Chain].self))
    }
  }

  /// Lists in lists end the reader before they end the stack.
  @Test func deepNestingIsRejected() throws {
    func lists(_ depth: Int) -> [UInt8] {
      (0..<depth).reduce([]) { inner, _ in container(1, inner) }
    }
    _ = try BinaryCoding.decode(Chain.self, from: lists(50))
    #expect(throws: BinaryCodingError.self) {
      try BinaryCoding.decode(Chain.self, from: lists(2000))
    }
  }

  /// Numbers, texts and Booleans decode themselves, so a container instead of them must be an
  /// error.
  @Test func containersInsteadOfValuesAreRejected() {
    for tag: UInt8 in [1, 2] {
      let bytes = container(tag, [])
      #expect(throws: BinaryCodingError.self) { try BinaryCoding.decode(Int.self, from: bytes) }
      #expect(throws: BinaryCodingError.self) { try BinaryCoding.decode(Bool.self, from: bytes) }
      #expect(throws: BinaryCodingError.self) { try BinaryCoding.decode(String.self, from: bytes) }
      #expect(throws: BinaryCodingError.self) { try BinaryCoding.decode(Double.self, from: bytes) }
    }
  }

  /// Parts need more memory than their bytes. So a list of empty lists, or of structures without
  /// fields, is rejected early.
  @Test func partsAboveTheLimitAreRejected() throws {
    let many = container(1, (0..<1001).flatMap { _ in container(1, []) })
    #expect(try BinaryCoding.decode([[Int]].self, from: many, parts: 1002).count == 1001)
    #expect(throws: BinaryCodingError.self) {
      try BinaryCoding.decode([[Int]].self, from: many, parts: 1001)
    }
    // Arrays of numbers are one part.
    let numbers = BinaryCoding.encode([Double](repeating: 1, count: 5000))
    #expect(try BinaryCoding.decode([Double].self, from: numbers, parts: 1).count == 5000)
  }

  /// The decoder skips unused fields.
  @Test func unknownFieldsAreFree() throws {
    let junk = container(1, [UInt8](repeating: 7, count: 100_000))
    func key(_ name: String) -> [UInt8] {
      Array(container(0, Array(name.utf8)).dropFirst())
    }
    let record = container(
      2,
      key("junk") + junk + key("count") + BinaryCoding.encode(3) + key("truth") + container(0, [1]))
    #expect(
      try BinaryCoding.decode(Inner.self, from: record, parts: 4)
        == Inner(text: nil, count: 3, truth: true))
  }

  @Test func changedBytesNeverEndTheProcess() {
    var noise = Noise()
    let whole = BinaryCoding.encode(Everything())
    var sound = 0
    for _ in 0..<3000 {
      var bytes = whole
      for _ in 0..<Int.random(in: 1...4, using: &noise) {
        bytes[Int.random(in: bytes.indices, using: &noise)] = .random(in: 0...255, using: &noise)
      }
      if Bool.random(using: &noise) {
        bytes.removeLast(.random(in: 1..<bytes.count, using: &noise))
      }
      if (try? BinaryCoding.decode(Everything.self, from: bytes)) != nil { sound += 1 }
    }
    #expect(sound < 3000)
  }
}
