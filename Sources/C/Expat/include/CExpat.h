// libexpat.
#ifndef BROMIDE_CEXPAT_H
#define BROMIDE_CEXPAT_H
#include <expat.h>

/// Returns the line of an error, starting at 1. The corresponding C function is
/// `XML_GetCurrentLineNumber`. Newer versions deprecate it, but older versions do not have the
/// replacement.
unsigned long bromide_xml_line(XML_Parser parser);
#endif
