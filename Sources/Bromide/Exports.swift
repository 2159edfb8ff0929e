// One import is enough: the modules whose types and members are part of this library's interface. A client that turns on
// MemberImportVisibility sees the members of these types only because their modules are re-exported.

@_exported public import BromideCodecs
@_exported public import BromideDevelop
@_exported public import BromidePhotos
@_exported public import BromideRuns
@_exported public import BromideSampling
@_exported public import BromideTimelines
@_exported public import BromideValues
@_exported public import SystemPackage
@_exported public import Tweening
