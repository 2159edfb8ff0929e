// Measures: bench convert|develop|png|ycbcr|demosaic|batch; scripts/bench says the options.
let usage =
  "bench convert|develop|png|ycbcr|demosaic|batch [--size WxH] [--runs N] [--jsonl|--markdown]"
guard let options = Options(Array(CommandLine.arguments.dropFirst())) else { fail(usage) }
switch options.name {
case "convert": ConvertBench.run(options)
case "develop", "half": DevelopBench.run(options)
case "png": PNGBench.run(options)
case "ycbcr": YCbCrBench.run(options)
case "demosaic": DemosaicBench.run(options)
case "batch": BatchBench.run(options)
case "photos": Photos.write(options)
default: fail(usage)
}
