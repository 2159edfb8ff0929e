import Testing

@Suite struct MetadataTests {
}
