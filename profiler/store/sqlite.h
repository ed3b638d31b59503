/* SQLite, as this file is built: linked, or through the table that a host hands to the loadable extension.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#pragma once

#ifdef RS_TRACE_EXTENSION
#include <sqlite3ext.h>
SQLITE_EXTENSION_INIT3
#else
#include <sqlite3.h>
#endif
