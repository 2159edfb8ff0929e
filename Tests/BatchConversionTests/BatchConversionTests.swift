import Testing

@Suite struct BatchConversionTests {
}
