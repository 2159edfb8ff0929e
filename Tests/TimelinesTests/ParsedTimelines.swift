import BromidePhotos
import BromideTimelines
import SystemPackage

/// The timeline of a document, which is at a path.
func parsed(_ text: String, at path: FilePath = "") throws(TimelineError) -> Timeline {
  try Timeline(text: text, path: path, context: RunContext())
}
