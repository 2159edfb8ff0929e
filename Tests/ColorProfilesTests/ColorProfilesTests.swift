import Testing

@Suite struct ColorProfilesTests {
}
