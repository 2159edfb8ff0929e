import Testing

@Suite struct RawDecodingTests {
}
