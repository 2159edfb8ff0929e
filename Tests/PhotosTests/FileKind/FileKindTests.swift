import BromideRaw
import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import BromidePhotos

/// The kinds of files, by their first bytes and names.
@Suite struct FileKindTests {
  private let folder = TemporaryFolder.fresh

  private func kind(_ bytes: some Sequence<UInt8>, as name: String) throws -> FileKind {
    FileKind.of(FilePath(try folder.write(bytes, as: name)), context: RunContext())
  }

  private static func start(_ text: String, _ more: [UInt8] = [UInt8](repeating: 1, count: 300))
    -> [UInt8]
  {
    text.unicodeScalars.map { UInt8($0.value) } + more
  }

  /// First bytes from the specifications of the formats, with a neutral name.
  static let starts: [(bytes: String, name: String)] = [
    ("II*\0\u{10}\0\0\0CR\u{2}\0", "CR2"), ("II*\0\u{8}\0\0\0IIII", "IIQ"),
    ("MM\0*\0\0\0\u{8}MMMM", "IIQ"), ("\0\0\0\u{18}ftypcrx \0\0\0\u{1}", "CR3"),
    ("II\u{1A}\0\0\0HEAPCCDR", "CRW"), ("FUJIFILMCCD-RAW 0201", "RAF"),
    ("IIRO\u{8}\0\0\0", "ORF"), ("IIRS\u{8}\0\0\0", "ORF"), ("MMOR\0\0\0\u{8}", "ORF"),
    ("IIU\0\u{18}\0\0\0", "RW2"), ("FOVb\0\0\u{3}\0", "X3F"), ("\0MRM\0\0\u{A}\u{C}", "MRW"),
    ("\u{FF}\u{D8}\u{FF}\u{E0}", "JPEG"), ("\u{89}PNG\r\n\u{1A}\n", "PNG"),
    ("II*\0\u{8}\0\0\0", "TIFF"), ("MM\0*\0\0\0\u{8}", "TIFF"), ("II+\0\u{8}\0\0\0", "TIFF"),
    ("MM\0+\0\u{8}\0\0", "TIFF"), ("P6 2 1 255\n", "Netpbm"), ("P7\nWIDTH 2\n", "Netpbm"),
    ("Pf\n1 1\n-1\n", "Netpbm"), ("RIFF\u{24}\0\0\0WEBPVP8 ", "WebP"),
    ("\0\0\0\u{18}ftypheic\0\0\0\0mif1", "HEIC"), ("\0\0\0\u{18}ftypmif1\0\0\0\0heic", "HEIF"),
    ("\0\0\0\u{1C}ftypavif\0\0\0\0mif1", "AVIF"), ("YUV4MPEG2 W8 H8\nFRAME\n", "Y4M"),
    ("GIF89a", "GIF"), ("\0\0\0\u{14}ftypqt  \0\0\u{2}\0", "MOV"), ("\0\0\0\u{8}moov", "MOV"),
    ("\0\0\0\u{18}ftyp3gp4", "3GP"), ("\0\0\0 ftypisom\0\0\u{2}\0", "MP4"),
    ("\0\0\0\u{1C}ftypmp42", "MP4"), ("\u{1A}E\u{DF}\u{A3}", "MKV"),
    ("RIFF\0\0\0\0AVI LIST", "AVI"), ("OggS\0\u{2}", "Ogg"), ("FLV\u{1}\u{5}", "FLV"),
    ("0&\u{B2}u\u{8E}f\u{CF}\u{11}", "WMV"), ("\0\0\u{1}\u{BA}D", "MPEG"),
    ("\u{6}\u{E}+4\u{2}\u{5}\u{1}\u{1}", "MXF"), ("\u{FF}\u{A}", "JXL"),
    ("\0\0\0\u{C}JXL \r\n\u{87}\n", "JXL"), ("\0\0\0\u{C}jP  \r\n\u{87}\n", "JP2"),
    ("BM6\0\u{C}\0\0\0\0\0", "BMP"), ("8BPS\0\u{1}", "PSD"), ("%PDF-1.7\n\u{1}", "PDF"),
    ("PK\u{3}\u{4}", "ZIP"), ("\u{1F}\u{8B}\u{8}", "gzip"), ("RIFF\0\0\0\0WAVE", "RIFF"),
  ]

  @Test(arguments: starts)
  func signaturesWorkWithAnyName(bytes: String, name: String) throws {
    for file in ["file", "file.bin", "file.txt", "file.jpg"] {
      let found = try kind(Self.start(bytes), as: file)
      #expect(found.name == name, "\(file)")
    }
    #expect(FileKind.of(stream: Self.start(bytes)).name == name)
  }

  /// Every kind with a signature is in the table above.
  @Test func everySignatureIsTested() {
    let tested = Set(Self.starts.map(\.name))
    for kind in FileKind.all where !kind.signatures.isEmpty && kind.name != "M2TS" {
      #expect(tested.contains(kind.name), "\(kind.name)")
    }
    var stream = [UInt8](repeating: 0, count: 400)
    for place in [0, 188, 376] { stream[place] = 0x47 }
    #expect(FileKind.of(stream: stream).name == "M2TS")
    #expect(Set(FileKind.all.map(\.name)).count == FileKind.all.count)
  }

  /// A size that LibRaw recognises is not a signature. This is the size of Kodak's C603 and eight
  /// others.
  @Test(arguments: [
    460_800, 311_696, 614_400, 787_456, 1_138_688, 1_447_680, 1_920_000, 2_465_792, 6_553_440,
    9_219_600,
  ])
  func fileSizeDoesNotMatter(size: Int) throws {
    let noise = SeededNoise(seed: 11)
    for bytes in [
      [UInt8](repeating: 0, count: size),
      (0..<size).map { UInt8(truncatingIfNeeded: noise.bits($0, 3)) },
    ] {
      for name in ["a", "a.bin", "a.dat", "a.nef", "a.jpg"] {
        #expect(try kind(bytes, as: name).name == "data", "\(name)")
      }
      for name in ["a.yuv", "a_640x480.nv12", "a-i420.raw"] {
        #expect(try kind(bytes, as: name).name == "planes", "\(name)")
      }
    }
  }

  /// The animation bit of the flags (RFC 9649, 2.7.1) makes a WebP a film.
  @Test func animatedWebPsAreFilms() throws {
    for flags in UInt8.min...UInt8.max {
      let start = Array("RIFF\u{40}\0\0\0WEBPVP8X\u{A}\0\0\0".utf8) + [flags]
      let found = try kind(start + [UInt8](repeating: 1, count: 200), as: "a.webp")
      #expect(found.name == (flags & 2 == 0 ? "WebP" : "animated WebP"), "\(flags)")
      #expect(found.isFilm == (flags & 2 != 0) && found.isStill != found.isFilm)
    }
    // The chunk of another picture has no flags.
    let lossy = Array("RIFF\u{40}\0\0\0WEBPVP8 \u{A}\0\0\0\u{2}".utf8)
    #expect(try kind(lossy + [UInt8](repeating: 1, count: 200), as: "a.webp").name == "WebP")
  }

  @Test func namesIdentifyOnlyFilesWithoutSignature() throws {
    let data: [UInt8] = [0, 1, 2, 3]
    #expect(try kind(data, as: "a.mp4").name == "MP4")
    #expect(try kind(data, as: "a.ts").name == "M2TS")
    #expect(try kind(Array("let a = 1\n".utf8), as: "a.ts").name == "text")
    #expect(try kind(data, as: "a.nef").name == "data")
    #expect(try kind([], as: "a.nef").name == "empty")
    #expect(try kind([], as: "a_8x8.nv12").name == "empty")
    #expect(try kind(Self.start("\u{89}PNG\r\n\u{1A}\n"), as: "a.apng").name == "APNG")
    #expect(try kind(Self.start("\u{1A}E\u{DF}\u{A3}"), as: "a.webm").name == "WebM")
    #expect(try kind(Self.start("IIU\0\u{18}"), as: "a.rwl").name == "RWL")
    #expect(try kind(Self.start("\0\0\u{1}\u{BA}"), as: "a_8x8.nv12").name == "planes")
    #expect(try kind(Self.start("II*\0\u{8}"), as: "a.PEF").name == "PEF")
    #expect(
      FileKind.isRawName("x/a.ORI") && !FileKind.isRawName("nef") && !FileKind.isRawName("a.raw"))
    #expect(FileKind.isPhotoName("a.JPEG") && !FileKind.isPhotoName("a.apng"))
    for name in ["a.jxl", "a.AVIF", "a.webp"] { #expect(FileKind.isPhotoName(FilePath(name))) }
    #expect(!FileKind.isPhotoName("a.heic"))
    #expect(FileKind.of(FilePath(folder("none.mp4")), context: RunContext()).name == "MP4")
    #expect(FileKind.of(FilePath(folder("none.nef")), context: RunContext()).name == "data")
  }

  /// Raws in TIFF containers, finished TIFFs, and files with a wrong suffix.
  @Test func distinguishesRawsFromTIFFs() throws {
    let dng = Array(TinyDNG(width: 32, height: 24, red: 10, green: 20, blue: 30).data())
    for name in ["a.dng", "a", "a.tif", "a.txt"] {
      #expect(try kind(dng, as: name).name == "DNG", "\(name)")
    }
    #expect(try kind(dng, as: "a.gpr").name == "GPR")
    #expect(FileKind.of(stream: dng).name == "DNG")
    var plain = TinyDNG(width: 32, height: 24, samples: [])
    plain.samples = Array(repeating: 0x4040, count: 32 * 24 * 3 / 2)
    plain.channels = 3
    plain.pattern = []
    plain.fields = [258: .short([8, 8, 8]), 262: .short([2])]
    let tiff = Array(plain.data(isDNG: false, hasMake: false))
    for name in ["a.tif", "a", "a.bin"] {
      #expect(try kind(tiff, as: name).name == "TIFF", "\(name)")
    }
    #expect(try kind(tiff, as: "a.nef").name == "NEF")
  }

  // MARK: Errors

  private func rejection(_ bytes: some Sequence<UInt8>, as name: String) throws -> String {
    let path = FilePath(try folder.write(bytes, as: name))
    do throws(PhotoError) {
      _ = try OpenedPhoto(path: path, settings: LoadSettings(RunContext()))
      return "a raw"
    } catch { return error.reason }
  }

  @Test func rejectionsNameTheKind() throws {
    #expect(try rejection([], as: "a.nef") == "not a raw photo: an empty file")
    #expect(try rejection("hello".utf8, as: "a.nef") == "not a raw photo: a text")
    for (bytes, name) in Self.starts where bytes.count > 3 {
      let kind = try kind(Self.start(bytes), as: "a.x")
      let reason = try rejection(Self.start(bytes), as: "a.x")
      #expect(reason.contains(kind.phrase), "\(name): \(reason)")
      let isRaw = reason.hasPrefix("not a raw photo: ")
      #expect(isRaw == (kind.reading != .raw), "\(name): \(reason)")
    }
  }

  /// A raw that ends after its first directories is a damaged one.
  @Test func cutRawsAreDamaged() throws {
    for (name, phrase) in [
      ("a.cr2", "a Canon CR2"), ("a.nef", "a Nikon NEF"), ("a.arw", "a Sony ARW"),
    ] {
      var tiff = TinyDNG(width: 64, height: 48, red: 1, green: 2, blue: 3)
      tiff.fields = [272: .ascii("Camera of a long name"), 330: .long([1 << 20])]
      let file = Array(tiff.data(isDNG: false, hasMake: false))
      let reason = try rejection(file.prefix(600), as: name)
      #expect(reason.hasPrefix("damaged: \(phrase) that ends at byte 600"), "\(reason)")
    }
  }

  @Test(.enabled(if: Corpus.isPresent, "\(Corpus.comment)"))
  func cutRealRawsAreDamaged() throws {
    let name = "raw-headers/exiftool/CanonRaw.cr2"
    let reason = try rejection(try Files.read(Corpus.path(name)), as: "a.cr2")
    #expect(reason.hasPrefix("damaged: a Canon CR2"), "\(reason)")
  }

  // MARK: Documentation

  /// The page about formats contains the tables of kinds.
  @Test func thePageHasTheTables() throws {
    let page = String(
      decoding: try Files.read(Package.root + "/Documentation/formats.md"), as: UTF8.self)
    for table in [FileKind.supportTable, FileKind.signatureTable] {
      #expect(page.contains(table), "expected in Documentation/formats.md:\n\(table)")
    }
  }
}
