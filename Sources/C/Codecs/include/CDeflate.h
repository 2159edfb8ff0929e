// libdeflate, for deflate streams that are completely in memory.
#pragma once

#include <libdeflate.h>
