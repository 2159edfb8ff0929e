// The C library of each system, under one name: mathematics, memory and calls of the system.
//
// The name of its module differs between systems, and Swift has no common name. The module exports
// the library, so other files do not choose it.

#if canImport(Darwin)
  @_exported public import Darwin
#elseif canImport(Musl)
  @_exported public import Musl
#else
  @_exported public import Glibc
#endif
