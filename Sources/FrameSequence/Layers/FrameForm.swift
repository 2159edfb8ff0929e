public import BatchConversion
internal import Color
public import Develop
internal import Kernels
public import Pixels
internal import Platform
internal import RawDecoding
internal import Sampling
internal import SystemPackage

/// What all frames of a run have in common.
public struct FrameForm: Sendable {
  /// Of every frame, in pixels.
  public var size: Size
  /// How photos meet that size.
  public var fit: SizeRequest.Fit
  /// Pixels in one of those by which the timeline measures: below 1 in a preview.
  public var scale = 1.0
  /// How photos are decoded, developed and written; the recipe's size and filters are those of each layer.
  public var settings: ConvertSettings

  /// - Parameter settings: The recipe's size and filters are not used.
  public init(size: Size, fit: SizeRequest.Fit = .cover, settings: ConvertSettings) {
    self.size = size
    self.fit = fit
    self.settings = settings
  }

  var instructionSet: InstructionSet { settings.instructionSet ?? .best }

  /// How a layer is developed, but for a white balance that is taken from the photo.
  public func recipe(_ filters: FilterSettings) -> DevelopRecipe {
    var recipe = settings.recipe
    recipe.size = SizeRequest(bounds: .box(size), fit: fit, enlarge: true)
    recipe.filters = filters
    return recipe
  }

  /// The white balance of one photo, where it is to be taken from a place of it or from all of it.
  ///
  /// - Throws: `FrameError.develop`.
  func whiteBalance(of source: DevelopSource) throws(FrameError) -> WhiteBalance {
    do throws(DevelopError) {
      var recipe = try settings.recipe(for: source)
      if recipe.whiteBalance == .auto {
        recipe.filters = FilterSettings()
        let m = try Developer(source, recipe: recipe).multipliers
        recipe.whiteBalance = .multipliers(m.x, m.y, m.z)
      }
      return recipe.whiteBalance
    } catch {
      throw .develop(error)
    }
  }

  /// A developer for a layer.
  func developing<R>(_ body: () throws(DevelopError) -> R) throws(FrameError) -> R {
    do throws(DevelopError) { return try body() } catch { throw .develop(error) }
  }

  /// What stands in a layer's identity of all this: settings that change pixels.
  func identity(_ filters: FilterSettings) -> String {
    struct Words: Encodable {
      let recipe: DevelopRecipe
      let place: BalancePlace?
      let levels: SensorLevels?
      let interpolation: LibRawInterpolation?
      let damaged: DamagedHandling
      let instructionSet: InstructionSet?
    }
    return JSONText.encode(
      Words(
        recipe: recipe(filters), place: settings.balancePlace,
        levels: settings.lockedLevels?.levels, interpolation: settings.interpolation,
        damaged: settings.damaged,
        instructionSet: settings.instructionSet))
  }

  /// Decodes a photo.
  ///
  /// - Parameter isDrawnOnce: Whether its samples may stay in the file; then `lostPixels` is to be asked for.
  /// - Throws: `FrameError.input` where it is missing or damaged, as the settings handle damage.
  func decode(
    _ path: FilePath, crew: Unpacking.Crew? = nil, isDrawnOnce: Bool = false
  ) throws(FrameError) -> (photo: RawPhoto, remark: FrameRemark?) {
    let file: RawFile
    do throws(RawError) { file = try RawFile(path: path) } catch {
      throw .input(path: path, reason: error.words)
    }
    let (photo, damage) = try decode(file, crew: crew, isDrawnOnce: isDrawnOnce)
    return (photo, damage.map { .damaged("\(path): \($0)") })
  }

  /// Decodes an opened photo, and says what is wrong with it where that is kept.
  func decode(
    _ file: RawFile, crew: Unpacking.Crew? = nil, isDrawnOnce: Bool = false
  ) throws(FrameError) -> (photo: RawPhoto, damage: String?) {
    let photo: RawPhoto
    do throws(RawError) {
      photo = try file.decode(
        interpolation: settings.interpolation,
        unpacking: Unpacking(
          unpacker: settings.unpacker, instructionSet: instructionSet, crew: crew,
          leavesSamplesInFile: isDrawnOnce))
    } catch {
      throw .input(path: file.path, reason: error.words)
    }
    guard !photo.damage.isEmpty else { return (photo, nil) }
    let damage = "damaged: " + photo.damage.joined(separator: "; ")
    guard settings.damaged == .keep else {
      throw .input(
        path: file.path, reason: damage + "; --damaged keep shows what could be decoded")
    }
    return (photo, damage)
  }
}
