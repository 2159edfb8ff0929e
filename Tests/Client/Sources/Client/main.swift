import Bromide

// scripts/test-client writes page() from the code of Documentation/library.md.
try await page()
let chart = try Photo(contentsOf: "TestImages/chart_rggb_12bit.dng")
print(try members(of: chart).joined(separator: " "))
