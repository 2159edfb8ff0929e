// One import is enough: the modules whose types and members are part of this library's interface. A client that turns on
// MemberImportVisibility sees the members of these types only because their modules are re-exported.

@_exported public import Color
@_exported public import Develop
@_exported public import JPEGCoding
@_exported public import Metadata
@_exported public import Outputs
@_exported public import PNGCoding
@_exported public import PhotoLoading
@_exported public import PictureFiles
@_exported public import Pixels
@_exported public import Sampling
@_exported public import SystemPackage
@_exported public import TIFFCoding
@_exported public import YCbCr
