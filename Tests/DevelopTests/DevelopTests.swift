import Testing

@Suite struct DevelopTests {
}
