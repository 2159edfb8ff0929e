internal import BromideValues

/// XMP about gain maps, with the names of Android's Ultra HDR Image Format 1.0.
public enum GainMapXMP {
  private static let gainMapNames = "\n    xmlns:hdrgm=\"http://ns.adobe.com/hdr-gain-map/1.0/\""

  /// Returns the XMP of a picture about the map after it: namespaces and attributes of the
  /// description, and its content.
  ///
  /// - Parameter byteCount: The bytes of the map's JPEG.
  public static func ofPicture(mapBytes byteCount: Int) -> (attributes: String, content: String) {
    let attributes =
      gainMapNames
        + """

            xmlns:Container="http://ns.google.com/photos/1.0/container/"
            xmlns:Item="http://ns.google.com/photos/1.0/container/item/"
            hdrgm:Version="1.0"
        """
    let content = """

          <Container:Directory>
           <rdf:Seq>
            <rdf:li rdf:parseType="Resource">
             <Container:Item Item:Semantic="Primary" Item:Mime="image/jpeg"/>
            </rdf:li>
            <rdf:li rdf:parseType="Resource">
             <Container:Item Item:Semantic="GainMap" Item:Mime="image/jpeg" Item:Length="\(byteCount)"/>
            </rdf:li>
           </rdf:Seq>
          </Container:Directory>
      """
    return (attributes, content)
  }

  /// Returns the XMP packet of a map.
  static func map(_ map: GainMap) -> [UInt8] {
    let stops = (map.headroom * 10_000).rounded() / 10_000
    let text = """
      <?xpacket begin="\u{FEFF}" id="W5M0MpCehiHzreSzNTczkc9d"?>
      <x:xmpmeta xmlns:x="adobe:ns:meta/">
       <rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
        <rdf:Description rdf:about=""\(gainMapNames)
          hdrgm:Version="1.0"
          hdrgm:BaseRenditionIsHDR="False"
          hdrgm:GainMapMin="0"
          hdrgm:GainMapMax="\(stops)"
          hdrgm:Gamma="1"
          hdrgm:OffsetSDR="0.015625"
          hdrgm:OffsetHDR="0.015625"
          hdrgm:HDRCapacityMin="0"
          hdrgm:HDRCapacityMax="\(stops)"/>
       </rdf:RDF>
      </x:xmpmeta>
      <?xpacket end="r"?>
      """
    return Array(text.utf8)
  }
}
