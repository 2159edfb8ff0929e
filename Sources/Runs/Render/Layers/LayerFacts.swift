internal import BromideCodecs
internal import BromideDevelop
internal import BromidePhotos
internal import BromideValues

/// The data of a layer's photos except their pixels.
struct LayerFacts {
  /// The metadata of the first photo that has it.
  var metadata: PhotoMetadata?
  /// The first remark.
  var remark: FrameRemark?
  var warnings: [Warning] = []
  var demosaics: Set<DemosaicMethod> = []

  /// Adds the data of a picture.
  mutating func note(_ picture: any LayerPicture) {
    metadata = metadata ?? picture.metadata
    remark = remark ?? picture.remark
    warnings.add(picture.warnings)
    demosaics.formUnion(picture.demosaics)
  }
}

/// A layer that is drawn from several pictures.
protocol CombinedPicture: LayerPicture {
  /// The data of the pictures.
  var facts: LayerFacts { get }
}

extension CombinedPicture {
  var metadata: PhotoMetadata? { facts.metadata }
  var remark: FrameRemark? { facts.remark }
  var warnings: [Warning] { facts.warnings }
  var demosaics: Set<DemosaicMethod> { facts.demosaics }
}
