import BromideSystem
import Testing

/// The two lengths of help.
@Suite struct HelpTextTests {
  private let page = """
    OVERVIEW: Convert photos
    to pictures.

    Bromide converts.

    Examples:
      bromide convert a

    USAGE: bromide convert

    INPUT:
      -r, --recursive         Include subfolders and
                              mirror them
            Hidden files are skipped.
      --isa <name>            Instruction set
            One of best, v3.
      --a-name-that-is-so-long <value>
                              Long names have a line

    OPTIONS:
      --a-name-of-23-char <n> Short
      -h, --help              Show help information.

    """

  @Test func shortHelpHasALinePerCommonFlag() {
    #expect(
      HelpText.printed(page, for: ["convert", "-h"]) == """
        Convert photos to pictures.

        Examples:
          bromide convert a

        USAGE: bromide convert

        INPUT:
          -r, --recursive           Include subfolders and mirror them
          --a-name-that-is-so-long <value>  Long names have a line

        OPTIONS:
          --a-name-of-23-char <n>   Short
          -h, --help                Show help information.

        Use --help for details and for all flags.
        """)
  }

  @Test(arguments: [["convert", "--help"], ["help", "convert"], ["-h", "--help"], ["--", "-h"]])
  func longHelpEndsWithFlagsForExperts(_ arguments: [String]) {
    let text = HelpText.printed(page, for: arguments)
    #expect(text.hasPrefix(page.prefix(100)))
    #expect(text.contains("        Hidden files are skipped.\n  --a-name-that"))
    #expect(
      text.hasSuffix(
        """
          -h, --help              Show help information.

        EXPERT:
          --isa <name>            Instruction set
                One of best, v3.
        """))
  }

  @Test func otherTextsStayUnchanged() {
    #expect(HelpText.printed("bromide 0.1.0\nLibRaw", for: ["-h"]) == "bromide 0.1.0\nLibRaw")
  }
}
