/* number.h: numbers as text, the same whatever the locale. Internal. */
#ifndef PTL_NUMBER_H
#define PTL_NUMBER_H

/* The number at `text` as strtod reads it, whatever the locale; *end stands behind it, or at `text`
 * when there is none. Only digits, a point and an exponent: no hexadecimal, no "inf". */
double ptl_number_read(const char *text, char **end);
/* The same, faster, where the memory from `text` to `limit` may be read whatever the number's
 * length. */
double ptl_number_read_within(const char *text, const char *limit, char **end);
/* Shortest text (at most 25 characters) that reads back as the same double; returns its length, no
 * terminating zero. "nan", "inf", "-inf" for those. What stands in the room behind it is lost. */
enum { PTL_NUMBER_ROOM = 32 };
int ptl_number_write(double value, char *text);

#endif
