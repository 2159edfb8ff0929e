/// Sidecars as other programs write them.
enum XMP {
  static let cameraRaw = "http://ns.adobe.com/camera-raw-settings/1.0/"

  /// A sidecar whose properties are attributes of `rdf:Description`.
  ///
  /// - Parameters:
  ///   - attributes: Attributes with the prefixes crs, xmp, tiff and photoshop.
  ///   - elements: Properties as elements.
  static func document(_ attributes: String = "", elements: String = "") -> [UInt8] {
    let text = """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""
          xmlns:crs="\(cameraRaw)" xmlns:xmp="http://ns.adobe.com/xap/1.0/"
          xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
          xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
          xmlns:dc="http://purl.org/dc/elements/1.1/"
          \(attributes)>\(elements)</rdf:Description>
       </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="w"?>
      """
    return Array(text.utf8)
  }
}
