import Testing

@Suite struct TestSupportTests {
}
