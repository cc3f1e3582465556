#include "theme.h"

/* 0xRRGGBB per ink; the series keep their order of lightness in grey and are apart for the common
 * forms of colour blindness (after Okabe and Ito's choice of hues). */
static const unsigned light[PTL_N_INKS] = {
    [PTL_INK_PAPER] = 0xfbfbf9,      [PTL_INK_GRID] = 0xecece8,
    [PTL_INK_PANEL] = 0xf3f3f0,      [PTL_INK_FIELD] = 0xe3e4e1,
    [PTL_INK_LINE] = 0xd4d5d2,       [PTL_INK_TEXT] = 0x23272e,
    [PTL_INK_DIM] = 0x7a8089,        [PTL_INK_EDGE] = 0x2c323b,
    [PTL_INK_GROUND] = 0x59616c,     [PTL_INK_HATCH] = 0xa3a9b1,
    [PTL_INK_PIN] = 0xfdfdfd,        [PTL_INK_SPRING] = 0x4d5763,
    [PTL_INK_ACCENT] = 0x1769c4,     [PTL_INK_FREE] = 0x8b939d,
    [PTL_INK_TOUCH] = 0xe07b00,      [PTL_INK_DEEP] = 0xd4213d,
    [PTL_INK_FORCE] = 0xc4284a,      [PTL_INK_VELOCITY] = 0x1f8a5b,
    [PTL_INK_LOAD] = 0x7a4bb0,       [PTL_INK_GHOST] = 0xa9aeb5,
    [PTL_INK_ERROR] = 0xb3182f,      [PTL_INK_BODY + 0] = 0x9db7d8,
    [PTL_INK_BODY + 1] = 0xe2bf8c,   [PTL_INK_BODY + 2] = 0xa9cba4,
    [PTL_INK_BODY + 3] = 0xd9a9b4,   [PTL_INK_BODY + 4] = 0xb9b0dc,
    [PTL_INK_BODY + 5] = 0x9fcfd0,   [PTL_INK_BODY + 6] = 0xd6cf93,
    [PTL_INK_BODY + 7] = 0xc4b7a6,   [PTL_INK_SERIES + 0] = 0x1769c4,
    [PTL_INK_SERIES + 1] = 0xd35a00, [PTL_INK_SERIES + 2] = 0x138a60,
    [PTL_INK_SERIES + 3] = 0xb5418f, [PTL_INK_SERIES + 4] = 0x7c6a00,
    [PTL_INK_SERIES + 5] = 0x3a9cc9, [PTL_INK_SERIES + 6] = 0x6b4bb8,
    [PTL_INK_SERIES + 7] = 0x555b63,
};

static const unsigned dark[PTL_N_INKS] = {
    [PTL_INK_PAPER] = 0x14171c,      [PTL_INK_GRID] = 0x1f242b,
    [PTL_INK_PANEL] = 0x1b1f26,      [PTL_INK_FIELD] = 0x2b313a,
    [PTL_INK_LINE] = 0x333a44,       [PTL_INK_TEXT] = 0xe4e7eb,
    [PTL_INK_DIM] = 0x8a93a0,        [PTL_INK_EDGE] = 0x0b0d10,
    [PTL_INK_GROUND] = 0x98a2af,     [PTL_INK_HATCH] = 0x535c68,
    [PTL_INK_PIN] = 0xd5dae1,        [PTL_INK_SPRING] = 0xaab4c0,
    [PTL_INK_ACCENT] = 0x5aa9ff,     [PTL_INK_FREE] = 0x7d8794,
    [PTL_INK_TOUCH] = 0xffa630,      [PTL_INK_DEEP] = 0xff4f64,
    [PTL_INK_FORCE] = 0xff6680,      [PTL_INK_VELOCITY] = 0x4fd197,
    [PTL_INK_LOAD] = 0xb894ff,       [PTL_INK_GHOST] = 0x59626e,
    [PTL_INK_ERROR] = 0xff6b7c,      [PTL_INK_BODY + 0] = 0x5a80b0,
    [PTL_INK_BODY + 1] = 0xb08a4e,   [PTL_INK_BODY + 2] = 0x62935f,
    [PTL_INK_BODY + 3] = 0xa8677a,   [PTL_INK_BODY + 4] = 0x7a70ae,
    [PTL_INK_BODY + 5] = 0x539598,   [PTL_INK_BODY + 6] = 0x9a924e,
    [PTL_INK_BODY + 7] = 0x8a7c6a,   [PTL_INK_SERIES + 0] = 0x5aa9ff,
    [PTL_INK_SERIES + 1] = 0xff9a4a, [PTL_INK_SERIES + 2] = 0x46cf97,
    [PTL_INK_SERIES + 3] = 0xee85c9, [PTL_INK_SERIES + 4] = 0xe0cc4a,
    [PTL_INK_SERIES + 5] = 0x8fd6f5, [PTL_INK_SERIES + 6] = 0xb39cff,
    [PTL_INK_SERIES + 7] = 0xb8c0ca,
};

ptl_color ptl_theme_color(ptl_theme theme, ptl_ink ink) {
  unsigned rgb = theme == PTL_THEME_DARK ? dark[ink] : light[ink];
  double alpha = ink == PTL_INK_NONE ? 0 : 1;
  return (ptl_color){(rgb >> 16 & 255) / 255.0, (rgb >> 8 & 255) / 255.0, (rgb & 255) / 255.0,
                     alpha};
}
