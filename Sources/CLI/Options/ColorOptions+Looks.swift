internal import ArgumentParser
internal import BromidePhotos
internal import BromideSystem
internal import BromideValues
internal import SystemPackage

/// Fitted camera looks, which are found before developing.
extension ColorOptions {
  /// Whether to fit one look per camera.
  var fitsGroups: Bool { look == .camera(.camera) }

  /// Prints the fitted looks, or the reasons for failed fits. If requested, saves the looks.
  ///
  /// - Parameter isDryRun: Whether to only check the file instead of saving it.
  /// - Throws: The exit status if no look was fitted.
  func announce(_ looks: [CameraLook], _ messages: Messages, isDryRun: Bool = false) throws {
    for look in looks {
      if let warning = look.warning() {
        messages.show([warning])
      } else {
        messages.info(
          "look of \(look.camera) fitted to \(look.photo), \(Formatted.stops(look.offset)) from the standard look"
        )
      }
    }
    guard let lookSave else { return }
    let curves = looks.compactMap(\.curve)
    guard !curves.isEmpty else {
      throw ExitStatus.failure(
        "--look-save \(lookSave): Bromide did not fit a look")
    }
    try checkSavedLook()
    if isDryRun { return }
    do throws(LookFileError) {
      try LookFile.write(curves, to: FilePath(reversible: lookSave))
    } catch {
      throw ExitStatus.failure("\(error)")
    }
  }

  /// Rejects a file that `--look-save` cannot write, as far as the existing files show it.
  func checkSavedLook() throws {
    guard let lookSave else { return }
    do throws(LookFileError) { try LookFile.checkWriting(FilePath(reversible: lookSave)) } catch {
      throw ExitStatus.failure("\(error)")
    }
  }
}

extension Formatted {
  /// Formats stops with their sign, such as `+0.40 EV`.
  static func stops(_ stops: Double?) -> String {
    let stops = stops ?? 0
    return (stops < 0 ? "−" : "+") + abs(stops).text(decimals: 2) + " EV"
  }
}
