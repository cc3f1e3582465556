/* materials.c: elastic constants and densities of common materials at room temperature. */
#include "materials.h"

#include "word_list.h"

#define AUTIERO "E, nu: Autiero et al., Machines 2022, 10, 966"
#define SHIGLEY "Budynas & Nisbett, Shigley's Mechanical Engineering Design, Table A-5"
#define DOWLING "E, nu: Dowling, Mechanical Behavior of Materials, Table 5.2"

/* Representative values; an alloy or a grade may differ by a tenth, a polymer by a half. */
static const ptl_material materials[] = {
    {"steel", 207e9, 0.30, 7850, AUTIERO "; density: EN 1993-1-1"},
    {"stainless_steel", 190e9, 0.305, 7750, SHIGLEY},
    {"cast_iron", 100e9, 0.211, 7200, SHIGLEY " (grey)"},
    {"aluminium", 70e9, 0.33, 2700, AUTIERO "; density: EN 1999-1-1"},
    {"bronze", 111e9, 0.349, 8170, SHIGLEY " (phosphor bronze)"},
    {"brass", 106e9, 0.324, 8540, SHIGLEY},
    {"copper", 119e9, 0.326, 8900, SHIGLEY},
    {"magnesium", 44.8e9, 0.35, 1790, SHIGLEY},
    {"titanium", 114e9, 0.34, 4420, SHIGLEY " (alloys)"},
    {"alumina", 400e9, 0.22, 3900, DOWLING},
    {"PTFE", 0.5e9, 0.46, 2160, "DuPont, Teflon PTFE properties handbook (unfilled, 23 C)"},
    {"POM", 3.1e9, 0.35, 1420, "DuPont, Delrin design guide, module III (homopolymer, 23 C)"},
    {"nylon", 2.7e9, 0.41, 1140, DOWLING " (nylon 66, dry)"},
    {"polyethylene", 1.08e9, 0.42, 960, DOWLING " (high density)"},
    {"polycarbonate", 2.4e9, 0.38, 1200, DOWLING},
};

enum { N_MATERIALS = sizeof materials / sizeof materials[0] };

const ptl_material *ptl_material_find(const char *name) {
  for (int i = 0; i < N_MATERIALS; i++)
    if (ptl_word_is_alike(name, materials[i].name)) return &materials[i];
  return NULL;
}

const char *ptl_material_suggest(const char *name) {
  const char *names[N_MATERIALS];
  for (int i = 0; i < N_MATERIALS; i++) names[i] = materials[i].name;
  return ptl_nearest(name, names, N_MATERIALS);
}

int ptl_context_get_material(const ptl_context *context, int index, ptl_material *out) {
  (void)context;
  if (index < 0 || index >= N_MATERIALS) return 0;
  *out = materials[index];
  return 1;
}
