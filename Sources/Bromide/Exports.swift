// With these exports, one import is enough. They are the modules with types and members of this
// library's interface. A client with MemberImportVisibility needs them to see the members.

@_exported public import BromideCodecs
@_exported public import BromideDevelop
@_exported public import BromidePhotos
@_exported public import BromideRuns
@_exported public import BromideSampling
@_exported public import BromideTimelines
@_exported public import BromideValues
@_exported public import SystemPackage
@_exported public import Tweening
