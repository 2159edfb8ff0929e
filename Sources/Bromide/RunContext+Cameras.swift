public import BromidePhotos
internal import BromideRaw
public import SystemPackage

extension RunContext {
  /// Creates a context with cameras that no release supports, or with better numbers.
  ///
  /// Pass it to ``Photo``, ``Batch``, ``ColorSampler`` or ``TimelineRenderer``. Objects with other
  /// contexts do not see these cameras.
  ///
  /// - Parameter camerasFile: A JSON list, as for `bromide convert --cameras-file`.
  /// - Throws: `BromideError` with the file, the camera and the field.
  public init(camerasFile: FilePath) throws(BromideError) {
    do throws(CameraFileError) {
      self.init(
        cameras: try AddedCameras(path: camerasFile), isolation: nil, timeout: nil, memory: .max)
    } catch { throw BromideError(.request, nil, error.reason) }
  }
}
