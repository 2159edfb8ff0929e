// Writes the synthetic test pictures into a folder: `MakeTestImages FOLDER [--all | --list]`.
internal import TestSupport

let arguments = CommandLine.arguments.dropFirst()
let wantsAll = arguments.contains("--all")
let images = wantsAll ? TestImageSet.all : TestImageSet.committed
if arguments.contains("--list") {
  for image in images { print("\(image.name): \(image.about)") }
} else if let folder = arguments.first(where: { !$0.hasPrefix("-") }) {
  try Files.makeFolder(folder + "/night")
  for image in images {
    let file = image.photo.file()
    try Files.write(file, to: folder + "/" + image.name)
    print("\(image.name): \(file.count) bytes, \(Digest(file))")
  }
  if !wantsAll {
    try Files.makeFolder(folder + "/frames")
    for (name, bytes) in FrameFiles.files {
      let file = try bytes()
      try Files.write(file, to: folder + "/" + name)
      print("\(name): \(file.count) bytes, \(Digest(file))")
    }
  }
} else {
  print("MakeTestImages FOLDER [--all]  writes the committed pictures, or all of them")
  print("MakeTestImages --list [--all]  prints the purpose of each")
}
