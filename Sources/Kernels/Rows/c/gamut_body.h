// Moves colours outside the output's primaries, or near their border, towards grey of the same
// luminance. GamutCompression.swift has the formula.
#pragma clang fp contract(off)

// Most vectors end at the first test, which does not need the luminance y. y is between the
// smallest and the largest component, so max ≤ 0.9 + 0.1·min and min ≥ 0.1·max exclude a distance m
// above 0.9.
//
// Let m = n/d, u = (n − 0.9·d) / 0.1 and r = √(d² + u²). Then f/m = (0.9 + 0.1·u/r)·d/n = (0.9·r +
// 0.1·u)·d / (r·n), which takes one root and one division.
INLINE lanes_rgb compress_gamut(lanes_rgb p, const float *weights) {
  const lanes_f least = 1e-4f, most = 1.0f - 1e-4f, one = 1.0f, knee = 0.9f, rest = 0.1f;
  lanes_f high = at_least(at_least(p.r, p.g), p.b);
  lanes_f low = at_most(at_most(p.r, p.g), p.b);
  lanes_i outer = (high > knee + rest * low) | (low < rest * high);
  if (__builtin_reduce_or(outer) == 0) return p;
  lanes_f y = weights[0] * p.r + weights[1] * p.g + weights[2] * p.b;
  lanes_f black = at_most(at_least(y, least), most);
  lanes_f white = one - black;
  lanes_f above = high - y, below = y - low;
  outer &= (above > knee * white) | (below > knee * black);
  lanes_i is_above = above * black > below * white;
  lanes_f n = is_above ? above : below;
  lanes_f d = is_above ? white : black;
  lanes_f u = (n - knee * d) * 10.0f;
  lanes_f r = square_root(d * d + u * u);
  lanes_f factor = (knee * r + rest * u) * d / (r * n);
  return (lanes_rgb){
    outer ? y + (p.r - y) * factor : p.r,
    outer ? y + (p.g - y) * factor : p.g,
    outer ? y + (p.b - y) * factor : p.b,
  };
}
