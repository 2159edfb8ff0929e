/// Every element of a sequence with every element of another one.
@inlinable
public func product<A, B>(_ a: some Sequence<A>, _ b: some Sequence<B>) -> [(A, B)] {
  let b = Array(b)
  return a.flatMap { first in b.map { (first, $0) } }
}
