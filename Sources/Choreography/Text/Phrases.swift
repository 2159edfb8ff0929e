internal import Tweening

// These functions convert parts to phrases, and phrases with valid arguments to parts.

extension SortFunction {
  /// The function as a phrase.
  var phrase: Phrase {
    if isReversed { return Phrase(.reversed, [.sort(reversed)]) }
    let delay = Argument.number(delay)
    switch kind {
    case .default: return Phrase(.default, [delay])
    case .linear(let direction): return Phrase(.linear, [.word(direction.rawValue), delay])
    case .cornered(let corner): return Phrase(.cornered, [.word(corner.rawValue), delay])
    case .radial(let position): return Phrase(.radial, [.word(position.rawValue), delay])
    case .random(let seed): return Phrase(.random, [.number(Double(seed)), delay])
    case .inline(let corner): return Phrase(.inline, [.word(corner.rawValue), delay])
    case .continuous(let position): return Phrase(.continuous, [.word(position.rawValue), delay])
    case .continuousWeighted(let position, let horizontal, let vertical):
      return Phrase(
        .continuousWeighted,
        [.word(position.rawValue), horizontal.argument, vertical.argument, delay])
    case .by(let key): return Phrase(.by, [.word(key.rawValue), delay])
    // This phrase only checks the delay. `description` prints the name of the custom order.
    case .custom: return Phrase(.default, [delay])
    }
  }

  init(_ phrase: Phrase) {
    func word<Word: RawRepresentable>() -> Word where Word.RawValue == String {
      phrase.word(0)
    }
    let kind: Kind
    switch phrase.term {
    case .default: kind = .default
    case .linear: kind = .linear(word())
    case .cornered: kind = .cornered(word())
    case .radial: kind = .radial(word())
    case .random: kind = .random(seed: Int(phrase.number(0)))
    case .inline: kind = .inline(word())
    case .continuous: kind = .continuous(word())
    case .continuousWeighted:
      kind = .continuousWeighted(
        word(), horizontal: Weight(phrase.arguments[1]), vertical: Weight(phrase.arguments[2]))
    case .by: kind = .by(word())
    case .reversed:
      guard case .sort(let sort) = phrase.arguments[0] else { preconditionFailure("no sort") }
      self = sort.reversed
      return
    default: preconditionFailure("\(phrase.term) is not a sort function")
    }
    self.init(unchecked: kind, delay: phrase.number(phrase.arguments.count - 1))
  }
}

extension StockAnimation {
  /// The animation as a phrase.
  var phrase: Phrase {
    switch self {
    case .fadeIn: Phrase(.fadeIn)
    case .slide(let direction, let amount):
      Phrase(.slide, [.word(direction.rawValue), amount.argument])
    case .spin(let amount): Phrase(.spin, [amount.argument])
    case .expand(let amount): Phrase(.expand, [amount.argument])
    case .contract(let amount): Phrase(.contract, [amount.argument])
    case .collide(let collision): Phrase(.collide, [.word(collision.rawValue)])
    case .custom(let name, let start, let end):
      Phrase(.custom, [.word(name), .number(start), .number(end)])
    }
  }

  init(_ phrase: Phrase) {
    switch phrase.term {
    case .fadeIn: self = .fadeIn
    case .slide: self = .slide(phrase.word(0), Amount(phrase.arguments[1]))
    case .spin: self = .spin(Amount(phrase.arguments[0]))
    case .expand: self = .expand(Amount(phrase.arguments[0]))
    case .contract: self = .contract(Amount(phrase.arguments[0]))
    case .collide: self = .collide(phrase.word(0))
    case .custom:
      self = .custom(
        phrase.arguments[0].description, from: phrase.number(1), to: phrase.number(2))
    default: preconditionFailure("\(phrase.term) is not an animation")
    }
  }
}

extension AnimationType {
  /// The type as a phrase.
  var phrase: Phrase {
    switch self {
    case .standard(let duration, let curve):
      Phrase(.standard, [.number(duration), .curve(curve)])
    case .spring(let damping, let velocity, let duration):
      Phrase(.spring, [.number(damping), .number(velocity), .number(duration)])
    }
  }

  init(_ phrase: Phrase) {
    switch phrase.term {
    case .standard:
      guard case .curve(let curve) = phrase.arguments[1] else { preconditionFailure("no curve") }
      self = .standard(duration: phrase.number(0), curve: curve)
    case .spring:
      self = .spring(
        damping: phrase.number(0), velocity: phrase.number(1), duration: phrase.number(2))
    default: preconditionFailure("\(phrase.term) is not a type of animation")
    }
  }
}

extension Amount {
  fileprivate var argument: Argument {
    switch self {
    case .slightly: .word("slightly")
    case .moderately: .word("moderately")
    case .severely: .word("severely")
    case .by(let value): .number(value)
    }
  }

  fileprivate init(_ argument: Argument) {
    switch argument {
    case .word("slightly"): self = .slightly
    case .word("severely"): self = .severely
    case .number(let value): self = .by(value)
    default: self = .moderately
    }
  }
}

extension Weight {
  fileprivate var argument: Argument {
    switch self {
    case .light: .word("light")
    case .medium: .word("medium")
    case .heavy: .word("heavy")
    case .custom(let value): .number(value)
    }
  }

  fileprivate init(_ argument: Argument) {
    switch argument {
    case .word("light"): self = .light
    case .word("heavy"): self = .heavy
    case .number(let value): self = .custom(value)
    default: self = .medium
    }
  }
}

extension Phrase {
  func number(_ index: Int) -> Double {
    guard case .number(let value) = arguments[index] else { preconditionFailure("not a number") }
    return value
  }

  fileprivate func word<Word: RawRepresentable>(_ index: Int) -> Word
  where Word.RawValue == String {
    guard case .word(let text) = arguments[index], let word = Word(rawValue: text) else {
      preconditionFailure("not one of the words")
    }
    return word
  }
}
