/* codes.h: the codes of failures, where their messages are made and where they are taken out.
 * Internal. */
#ifndef PTL_CODES_H
#define PTL_CODES_H

/* The code of a failure, in front of its words: `ptl_fail(c, PTL_ERR_INPUT, PTL_E(0204) "mass must
 * be > 0")`. It is in codes.c, and is taken out of the message, also where this has become a part
 * of another; of several codes the last counts. */
#define PTL_E(NUMBER) "\001E" #NUMBER "\002"
/* In place of it where a failure is told again in other words: the code is that of the failure. */
#define PTL_E_SAME ""
#define PTL_E_BEGIN '\001'
#define PTL_E_END '\002'
/* Takes the codes out of a text; returns the last, or NULL. */
const char *ptl_code_take(char *text);

#endif
