import Testing

@Suite struct PNGCodingTests {
}
