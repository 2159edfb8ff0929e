import BromideServer
import Testing

@Suite struct ByteCacheTests {
  @Test func keepsRecentlyUsedValues() {
    let cache = ByteCache<Int>(limit: 100)
    for i in 0..<10 { cache.keep(i, for: "\(i)", bytes: 10) }
    #expect(cache.bytes == 100)
    #expect(cache.value("0") == 0)
    cache.keep(10, for: "10", bytes: 10)
    // 1 and 2 were used least recently; nine tenths remain.
    #expect(cache.value("1") == nil)
    #expect(cache.value("2") == nil)
    #expect(cache.value("0") == 0)
    #expect(cache.value("10") == 10)
    #expect(cache.bytes <= 100)
  }

  @Test func neverPassesItsLimit() {
    let cache = ByteCache<Int>(limit: 1000)
    var size = 7
    for i in 0..<2000 {
      size = (size * 31 + 11) % 997 + 1
      cache.keep(i, for: "\(i % 37)", bytes: size)
      #expect(cache.bytes <= 1000)
    }
    cache.keep(1, for: "large", bytes: 1001)
    #expect(cache.value("large") == nil)
    cache.keep(1, for: "small", bytes: 1)
    cache.keep(2, for: "small", bytes: 5000)
    #expect(cache.value("small") == nil)
    cache.drop("none")
  }

  @Test func replacesAndDrops() {
    let cache = ByteCache<String>(limit: 10)
    cache.keep("a", for: "k", bytes: 4)
    cache.keep("b", for: "k", bytes: 6)
    #expect(cache.value("k") == "b")
    #expect(cache.bytes == 6)
    cache.drop("k")
    #expect(cache.bytes == 0)
    #expect(cache.count == 0)
  }
}
