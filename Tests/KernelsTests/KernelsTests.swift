import Testing

@Suite struct KernelsTests {
}
