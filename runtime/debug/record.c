/* Records: how they are written, and how they read in a terminal and in the window's console.
 *
 *   done                                                  a request has been carried out
 *   error TEXT                                            it has not
 *   note TEXT
 *   stopped REASON DETAIL FUNCTION FILE LINE SOURCE ITEM  the program stands; ITEM: the work item's position (3, 4),
 *                                                         or empty
 *   running                                               it goes on
 *   ended STATUS
 *   frame INDEX FUNCTION FILE LINE                        innermost first, from 0
 *   looking INDEX FUNCTION FILE LINE                      the front end is to look at that frame from now on
 *   shown TEXT                                            of a command, as a person reads it
 *   variable NAME TYPE SIZE VALUE OBJECT PLACE BYTES      OBJECT, PLACE: number of an array, and the memories that have
 * it, or empty
 *   statistics NAME N LEAST MEAN MOST DEVIATION UNDEFINED of the elements; UNDEFINED: how many are NaN or infinite
 *   table NAME ROWS COLUMNS PLANES                        what follows is a part of
 *   row NAME ROW COLUMN ELEMENTS                          ELEMENTS: from COLUMN on, with tabs between them
 *   picture NAME WIDTH HEIGHT CHANNELS LOW HIGH PIXELS    PIXELS: bytes in base 64; LOW is black, HIGH is white
 *   image NAME HEIGHT WIDTH CHANNELS SLICES               how it is shown as a picture
 *   samples NAME VALUES, along NAME VALUES                VALUES: floats in base 64, channels last
 *   curve NAME N PAIRS                                    PAIRS: least and most of each part
 *   histogram NAME LEAST MOST COUNTS NUMBERS UNDEFINED CHANNELS
 *                                                         COUNTS: all of the first channel, then of the next
 *   names PREFIX NAMES                                    with blanks between them
 *   computing, computed STATUS                            an input in the workspace
 *   value TEXT                                            of an expression
 *   watch EXPRESSION VALUE REASON                         REASON: why there is no value; left out where there is
 *   entry NAME TEXT                                       TEXT: that gives the variable's value; empty: there is none
 *   seen EXPRESSION VALUE REASON                          REASON: why there is no value, or empty
 *   line NUMBER TEXT HERE                                 of the text; HERE: here, or empty
 *   breakpoint NUMBER PLACE FILE LINE STATE HITS CONDITION WANTED MESSAGE WATCHED KIND FAILURE
 *                                                         STATE: on, off; KIND: once, or empty; FAILURE: the first
 *                                                         error of CONDITION, or empty
 *   moved NUMBER ASKED LINE                               a breakpoint whose line has no code
 *   deleted NUMBER
 *   message TEXT                                          of a breakpoint that prints
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "runtime/debug/debugger-private.h"

#include "runtime/debug/protocol.h"

#include <string.h>

/* --- fields --- */

static void
append_field (GString *line, const char *field)
{
  for (const char *p = field; *p != '\0'; p++)
    switch (*p)
      {
      case '\t':
        g_string_append (line, "\\t");
        break;
      case '\n':
        g_string_append (line, "\\n");
        break;
      case '\\':
        g_string_append (line, "\\\\");
        break;
      default:
        g_string_append_c (line, *p);
      }
}

char *
rs_debug_join (const char *const *fields, guint n)
{
  g_autoptr (GString) line = g_string_new (NULL);

  for (guint i = 0; i < n; i++)
    {
      if (i > 0)
        g_string_append_c (line, '\t');
      append_field (line, fields[i]);
    }
  return g_string_free (g_steal_pointer (&line), FALSE);
}

static void
decode (char *field)
{
  char *to = field;

  for (const char *p = field; *p != '\0'; p++)
    if (*p == '\\' && p[1] != '\0')
      {
        p++;
        *to++ = *p == 't' ? '\t' : *p == 'n' ? '\n' : *p;
      }
    else
      *to++ = *p;
  *to = '\0';
}

GStrv
rs_debug_split (const char *line)
{
  GStrv fields;

  if (strnlen (line, RS_DEBUG_MAX_LINE + 1) > RS_DEBUG_MAX_LINE || !g_utf8_validate (line, -1, NULL))
    return NULL;
  fields = g_strsplit (line, "\t", (int)RS_DEBUG_MAX_FIELDS + 1);
  if (g_strv_length (fields) > RS_DEBUG_MAX_FIELDS)
    g_clear_pointer (&fields, g_strfreev);
  for (char **field = fields; field != NULL && *field != NULL; field++)
    decode (*field);
  return fields;
}

/* What a command answers, for the person who has typed it; TRUE: nobody else needs it. */
static gboolean
show (RsDebugger *self, const char *kind, const char *record)
{
  static const char *const others[]
      = { "breakpoint", "deleted", "looking", NULL }; /* a front end keeps account of them */
  g_auto (GStrv) fields = NULL;
  g_autofree char *text = NULL, *shown = NULL;

  if (rs_debug_record_is_shown (record))
    return FALSE;
  fields = rs_debug_split (record);
  text = g_strchomp (rs_debug_record_to_text (record));
  if (self->shows_objects && strcmp (kind, "variable") == 0 && *fields[5] != '\0')
    shown = g_strdup_printf ("object %s, %s", fields[5], text);
  if (*text != '\0')
    rs_debugger_tell (self, "shown", shown != NULL ? shown : text, NULL);
  return *text != '\0' && !g_strv_contains (others, kind);
}

void
rs_debugger_tell (RsDebugger *self, const char *kind, ...)
{
  const char *fields[RS_DEBUG_MAX_FIELDS] = { kind };
  g_autofree char *line = NULL;
  guint n = 1;
  va_list arguments;

  va_start (arguments, kind);
  while (n < RS_DEBUG_MAX_FIELDS && (fields[n] = va_arg (arguments, const char *)) != NULL)
    n++;
  va_end (arguments);
  line = rs_debug_join (fields, n);
  if (self->is_command && show (self, kind, line))
    return;
  self->callbacks.tell (line, self->callbacks.data);
}

/* --- as text --- */

typedef struct {
  const char *kind;
  guint n_fields;
  void (*format) (char **fields, GString *text);
} RecordKind;

static char *
short_name (const char *path)
{
  return g_path_get_basename (path);
}

static void
format_stopped (char **fields, GString *text)
{
  g_autofree char *file = short_name (fields[4]);
  const char *reason = fields[1], *detail = fields[2];

  if (strcmp (reason, "breakpoint") == 0)
    g_string_append_printf (text, "breakpoint %s, ", detail);
  else if (strcmp (reason, "error") == 0)
    g_string_append_printf (text, "error: %s\n", detail);
  else if (strcmp (reason, "warning") == 0)
    g_string_append_printf (text, "warning: %s\n", detail);
  else if (strcmp (reason, "nan") == 0)
    g_string_append_printf (text, "not finite: %s\n", detail);
  else if (strcmp (reason, "write") == 0)
    g_string_append_printf (text, "watch %s\n", detail);
  else if (strcmp (reason, "item") == 0)
    g_string_append_printf (text, "work item [%s], ", detail);
  else if (strcmp (reason, "jump") == 0)
    g_string_append (text, "goes on here, ");
  else if (strcmp (reason, "pause") == 0)
    g_string_append (text, *detail != '\0' ? "paused inside of what this line computes, " : "paused, ");
  if (*fields[7] != '\0' && strcmp (reason, "item") != 0)
    g_string_append_printf (text, "work item [%s], ", fields[7]);
  g_string_append_printf (text, "%s (%s:%s)\n%5s  %s\n", fields[3], file, fields[5], fields[5], fields[6]);
}

static void
format_frame (char **fields, GString *text)
{
  g_autofree char *file = short_name (fields[3]);

  g_string_append_printf (text, "#%-3s %s (%s:%s)\n", fields[1], fields[2], file, fields[4]);
}

static void
format_variable (char **fields, GString *text)
{
  gboolean is_one = strcmp (fields[3], "1x1") == 0 || g_str_has_suffix (fields[3], " bytes")
                    || strcmp (fields[3], "1 byte") == 0;

  g_string_append_printf (text, "%s : %s%s%s = %s\n", fields[1], fields[2], is_one ? "" : " ", is_one ? "" : fields[3],
                          fields[4]);
}

static void
format_line (char **fields, GString *text)
{
  g_string_append_printf (text, "%s%5s  %s\n", strcmp (fields[3], "here") == 0 ? ">" : " ", fields[1], fields[2]);
}

static void
format_value (char **fields, GString *text)
{
  g_string_append_printf (text, "%s\n", fields[1]);
}

static void
format_error (char **fields, GString *text)
{
  g_string_append_printf (text, "error: %s\n", fields[1]);
}

static void
format_watch (char **fields, GString *text)
{
  if (fields[3] != NULL && *fields[3] != '\0')
    g_string_append_printf (text, "%s: %s\n", fields[1], fields[3]);
  else
    g_string_append_printf (text, "%s = %s\n", fields[1], fields[2]);
}

static void
format_breakpoint (char **fields, GString *text)
{
  g_autofree char *file = short_name (fields[3]);

  if (fields[10][0] != '\0')
    g_string_append_printf (text, "%s: %s is watched", fields[1], fields[10]);
  else
    g_string_append_printf (text, "%s: %s:%s", fields[1], file, fields[4]);
  if (strcmp (fields[11], "once") == 0)
    g_string_append (text, ", once");
  if (fields[7][0] != '\0')
    g_string_append_printf (text, ", if %s", fields[7]);
  if (fields[12][0] != '\0')
    g_string_append_printf (text, ", which had an error: %s", fields[12]);
  if (strcmp (fields[8], "0") != 0)
    g_string_append_printf (text, ", from hit %s on", fields[8]);
  if (fields[9][0] != '\0')
    g_string_append_printf (text, ", prints \"%s\"", fields[9]);
  if (strcmp (fields[5], "off") == 0)
    g_string_append (text, ", off");
  if (strcmp (fields[6], "0") != 0)
    g_string_append_printf (text, ", hit %s time%s", fields[6], strcmp (fields[6], "1") == 0 ? "" : "s");
  g_string_append_c (text, '\n');
}

static void
format_moved (char **fields, GString *text)
{
  g_string_append_printf (text, "line %s has no code; breakpoint %s is at line %s\n", fields[2], fields[1], fields[3]);
}

static void
format_statistics (char **fields, GString *text)
{
  g_string_append_printf (text, "%s: %s elements", fields[1], fields[2]);
  if (*fields[3] != '\0')
    g_string_append_printf (text, ", least %s, mean %s, most %s, deviation %s", fields[3], fields[4], fields[5],
                            fields[6]);
  if (strcmp (fields[7], "0") != 0)
    g_string_append_printf (text, ", %s NaN or infinite", fields[7]);
  g_string_append_c (text, '\n');
}

static void
format_deleted (char **fields, GString *text)
{
}

static const RecordKind kinds[] = {
  { "stopped", 8, format_stopped },
  { "frame", 5, format_frame },
  { "looking", 5, format_frame },
  { "shown", 2, format_value },
  { "variable", 6, format_variable },
  { "line", 4, format_line },
  { "value", 2, format_value },
  { "error", 2, format_error },
  { "note", 2, format_value },
  { "watch", 3, format_watch },
  { "breakpoint", 13, format_breakpoint },
  { "moved", 4, format_moved },
  { "message", 2, format_value },
  { "deleted", 2, format_deleted },
  { "statistics", 8, format_statistics },
};

gboolean
rs_debug_record_is_shown (const char *record)
{
  static const char *const shown[] = { "stopped\t", "message\t", "value\t", "error\t", "note\t", "shown\t" };

  for (guint i = 0; i < G_N_ELEMENTS (shown); i++)
    if (g_str_has_prefix (record, shown[i]))
      return TRUE;
  return FALSE;
}

char *
rs_debug_record_to_text (const char *record)
{
  g_autoptr (GString) text = g_string_new (NULL);
  g_auto (GStrv) fields = rs_debug_split (record);

  for (guint i = 0; fields != NULL && fields[0] != NULL && i < G_N_ELEMENTS (kinds); i++)
    if (strcmp (kinds[i].kind, fields[0]) == 0 && g_strv_length (fields) >= kinds[i].n_fields)
      kinds[i].format (fields, text);
  return g_string_free (g_steal_pointer (&text), FALSE);
}
