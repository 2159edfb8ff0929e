// libexpat.
#pragma once

#include <expat.h>

/// Returns the line of an error, starting at 1. The corresponding C function is
/// `XML_GetCurrentLineNumber`. Newer versions deprecate it, but older versions do not have the
/// replacement.
unsigned long bromide_xml_line(XML_Parser parser);

/// Returns the offset of the current event in the document, in bytes. The corresponding C function
/// is `XML_GetCurrentByteIndex`.
long bromide_xml_offset(XML_Parser parser);

/// Returns the bytes of the current event. The corresponding C function is
/// `XML_GetCurrentByteCount`.
long bromide_xml_count(XML_Parser parser);
