import Testing

@Suite struct PixelsTests {
}
