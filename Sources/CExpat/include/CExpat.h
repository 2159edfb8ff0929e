// libexpat.
#ifndef BROMIDE_CEXPAT_H
#define BROMIDE_CEXPAT_H
#include <expat.h>

/// The line of an error, from 1. The corresponding C function is `XML_GetCurrentLineNumber`, which newer versions call
/// deprecated in favour of one that older versions lack.
unsigned long bromide_xml_line(XML_Parser parser);
#endif
