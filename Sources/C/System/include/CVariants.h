// Macros for C code that is compiled for several instruction sets. They select a variant, and force
// inlining, because a helper would otherwise not get the target attribute of its variant.
#pragma once

#define INLINE static inline __attribute__((always_inline))

/// Calls the variant of `function` for the number `isa`. Use this once per row or block, never per
/// value.
#if defined(__x86_64__)
#define DISPATCH(isa, function, ...) \
  ((isa) >= 2 ? function##_v4(__VA_ARGS__) \
   : (isa) == 1 ? function##_v3(__VA_ARGS__) \
                : function##_baseline(__VA_ARGS__))
#else
#define DISPATCH(isa, function, ...) ((void)(isa), function##_baseline(__VA_ARGS__))
#endif
