/// An encoder for JPEG's lossless process (ITU-T T.81, annex H) with one interleaved scan.
enum LosslessJPEG {
  /// - Parameters:
  ///   - samples: width · height pixels with `components` samples each, row by row.
  ///   - precision: Bits of a sample, 2 to 16.
  ///   - predictor: T.81 table H.1, 1 to 7.
  ///   - tables: Number of Huffman tables. Component c uses the c-th, or the last.
  static func encode(
    _ samples: [UInt16], width: Int, height: Int, components: Int, precision: Int, predictor: Int,
    tables: Int = 1
  ) -> [UInt8] {
    precondition(samples.count == width * height * components, "a sample for every place")
    precondition((1...7).contains(predictor) && (2...16).contains(precision))
    precondition((1...min(4, components)).contains(tables), "T.81 allows four tables")
    let differences = differences(
      samples, width: width, height: height, components: components, precision: precision,
      predictor: predictor)
    return encode(
      differences, of: Array(0..<components), width: width, height: height, precision: precision,
      predictor: predictor, tables: tables)
  }

  /// Encodes a JPEG from differences in −32767 … 32768.
  ///
  /// - Parameters:
  ///   - components: The components of the first differences, which repeat.
  ///   - sampling: The first component's factors, as in the frame header.
  ///   - numbers: The number of each table in the file.
  static func encode(
    _ differences: [Int], of components: [Int], width: Int, height: Int, precision: Int,
    predictor: Int, tables: Int, sampling: UInt8 = 0x11, numbers: [UInt8] = [0, 1, 2, 3]
  ) -> [UInt8] {
    let count = components.max()! + 1
    func table(_ component: Int) -> Int { min(component, tables - 1) }
    func table(ofDifference index: Int) -> Int { table(components[index % components.count]) }
    var frequencies = [[Int]](repeating: [Int](repeating: 0, count: 17), count: tables)
    for (index, difference) in differences.enumerated() {
      frequencies[table(ofDifference: index)][category(difference)] += 1
    }
    let codes = frequencies.map { HuffmanTable(frequencies: $0) }

    var file: [UInt8] = [0xFF, 0xD8]
    for (index, code) in codes.enumerated() {
      file += [0xFF, 0xC4] + big(19 + code.symbols.count, 2) + [numbers[index]]
      file += code.counts.map { UInt8($0) } + code.symbols.map { UInt8($0) }
    }
    file += [0xFF, 0xC3] + big(8 + 3 * count, 2) + [UInt8(precision)]
    file += big(height, 2) + big(width, 2) + [UInt8(count)]
    for component in 0..<count {
      file += [UInt8(component), component == 0 ? sampling : 0x11, 0]
    }
    file += [0xFF, 0xDA] + big(6 + 2 * count, 2) + [UInt8(count)]
    for component in 0..<count { file += [UInt8(component), numbers[table(component)] << 4] }
    file += [UInt8(predictor), 0, 0]

    var bits = BitWriter(stuffing: true)
    for (index, difference) in differences.enumerated() {
      bits.put(difference, by: codes[table(ofDifference: index)])
    }
    bits.finish(padding: 1)
    return file + bits.bytes + [0xFF, 0xD9]
  }

  /// Prediction errors of all samples.
  private static func differences(
    _ samples: [UInt16], width: Int, height: Int, components: Int, precision: Int, predictor: Int
  ) -> [Int] {
    var result = [Int](repeating: 0, count: samples.count)
    let stride = width * components
    for y in 0..<height {
      for i in 0..<stride {
        let at = y * stride + i
        let predicted: Int
        if i < components {
          predicted = y == 0 ? 1 << (precision - 1) : Int(samples[at - stride])
        } else if y == 0 {
          predicted = Int(samples[at - components])
        } else {
          let (a, b) = (Int(samples[at - components]), Int(samples[at - stride]))
          let c = Int(samples[at - stride - components])
          predicted =
            switch predictor {
            case 1: a
            case 2: b
            case 3: c
            case 4: a + b - c
            case 5: a + (b - c) >> 1
            case 6: b + (a - c) >> 1
            default: (a + b) >> 1
            }
        }
        result[at] = difference(of: Int(samples[at]), from: predicted)
      }
    }
    return result
  }

  /// A prediction's error modulo 2¹⁶, in −32767 … 32768 (T.81 H.1.2.1).
  static func difference(of sample: Int, from predicted: Int) -> Int {
    let difference = Int(Int16(truncatingIfNeeded: sample - predicted))
    return difference == -32_768 ? 32_768 : difference
  }

  /// Bits of a difference's magnitude (SSSS).
  static func category(_ difference: Int) -> Int {
    Int.bitWidth - difference.magnitude.leadingZeroBitCount
  }
}

extension BitWriter {
  /// Appends a difference as in T.81 H.1.2.2: the code of its category, then the low bits of the
  /// difference, or of difference − 1 if it is negative. Category 16 has no extra bits.
  mutating func put(_ difference: Int, by table: HuffmanTable) {
    let size = LosslessJPEG.category(difference)
    put(table.codes[size], count: table.lengths[size])
    if size < 16 { put(difference < 0 ? difference - 1 : difference, count: size) }
  }
}
