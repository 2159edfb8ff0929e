// Measures Qt's QEasingCurve. Prints a line "NAME NANOSECONDS" for each curve that Tweening also has.
// usage: qt_easing EVALUATIONS RUNS
#include <QEasingCurve>
#include <QPointF>
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <vector>

int main(int count, char **arguments) {
  const int evaluations = count > 1 ? std::atoi(arguments[1]) : 1000000;
  const int runs = count > 2 ? std::atoi(arguments[2]) : 5;
  std::printf("version %s\n", qVersion());
  struct Entry {
    const char *name;
    QEasingCurve::Type type;
  };
  const std::vector<Entry> entries = {
      {"linear", QEasingCurve::Linear},
      {"quadraticIn", QEasingCurve::InQuad},
      {"quadraticOut", QEasingCurve::OutQuad},
      {"quadraticInOut", QEasingCurve::InOutQuad},
      {"cubicIn", QEasingCurve::InCubic},
      {"cubicOut", QEasingCurve::OutCubic},
      {"cubicInOut", QEasingCurve::InOutCubic},
      {"quarticIn", QEasingCurve::InQuart},
      {"quarticOut", QEasingCurve::OutQuart},
      {"quarticInOut", QEasingCurve::InOutQuart},
      {"quinticIn", QEasingCurve::InQuint},
      {"quinticOut", QEasingCurve::OutQuint},
      {"quinticInOut", QEasingCurve::InOutQuint},
      {"sineIn", QEasingCurve::InSine},
      {"sineOut", QEasingCurve::OutSine},
      {"sineInOut", QEasingCurve::InOutSine},
      {"exponentialIn", QEasingCurve::InExpo},
      {"exponentialOut", QEasingCurve::OutExpo},
      {"exponentialInOut", QEasingCurve::InOutExpo},
      {"circularIn", QEasingCurve::InCirc},
      {"circularOut", QEasingCurve::OutCirc},
      {"circularInOut", QEasingCurve::InOutCirc},
      {"backIn", QEasingCurve::InBack},
      {"backOut", QEasingCurve::OutBack},
      {"backInOut", QEasingCurve::InOutBack},
      {"elasticIn", QEasingCurve::InElastic},
      {"elasticOut", QEasingCurve::OutElastic},
      {"elasticInOut", QEasingCurve::InOutElastic},
      {"bounceIn", QEasingCurve::InBounce},
      {"bounceOut", QEasingCurve::OutBounce},
      {"bounceInOut", QEasingCurve::InOutBounce},
      {"bezier", QEasingCurve::BezierSpline},
  };
  std::vector<double> times(1 << 12);
  // The same times as on our side: Weyl's sequence of the golden ratio, in no order that helps a branch predictor.
  unsigned state = 0;
  for (double &time : times) {
    state += 2654435769u;
    time = state / 4294967296.0;
  }
  // Values are kept, not added up: a sum would wait for itself.
  std::vector<double> values(1 << 12);
  for (const Entry &entry : entries) {
    QEasingCurve curve(entry.type);
    if (entry.type == QEasingCurve::BezierSpline)
      curve.addCubicBezierSegment(QPointF(0.4, 0), QPointF(0.2, 1), QPointF(1, 1));
    std::vector<double> seconds;
    for (int run = 0; run <= runs; run++) {
      const auto start = std::chrono::steady_clock::now();
      for (int i = 0; i < evaluations; i++) values[i & 4095] = curve.valueForProgress(times[i & 4095]);
      seconds.push_back(std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count());
    }
    std::sort(seconds.begin() + 1, seconds.end());
    std::printf("%s %.2f\n", entry.name, seconds[1 + runs / 2] / evaluations * 1e9);
  }
  return values[0] == 42 ? 1 : 0;
}
