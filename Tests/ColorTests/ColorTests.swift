import Testing

@Suite struct ColorTests {
}
