/* transform_parts.h: transforms of contacts, joints, drives, forces, loads, signals. Each returns
 * NULL, or the text of what it does not know. */
#ifndef PTL_TEST_TRANSFORM_PARTS_H
#define PTL_TEST_TRANSFORM_PARTS_H

#include "transform.h"

const char *transform_contact(const transform *t, node *contact);
const char *transform_joint(const transform *t, const node *model, node *joint);
const char *transform_force(const transform *t, node *force);
const char *transform_load(const transform *t, const node *model, node *load);
const char *transform_signal(const transform *t, const node *model, node *signal);
const char *transform_run(const transform *t, node *run);

/* Shared by them; transform.c. */
void change_scale(node *n, double factor);
void change_sign(node *n);
void change_point_sign(node *n); /* of y */
void change_part(const transform *t, node *part);
double transform_power(const transform *t, double length, double time, double mass);

/* An expression of time and of the bodies' states, in the variables of the transformed model;
 * transform_expressions.c. */
void change_expression(const transform *t, const node *model, node *n, double factor);
/* [fx, fy] along the ground's axes. */
void change_force_expressions(const transform *t, const node *model, node *n, double factor);

#endif
