#include "CExpat.h"

#pragma clang diagnostic ignored "-Wdeprecated-declarations"

unsigned long bromide_xml_line(XML_Parser parser) {
  return (unsigned long)XML_GetCurrentLineNumber(parser);
}
