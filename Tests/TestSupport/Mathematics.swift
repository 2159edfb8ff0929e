internal import BromideLibc

// These names differ from C's functions, so that callers need no separate imports for Linux and
// macOS.

func cosine(_ angle: Double) -> Double { cos(angle) }
func sine(_ angle: Double) -> Double { sin(angle) }
func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }
func exponential(_ exponent: Double) -> Double { exp(exponent) }
func logarithm10(_ value: Double) -> Double { log10(value) }
