internal import ArgumentParser
internal import BromideCodecs
internal import BromideRuns
internal import SystemPackage

/// Errors of the library as sentences that name the flags.
extension UsageError {
  /// Converts an error to a usage error, or returns `nil` if the arguments did not cause it.
  init?(describing error: any Error) {
    switch error {
    case let error as UsageError: self = error
    case let error as InputError: self.init(error.description)
    case let error as DestinationError: self.init(error)
    case let error as NamingError: self.init(error.description)
    case let error as ReportError: self.init(error)
    case let error as PlanError: self.init(error)
    case let error as SheetError: self.init(error)
    case let error as VerifyError: self.init(error.description)
    // Parsing has ended, so ArgumentParser would name the root command.
    case let error as ValidationError: self.init(error.message)
    default: return nil
    }
  }

  init(_ error: DestinationError) {
    let files = PictureFormat.files
    switch error {
    case .empty: self.init("-o needs a name")
    case .otherFormat(let path):
      self.init("-o \(path): Bromide writes \(PictureFormat.names); name a \(files) or a folder")
    case .notAFolder(let path):
      self.init("-o \(path) exists and is not a folder; use a folder or a \(files)")
    }
  }

  private init(_ error: ReportError) {
    switch error {
    case .standardOutputTaken:
      self.init("-o - and --report - both want standard output; name a file for one")
    case .notAReport, .inTheWay, .inUse, .unwritable:
      self.init(error.description)
    }
  }

  /// Rejects a drawing that would replace one of the run's inputs, under every policy.
  static func keep(_ inputs: [FilePath], from outputs: [FilePath]) throws(UsageError) {
    if let problem = InputKeys(inputs).problem(with: outputs) {
      throw UsageError("\(problem); choose another file")
    }
  }

  private init(_ error: PlanError) {
    switch error {
    case .noInputs:
      self.init("no photos to convert; name files, folders, @list.txt or @-")
    case .severalInputs(let count, nil):
      self.init("-o - writes one picture, but there are \(count) inputs; name a folder")
    case .severalInputs(let count, let path?):
      self.init("-o \(path) is one file, but there are \(count) inputs; name a folder")
    case .namelessInput:
      self.init("\(error); name a file with -o FILE, or standard output with -o -")
    case .collision:
      self.init(
        "\(error); use --name '{folder}-{stem}' or --name '{stem}-{n}'")
    case .overwritesInput:
      self.init("\(error); choose another -o or --name")
    case .overwritesFile:
      self.init("\(error); choose another file")
    case .noLevels(.some, _):
      self.init("\(error); expected own, lock and a raw photo with a mosaic")
    case .noLevels(nil, _), .input:
      self.init(error.description)
    }
  }

  private init(_ error: SheetError) {
    switch error {
    case .tooMuchMemory(let needed, let limit):
      self.init(
        "the photos of a page take \(needed >> 20) MiB, and \(limit >> 20) MiB may be used; use a smaller --tile or more --memory"
      )
    case .noPhotos, .outOfRange, .tooLarge, .noRoom:
      self.init(error.description)
    }
  }

  /// Converts an error to a usage error, or returns `nil` if a file caused it.
  init?(_ error: RenderError) {
    switch error {
    case .input, .noneChosen: return nil
    case .noSize: self.init("\(error); set --size WIDTHxHEIGHT")
    case .request, .document: self.init(error.description)
    }
  }
}
