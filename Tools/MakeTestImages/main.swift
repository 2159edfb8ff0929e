// Writes the synthetic test pictures into a folder: `MakeTestImages FOLDER [--all | --list]`.
internal import TestSupport

let arguments = Array(CommandLine.arguments.dropFirst())
let takesAll = arguments.contains("--all")
let images = takesAll ? TestImageSet.all : TestImageSet.committed
if arguments.first == "--crowd", (4...5).contains(arguments.count), let count = Int(arguments[2]),
  let seed = UInt64(arguments[3]), let scale = Int(arguments.count == 5 ? arguments[4] : "1"),
  (1...64).contains(scale)
{
  try Crowd(count: count, seed: seed, scale: scale).write(to: arguments[1])
} else if arguments.first == "--exploits", arguments.count == 2 {
  try Exploits.write(to: arguments[1])
} else if arguments.first == "--validator", arguments.count == 2 {
  try Files.write(ValidatorChart.photo.file(), to: arguments[1])
} else if arguments.first == "--optics", arguments.count == 2 {
  try Files.write(OpticsScene.file, to: arguments[1])
} else if arguments.contains("--list") {
  for image in images { print("\(image.name): \(image.about)") }
} else if let folder = arguments.first(where: { !$0.hasPrefix("-") }) {
  try Files.makeFolder(folder + "/night")
  for image in images {
    let file = image.photo.file()
    try Files.write(file, to: folder + "/" + image.name)
    print("\(image.name): \(file.count) bytes, \(Digest(file))")
  }
  if !takesAll {
    try Files.makeFolder(folder + "/frames")
    try Files.makeFolder(folder + "/holiday")
    for (name, bytes) in FrameFiles.files + HolidayFiles.files {
      let file = try bytes()
      try Files.write(file, to: folder + "/" + name)
      print("\(name): \(file.count) bytes, \(Digest(file))")
    }
  }
} else {
  print("MakeTestImages FOLDER [--all]  writes the committed pictures, or all pictures")
  print("MakeTestImages --crowd FOLDER N SEED [SCALE]  writes N small photos for scripts/torture")
  print(
    "MakeTestImages --exploits FOLDER  writes photos that attack a worker for scripts/torture")
  print("MakeTestImages --validator FILE  writes the chart of iiif-validator as a raw")
  print("MakeTestImages --optics FILE  writes a photo by a poor lens for scripts/make-pictures")
  print("MakeTestImages --list [--all]  prints the purpose of each")
}
