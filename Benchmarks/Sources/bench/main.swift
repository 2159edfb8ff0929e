// Runs one benchmark. Without a name, it prints the names. scripts/bench lists the options.
let usage =
  "bench convert|unpack|develop|png|jpeg|tiff|ycbcr|sample|demosaic|batch|tween|filters|render|lapse|measure|encode|sheet|look|optics|info|start [--size WxH] [--runs N] [--jsonl|--markdown]"
guard let options = Options(Array(CommandLine.arguments.dropFirst())) else { fail(usage) }
switch options.name {
case "convert": ConvertBench.run(options)
case "unpack": UnpackBench.run(options)
case "develop", "half": DevelopBench.run(options)
case "png": PNGBench.run(options)
case "jpeg": JPEGBench.run(options)
case "tiff": TIFFBench.run(options)
case "ycbcr": YCbCrBench.run(options)
case "sample": SampleBench.run(options)
case "demosaic": DemosaicBench.run(options)
case "batch": BatchBench.run(options)
case "tween": TweenBench.run(options)
case "filters": FilterBench.run(options)
case "render": RenderBench.run(options)
case "lapse": LapseBench.run(options)
case "sheet": SheetBench.run(options)
case "measure": MeasureBench.run(options)
case "optics": OpticsBench.run(options)
case "look": LookBench.run(options)
case "info": InfoBench.run(options)
case "start": StartBench.run(options)
case "encode": YCbCrEncodeBench.run(options)
case "packed": Photos.writePacked(options)
case "photos": Photos.write(options)
default: fail(usage)
}
