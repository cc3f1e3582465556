/* slider.h: springs that give way at a limit. Shared by contact/ only. */
#ifndef PTL_SLIDER_H
#define PTL_SLIDER_H

/* Share of its limit up to which such a spring is purely elastic. Beyond, its rate falls linearly
 * to none at the limit: a corner there, where sliding rests, no implicit method would solve. */
#define PTL_ELASTIC_SHARE 0.99

#endif
