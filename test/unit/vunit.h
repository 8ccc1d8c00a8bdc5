/*-------------------------------------------------------------------------
 *
 * vunit.h
 *	  A tiny harness for the C unit tests: TAP on standard output.
 *
 * A test program calls check() and its kin and ends with return vunit_done().
 * vunit_random() is a reproducible generator; its seed is printed, and
 * VUNIT_SEED sets it.  VUNIT_QUICK asks long loops for a tenth of their work.
 *
 *-------------------------------------------------------------------------
 */
#ifndef VUNIT_H
#define VUNIT_H

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "vnt.h"

static int	vunit_count;
static int	vunit_failed;
static uint64_t vunit_state;

static inline bool
vunit_check(bool good, const char *file, int line, const char *format,...)
{
	va_list		args;

	vunit_count++;
	if (!good)
		vunit_failed++;
	printf("%s %d - ", good ? "ok" : "not ok", vunit_count);
	va_start(args, format);
	vprintf(format, args);
	va_end(args);
	printf("\n");
	if (!good)
		printf("#   at %s:%d\n", file, line);
	return good;
}

/* check(condition, "name with %d formats", ...) */
#define check(good, ...) vunit_check((good), __FILE__, __LINE__, __VA_ARGS__)

static inline void
vunit_seed(uint64_t fallback)
{
	const char *seed = getenv("VUNIT_SEED");

	vunit_state = seed ? strtoull(seed, NULL, 10) : fallback;
	printf("# seed %llu\n", (unsigned long long) vunit_state);
}

/* splitmix64 */
static inline uint64_t
vunit_random(void)
{
	uint64_t	z = (vunit_state += 0x9e3779b97f4a7c15u);

	z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
	z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
	return z ^ (z >> 31);
}

/* 0..n-1 */
static inline uint32_t
vunit_below(uint32_t n)
{
	return (uint32_t) (vunit_random() % n);
}

/* How often a long loop should run. */
static inline int
vunit_times(int n)
{
	return getenv("VUNIT_QUICK") ? (n + 9) / 10 : n;
}

static inline int
vunit_done(void)
{
	printf("1..%d\n", vunit_count);
	return vunit_failed == 0 ? 0 : 1;
}

#endif							/* VUNIT_H */
