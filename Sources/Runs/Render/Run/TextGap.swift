internal import BromideTimelines
public import SystemPackage

/// A text field that is empty for some photos.
public struct TextGap: Sendable, Hashable {
  /// The text as typed.
  public let text: String
  /// The field without braces.
  public let field: String
  /// The first photo without this fact.
  public let photo: FilePath
  /// The number of photos without this fact.
  public let count: Int
  /// The number of photos for the text.
  public let total: Int
}

extension OpenedTimeline {
  /// Returns the text fields that are empty for some of the photos below.
  ///
  /// - Throws: `RenderError.request` for a field that is missing in all photos.
  public func textGaps() throws(RenderError) -> [TextGap] {
    var gaps: [TextGap] = []
    let facts = PhotoWords(form.settings.context)
    for (index, source) in timeline.sources.enumerated() {
      guard case .text(let layout) = source.content, layout.template.needsPhoto else { continue }
      let subjects = subjects(of: index)
      var seen: Set<TextTemplate.Field> = []
      for part in layout.template.parts {
        guard case .field(let field) = part, seen.insert(field).inserted, !subjects.isEmpty else {
          continue
        }
        let without = subjects.filter {
          facts.value(field, of: $0.path, number: $0.number).isEmpty
        }
        guard let first = without.first else { continue }
        guard without.count < subjects.count else {
          throw .request(
            "the text “\(layout.template.text)”: \(subjects.count == 1 ? "\(first.path) does not record" : "none of its \(subjects.count) photos records") {\(field.rawValue)}; remove the field"
          )
        }
        gaps.append(
          TextGap(
            text: layout.template.text, field: field.rawValue, photo: first.path,
            count: without.count, total: subjects.count))
      }
    }
    return gaps
  }

  /// Returns the photos below the text, in order and without duplicates.
  private func subjects(of index: Int) -> [(path: FilePath, number: Int)] {
    let source = schedule.sources[index]
    var found: [(path: FilePath, number: Int)] = []
    var seen: Set<ScheduledLayer.Subject> = []
    let paths = subjectPaths
    for frame in source.firstFrame..<source.firstFrame + source.frameCount {
      for layer in schedule.frame(frame).layers where layer.source == index {
        guard let subject = layer.subject, seen.insert(subject).inserted else { continue }
        found.append((paths[subject.source][subject.photo], subject.photo))
      }
    }
    return found
  }
}
