/* transform_expressions.c: expressions in the variables of the transformed model. What they see is
 * put back into the base's units and axes, what they give is scaled. */
#include <ctype.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "transform_parts.h"

typedef struct text {
  char characters[8192];
  size_t length;
} text;

static void put(text *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void put(text *to, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int n = vsnprintf(to->characters + to->length, sizeof to->characters - to->length, format, list);
  va_end(list);
  to->length += (size_t)n;
  if (to->length >= sizeof to->characters) abort();
}

/* One variable of the base, by those of the transformed model. */
static void put_variable(const transform *t, text *to, const char *body, const char *what) {
  double c = cos(t->turn), s = sin(t->turn), l = t->length, v = t->length / t->time;
  double my = t->mirror ? -1.0 : 1.0;
  if (strcmp(what, "x") == 0)
    put(to, "((%.17g*(%s.x - %.17g) + %.17g*(%s.y - %.17g))/%.17g)", c, body, t->dx, s, body, t->dy,
        l);
  else if (strcmp(what, "y") == 0)
    put(to, "(%.17g*(-%.17g*(%s.x - %.17g) + %.17g*(%s.y - %.17g))/%.17g)", my, s, body, t->dx, c,
        body, t->dy, l);
  else if (strcmp(what, "vx") == 0)
    put(to, "((%.17g*%s.vx + %.17g*%s.vy)/%.17g)", c, body, s, body, v);
  else if (strcmp(what, "vy") == 0)
    put(to, "(%.17g*(-%.17g*%s.vx + %.17g*%s.vy)/%.17g)", my, s, body, c, body, v);
  else if (strcmp(what, "angle") == 0)
    put(to, "(%.17g*(%s.angle - %.17g))", my, body, t->turn);
  else
    put(to, "(%.17g*%s.omega*%.17g)", my, body, t->time);
}

static void put_expression(const transform *t, const node *model, text *to, const char *from,
                           size_t length) {
  char name[64], *what;
  for (size_t i = 0; i < length;) {
    size_t n = 0;
    while (i + n < length && n < sizeof name - 1 &&
           (isalnum((unsigned char)from[i + n]) || from[i + n] == '_' || from[i + n] == '.'))
      n++;
    snprintf(name, sizeof name, "%.*s", (int)n, from + i);
    what = strchr(name, '.');
    if (n == 0) {
      put(to, "%c", from[i++]);
      continue;
    }
    if (what != NULL) *what++ = '\0';
    if (strcmp(name, "time") == 0)
      put(to, "(time/%.17g)", t->time);
    else if (what != NULL && isalpha((unsigned char)*name) &&
             tree_child(tree_child(model, "bodies"), name))
      put_variable(t, to, name, what);
    else
      put(to, "%.*s", (int)n, from + i);
    i += n;
  }
}

void change_expression(const transform *t, const node *model, node *n, double factor) {
  if (n == NULL || n->value == NULL) return;
  char *start = strchr(n->value, '"'), *end = strrchr(n->value, '"');
  if (start == NULL || end <= start) { /* a number */
    change_scale(n, factor);
    return;
  }
  text to = {.length = 0};
  char *from = start + 1; /* behind the values that it names by itself: $1 = ...; */
  for (char *c = from; c < end; c++)
    if (*c == ';') from = c + 1;
  put(&to, "!si \"");
  put_expression(t, model, &to, start + 1, (size_t)(from - start - 1));
  put(&to, "%.17g*(", factor);
  put_expression(t, model, &to, from, (size_t)(end - from));
  put(&to, ")\"");
  tree_set(n, "%s", to.characters);
}

void change_force_expressions(const transform *t, const node *model, node *n, double factor) {
  text x = {.length = 0}, y = {.length = 0};
  if (n == NULL || n->value == NULL) return;
  char *mark[4], *at = n->value;
  for (int i = 0; i < 4; i++) {
    mark[i] = strchr(at, '"');
    if (mark[i] == NULL) return;
    at = mark[i] + 1;
  }
  double c = cos(t->turn), s = sin(t->turn), my = t->mirror ? -1.0 : 1.0;
  put_expression(t, model, &x, mark[0] + 1, (size_t)(mark[1] - mark[0] - 1));
  put_expression(t, model, &y, mark[2] + 1, (size_t)(mark[3] - mark[2] - 1));
  tree_set(n, "[!si \"%.17g*(%s) - %.17g*(%s)\", !si \"%.17g*(%s) + %.17g*(%s)\"]", factor * c,
           x.characters, factor * s, y.characters, factor * s * my, x.characters, factor * c * my,
           y.characters);
}
