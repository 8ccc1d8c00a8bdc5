/*-------------------------------------------------------------------------
 *
 * charts.c
 *	  Draw the results of run.sh as SVG.
 *
 *		charts bars TITLE < rows > file		label, value, target, "met" or not
 *		charts lines TITLE < rows > file	series, size in bytes, microseconds
 *
 * Rows are lines of fields with tabs between them.  Bars are ratios on a
 * logarithmic axis, with a line at 1 and a mark at the target; a target may be
 * empty.  Lines are microseconds by size, both logarithmic.
 *
 * Limits: 200 rows, 8 series.  Text is cut, not wrapped.
 *
 *-------------------------------------------------------------------------
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ROWS	200
#define SERIES	8
#define FIELDS	4
#define WIDTH	860
#define LABELS	350				/* where bars begin */
#define RIGHT	70				/* room for a number behind the longest bar */
#define HEAD	58
#define ROW		24

typedef struct Row
{
	char		field[FIELDS][128];
} Row;

static Row	rows[ROWS];
static int	count = 0;

static const char *const colors[SERIES] = {
	"#1b6ca8", "#c8553d", "#3a8f5c", "#8d6cab", "#b08a2e", "#4f9da6", "#777777", "#333333"
};

static void
read_rows(void)
{
	char		line[1024];

	while (count < ROWS && fgets(line, sizeof(line), stdin) != NULL)
	{
		char	   *at = line;

		line[strcspn(line, "\n")] = '\0';
		for (int f = 0; f < FIELDS && at != NULL; f++)
		{
			char	   *end = strchr(at, '\t');

			if (end != NULL)
				*end++ = '\0';
			snprintf(rows[count].field[f], sizeof(rows[count].field[f]), "%.127s", at);
			at = end;
		}
		count++;
	}
}

static void
escaped(const char *s)
{
	for (; *s != '\0'; s++)
		switch (*s)
		{
			case '<': fputs("&lt;", stdout); break;
			case '>': fputs("&gt;", stdout); break;
			case '&': fputs("&amp;", stdout); break;
			default: putchar(*s);
		}
}

static void
text(double x, double y, const char *anchor, const char *style, const char *s)
{
	printf("<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\"%s%s>", x, y, anchor, *style ? " " : "", style);
	escaped(s);
	puts("</text>");
}

static void
line(double x1, double y1, double x2, double y2, const char *style)
{
	printf("<line x1=\"%.1f\" y1=\"%.1f\" x2=\"%.1f\" y2=\"%.1f\" %s/>\n", x1, y1, x2, y2, style);
}

static void
begin(const char *title, const char *subtitle, int height)
{
	printf("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%d\" height=\"%d\" viewBox=\"0 0 %d %d\" "
		   "font-family=\"Helvetica, Arial, sans-serif\" font-size=\"13\" fill=\"#222\">\n",
		   WIDTH, height, WIDTH, height);
	printf("<title>");
	escaped(title);
	printf("</title>\n<rect width=\"%d\" height=\"%d\" fill=\"#ffffff\"/>\n", WIDTH, height);
	text(16, 24, "start", "font-size=\"17\" font-weight=\"bold\"", title);
	text(16, 43, "start", "font-size=\"12\" fill=\"#555\"", subtitle);
}

/* A number with about three digits. */
static const char *
number(double value)
{
	static char buffer[32];

	snprintf(buffer, sizeof(buffer), value >= 100 ? "%.0f" : value >= 10 ? "%.1f" : "%.2f", value);
	return buffer;
}

/* ---------------------------------------------------------------------
 * Bars
 * ---------------------------------------------------------------------
 */
static double low,
			high;

/* where a ratio is on the axis */
static double
across(double value)
{
	return LABELS + (WIDTH - RIGHT - LABELS) * (log(value) - log(low)) / (log(high) - log(low));
}

static void
find_range(void)
{
	low = 0.8;
	high = 2.2;
	for (int i = 0; i < count; i++)
		for (int f = 1; f <= 2; f++)
		{
			double		value = atof(rows[i].field[f]);

			if (value <= 0)
				continue;
			if (value < low)
				low = value * 0.9;
			if (value > high)
				high = value * 1.05;
		}
}

static void
grid(int bottom)
{
	static const double steps[] = {0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000};

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++)
	{
		char		label[32];

		if (steps[i] < low || steps[i] > high)
			continue;
		snprintf(label, sizeof(label), "%g", steps[i]);
		line(across(steps[i]), HEAD, across(steps[i]), bottom,
			 steps[i] == 1 ? "stroke=\"#555\"" : "stroke=\"#e3e3e3\"");
		text(across(steps[i]), bottom + 16, "middle", "font-size=\"11\" fill=\"#666\"", label);
	}
}

static void
bar(int i)
{
	double		value = atof(rows[i].field[1]);
	double		target = atof(rows[i].field[2]);
	double		y = HEAD + ROW * i;
	double		from = across(value < 1 ? value : 1);
	double		to = across(value < 1 ? 1 : value);
	bool		missed = strcmp(rows[i].field[3], "missed") == 0;

	text(LABELS - 10, y + 16, "end", "", rows[i].field[0]);
	printf("<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%d\" rx=\"2\" fill=\"%s\"/>\n",
		   from, y + 4, to - from > 1 ? to - from : 1, ROW - 8,
		   missed ? colors[1] : value < 1 && target == 0 ? colors[4] : colors[0]);
	if (target > 0)
		line(across(target), y + 1, across(target), y + ROW - 1, "stroke=\"#111\" stroke-width=\"2.5\"");
	text(fmax(to, target > 0 ? across(target) : 0) + 6, y + 16, "start", "font-weight=\"bold\"", number(value));
}

static void
bars(const char *title)
{
	int			bottom = HEAD + ROW * count + 4;

	bool		has_targets = false;

	for (int i = 0; i < count; i++)
		has_targets = has_targets || *rows[i].field[2] != '\0';
	find_range();
	begin(title, has_targets ? "times as fast as the other side, or as small, on a logarithmic scale; "
		  "black mark: target; red: target missed" :
		  "times as fast as the other side, or as small, on a logarithmic scale; yellow: slower or larger",
		  bottom + 28);
	grid(bottom);
	for (int i = 0; i < count; i++)
		bar(i);
	puts("</svg>");
}

/* ---------------------------------------------------------------------
 * Lines
 * ---------------------------------------------------------------------
 */
#define TOP		70
#define BOTTOM	420
#define LEFT	70
#define LEGEND	210

static double min_x,
			max_x,
			max_y;

static double
right(double bytes)
{
	return LEFT + (WIDTH - LEGEND - LEFT) * (log(bytes) - log(min_x)) / (log(max_x) - log(min_x));
}

static double
up(double us)
{
	return BOTTOM - (BOTTOM - TOP) * log(us < 1 ? 1 : us) / log(max_y);
}

static void
axes(void)
{
	for (double us = 1; us <= max_y; us *= 10)
	{
		line(LEFT, up(us), WIDTH - LEGEND, up(us), "stroke=\"#e3e3e3\"");
		text(LEFT - 8, up(us) + 4, "end", "font-size=\"11\" fill=\"#666\"", number(us));
	}
	for (double kb = 1; kb * 1024 <= max_x * 1.01; kb *= 4)
	{
		char		label[32];

		if (kb * 1024 < min_x * 0.99)
			continue;
		snprintf(label, sizeof(label), kb < 1024 ? "%g kB" : "1 MB", kb);
		line(right(kb * 1024), TOP, right(kb * 1024), BOTTOM, "stroke=\"#f0f0f0\"");
		text(right(kb * 1024), BOTTOM + 18, "middle", "font-size=\"11\" fill=\"#666\"", label);
	}
}

static void
lines(const char *title)
{
	const char *last = "";
	int			series = -1;

	min_x = 1e18;
	max_y = 100;
	for (int i = 0; i < count; i++)
	{
		min_x = fmin(min_x, atof(rows[i].field[1]));
		max_x = fmax(max_x, atof(rows[i].field[1]));
		max_y = fmax(max_y, atof(rows[i].field[2]) * 1.2);
	}
	begin(title, "microseconds for each document, by the size of its text; both scales logarithmic", BOTTOM + 32);
	axes();
	for (int i = 0; i < count; i++)
	{
		double		x = right(atof(rows[i].field[1]));
		double		y = up(atof(rows[i].field[2]));
		char		style[64];

		if (strcmp(rows[i].field[0], last) != 0 && series < SERIES - 1)
			series++;
		else if (i > 0)
		{
			snprintf(style, sizeof(style), "stroke=\"%s\" stroke-width=\"2\"", colors[series]);
			line(right(atof(rows[i - 1].field[1])), up(atof(rows[i - 1].field[2])), x, y, style);
		}
		printf("<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3.5\" fill=\"%s\"/>\n", x, y, colors[series]);
		if (i + 1 == count || strcmp(rows[i].field[0], rows[i + 1].field[0]) != 0)
		{
			snprintf(style, sizeof(style), "fill=\"%s\" font-weight=\"bold\" font-size=\"12\"", colors[series]);
			text(WIDTH - LEGEND + 14, TOP + 14 + 20 * series, "start", style, rows[i].field[0]);
		}
		last = rows[i].field[0];
	}
	puts("</svg>");
}

int
main(int argc, char **argv)
{
	if (argc != 3)
	{
		fputs("usage: charts bars|lines TITLE < rows > file.svg\n", stderr);
		return 2;
	}
	read_rows();
	if (count > 0 && strcmp(argv[1], "lines") == 0)
		lines(argv[2]);
	else
		bars(argv[2]);
	return 0;
}
