// Fonts by family name, and from files. See include/CText.h.
#include <stdio.h>
#include <string.h>

#include "CText.h"
#include "loader.h"

static const char family[] = "family";

int bromide_text_has_family(const char *name) {
  const unsigned char *needed = (const unsigned char *)name;
  void *pattern = bromide_api.FcPatternCreate();
  if (pattern == NULL) return 0;
  int found = 0;
  bromide_api.FcPatternAddString(pattern, family, needed);
  bromide_api.FcConfigSubstitute(NULL, pattern, 0);  // FcMatchPattern
  bromide_api.FcDefaultSubstitute(pattern);
  int result = 0;
  // fontconfig always returns some font. Check its name, which can exist in several languages.
  void *match = bromide_api.FcFontMatch(NULL, pattern, &result);
  if (match != NULL) {
    unsigned char *known = NULL;
    for (int i = 0; !found && bromide_api.FcPatternGetString(match, family, i, &known) == 0; i++)
      found = bromide_api.FcStrCmpIgnoreCase(known, needed) == 0;
    bromide_api.FcPatternDestroy(match);
  }
  bromide_api.FcPatternDestroy(pattern);
  return found;
}

int bromide_text_add_font(const char *path, char name[BROMIDE_TEXT_FAMILY]) {
  const unsigned char *file = (const unsigned char *)path;
  int count = 0;
  void *pattern = bromide_api.FcFreeTypeQuery(file, 0, NULL, &count);
  if (pattern == NULL) return 0;
  unsigned char *known = NULL;
  int found = bromide_api.FcPatternGetString(pattern, family, 0, &known) == 0 &&
              strlen((const char *)known) < BROMIDE_TEXT_FAMILY;
  if (found) {
    snprintf(name, BROMIDE_TEXT_FAMILY, "%s", (const char *)known);
    found = bromide_api.FcConfigAppFontAddFile(bromide_api.FcConfigGetCurrent(), file) != 0;
  }
  bromide_api.FcPatternDestroy(pattern);
  return found;
}
