#include "page.h"

#include <errno.h>
#include <string.h>

#include "file_write.h"
#include "page_assets.h"
#include "page_text.h"

typedef struct page {
  FILE *out;
  const char *title;
  ptl_page_data *data;
  void *user;
  int failed;
} page;

/* What stands in the template as {{name}}. */
static void put_part(page *p, const char *name, size_t n) {
  static const struct {
    const char *name;
    const unsigned char *text;
  } assets[] = {{"style", ptl_asset_page_css},
                {"uplot_style", ptl_asset_uplot_css},
                {"uplot_licence", ptl_asset_uplot_licence},
                {"uplot", ptl_asset_uplot_js},
                {"paint", ptl_asset_paint_js},
                {"script", ptl_asset_page_js}};
  for (size_t i = 0; i < sizeof assets / sizeof *assets; i++)
    if (strlen(assets[i].name) == n && strncmp(assets[i].name, name, n) == 0)
      fputs((const char *)assets[i].text, p->out);
  if (n == 5 && strncmp(name, "title", n) == 0) ptl_page_html(p->out, p->title);
  if (n == 4 && strncmp(name, "data", n) == 0) p->failed = p->data(p->out, p->user);
}

static void put_page(page *p) {
  const char *at = (const char *)ptl_asset_page_html;
  for (const char *mark; (mark = strstr(at, "{{")) != NULL;) {
    const char *end = strstr(mark, "}}");
    fwrite(at, 1, (size_t)(mark - at), p->out);
    put_part(p, mark + 2, (size_t)(end - mark - 2));
    at = end + 2;
  }
  fputs(at, p->out);
}

int ptl_page_write(const char *path, const char *title, ptl_page_data *data, void *user, char *why,
                   size_t size) {
  ptl_new_file file;
  if (ptl_new_file_open(&file, path) != 0) {
    snprintf(why, size, "cannot create %s: %s", path, strerror(errno));
    return 1;
  }
  page p = {file.stream, title, data, user, 0};
  put_page(&p);
  if (ptl_new_file_close(&file, !p.failed) == 0) return 0;
  if (p.failed)
    snprintf(why, size, "%s: out of memory", path);
  else
    snprintf(why, size, "cannot write %s: %s", path, strerror(errno));
  return 1;
}
