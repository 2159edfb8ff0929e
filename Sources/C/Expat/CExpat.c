#include "CExpat.h"

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

unsigned long bromide_xml_line(XML_Parser parser) {
  return (unsigned long)XML_GetCurrentLineNumber(parser);
}

long bromide_xml_offset(XML_Parser parser) { return (long)XML_GetCurrentByteIndex(parser); }

long bromide_xml_count(XML_Parser parser) { return XML_GetCurrentByteCount(parser); }
