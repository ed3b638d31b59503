/* Places for a panel.
 *
 * SPDX-License-Identifier: Apache-2.0
 */
#include "ide/editor/find/place-list.h"

#include <string.h>

/* Letters. */
#define MAX_ROW_TEXT 200

struct _RsPlaceItem {
  GObject parent;

  RsSource *source; /* owned */
  guint line, column;
  char *text;
};

G_DEFINE_FINAL_TYPE (RsPlaceItem, rs_place_item, G_TYPE_OBJECT)

const char *
rs_place_item_get_path (RsPlaceItem *self)
{
  return rs_source_get_name (self->source);
}

guint
rs_place_item_get_line (RsPlaceItem *self)
{
  return self->line;
}

guint
rs_place_item_get_column (RsPlaceItem *self)
{
  return self->column;
}

const char *
rs_place_item_get_text (RsPlaceItem *self)
{
  return self->text;
}

static void
rs_place_item_finalize (GObject *object)
{
  RsPlaceItem *self = RS_PLACE_ITEM (object);

  rs_source_unref (self->source);
  g_free (self->text);
  G_OBJECT_CLASS (rs_place_item_parent_class)->finalize (object);
}

static void
rs_place_item_class_init (RsPlaceItemClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_place_item_finalize;
}

static void
rs_place_item_init (RsPlaceItem *self)
{
}

/* --- the list --- */

typedef struct {
  guint32 source, offset, line, column;
} Place;

struct _RsPlaceList {
  GObject parent;

  GPtrArray *sources; /* element-type RsSource; owned */
  GArray *places;     /* element-type Place */
  char *name;         /* owned */
};

static GType
get_item_type (GListModel *model)
{
  return RS_TYPE_PLACE_ITEM;
}

static guint
get_n_items (GListModel *model)
{
  return RS_PLACE_LIST (model)->places->len;
}

static gboolean
begins_line (const char *text, const char *at)
{
  return at == text || at[-1] == '\n';
}

static gboolean
ends_line (const char *at)
{
  return *at == '\0' || *at == '\n';
}

/* Goes back from `at` by that many letters, not beyond the line. Returns how many there were. */
static guint
go_back (const char *text, const char **at, guint n)
{
  guint gone = 0;

  for (; gone < n && !begins_line (text, *at); gone++)
    *at = g_utf8_prev_char (*at);
  return gone;
}

/* What a row shows of a line. (transfer full) */
static char *
dup_surroundings (const char *text, guint32 offset)
{
  const char *start = text + offset, *end = start;
  guint n = go_back (text, &start, MAX_ROW_TEXT / 2);
  g_autofree char *part = NULL;

  for (; n < MAX_ROW_TEXT && !ends_line (end); n++)
    end = g_utf8_next_char (end);
  go_back (text, &start, MAX_ROW_TEXT - n);
  part = g_strstrip (g_strndup (start, (gsize)(end - start)));
  return g_strconcat (begins_line (text, start) ? "" : "…", part, ends_line (end) ? "" : "…", NULL);
}

static gpointer
get_item (GListModel *model, guint position)
{
  RsPlaceList *self = RS_PLACE_LIST (model);
  const Place *place;
  RsPlaceItem *item;

  if (position >= self->places->len)
    return NULL;
  place = &g_array_index (self->places, Place, position);
  item = g_object_new (RS_TYPE_PLACE_ITEM, NULL);
  item->source = rs_source_ref (g_ptr_array_index (self->sources, place->source));
  item->line = place->line;
  item->column = place->column;
  item->text = dup_surroundings (rs_source_get_text (item->source), place->offset);
  return item;
}

static void
init_list_model (GListModelInterface *iface)
{
  iface->get_item_type = get_item_type;
  iface->get_n_items = get_n_items;
  iface->get_item = get_item;
}

G_DEFINE_FINAL_TYPE_WITH_CODE (RsPlaceList, rs_place_list, G_TYPE_OBJECT,
                               G_IMPLEMENT_INTERFACE (G_TYPE_LIST_MODEL, init_list_model))

static void
rs_place_list_finalize (GObject *object)
{
  RsPlaceList *self = RS_PLACE_LIST (object);

  g_ptr_array_unref (self->sources);
  g_array_unref (self->places);
  g_free (self->name);
  G_OBJECT_CLASS (rs_place_list_parent_class)->finalize (object);
}

static void
rs_place_list_class_init (RsPlaceListClass *klass)
{
  G_OBJECT_CLASS (klass)->finalize = rs_place_list_finalize;
}

static void
rs_place_list_init (RsPlaceList *self)
{
  self->sources = g_ptr_array_new_with_free_func ((GDestroyNotify)rs_source_unref);
  self->places = g_array_new (FALSE, FALSE, sizeof (Place));
}

/* Places of one line are counted on from the one before: a line may have very many. */
static void
locate (const RsSource *source, Place *place, const Place *before)
{
  const char *text = rs_source_get_text (source);

  if (before != NULL && before->offset <= place->offset
      && memchr (text + before->offset, '\n', place->offset - before->offset) == NULL)
    {
      place->line = before->line;
      place->column = before->column + (guint32)g_utf8_strlen (text + before->offset, place->offset - before->offset);
    }
  else
    rs_source_locate (source, place->offset, &place->line, &place->column);
}

static void
add_file (RsPlaceList *self, const RsReferencesFile *file)
{
  guint first = self->places->len;

  for (guint i = 0; i < file->offsets->len; i++)
    {
      Place place = { .source = self->sources->len, .offset = g_array_index (file->offsets, guint32, i) };
      guint n = self->places->len;

      locate (file->source, &place, n > first ? &g_array_index (self->places, Place, n - 1) : NULL);
      g_array_append_val (self->places, place);
    }
  g_ptr_array_add (self->sources, rs_source_ref (file->source));
}

RsPlaceList *
rs_place_list_new (const RsReferences *references)
{
  RsPlaceList *self = g_object_new (RS_TYPE_PLACE_LIST, NULL);

  self->name = g_strdup (references->name);
  for (guint i = 0; i < references->files->len; i++)
    add_file (self, g_ptr_array_index (references->files, i));
  return self;
}

const char *
rs_place_list_get_name (RsPlaceList *self)
{
  return self->name;
}

GArray *
rs_place_list_dup_places (RsPlaceList *self, const char *path)
{
  GArray *found = g_array_new (FALSE, FALSE, sizeof (RsListedPlace));

  for (guint i = 0; i < self->places->len; i++)
    {
      const Place *place = &g_array_index (self->places, Place, i);
      const RsListedPlace listed = { place->line, place->column };

      if (g_str_equal (rs_source_get_name (g_ptr_array_index (self->sources, place->source)), path))
        g_array_append_val (found, listed);
    }
  return found;
}
