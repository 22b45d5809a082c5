# SPDX-License-Identifier: Apache-2.0
#
# Draws one plot of the output of growth as SVG: states on a logarithmic scale against the size.
#
#     awk -F '\t' -v plot=hops -v axis='hops of each chain' -f plot.awk growth.tsv > plot.svg

$1 == plot {
  if (!($2 in count)) {
    curve[curves++] = $2
    count[$2] = 0
  }
  x[$2, count[$2]] = $3
  y[$2, count[$2]++] = $4
  if (points++ == 0)
    lowest = highest = $3
  lowest = $3 < lowest ? $3 : lowest
  highest = $3 > highest ? $3 : highest
  while (10 ^ decades < $4)
    decades++
}

function at_x (value) { return left + (value - lowest) * (right - left) / (highest - lowest) }
function at_y (value) { return bottom - log(value) / log(10) * (bottom - top) / decades }

function print_text (px, py, anchor, text) {
  printf "<text x=\"%.1f\" y=\"%.1f\" text-anchor=\"%s\">%s</text>\n", px, py, anchor, text
}

function print_axes (   decade, value) {
  for (decade = 0; decade <= decades; decade++) {
    printf "<path class=\"grid\" d=\"M%d %.1fH%d\"/>\n", left, at_y(10 ^ decade), right
    print_text(left - 8, at_y(10 ^ decade) + 4, "end",
      "10<tspan dy=\"-5\" font-size=\"8\">" decade "</tspan>")
  }
  for (value = lowest; value <= highest; value++)
    print_text(at_x(value), bottom + 18, "middle", value)
  print_text((left + right) / 2, bottom + 36, "middle", axis)
  print_text(left, top - 12, "start", "states")
}

# Names stand at the ends of the curves, each clear of the one before it.
function name_y (name,   py) {
  py = at_y(y[name, count[name] - 1]) + 4
  if (named && py - last_name_y < 15 && last_name_y - py < 15)
    py = last_name_y + 15
  named = 1
  last_name_y = py
  return py
}

function print_curve (index_of,   name, i, path) {
  name = curve[index_of]
  for (i = 0; i < count[name]; i++)
    path = path (i == 0 ? "M" : "L") sprintf("%.1f %.1f", at_x(x[name, i]), at_y(y[name, i]))
  printf "<g class=\"curve-%d\">\n<path d=\"%s\"/>\n", index_of, path
  for (i = 0; i < count[name]; i++)
    printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\"/>\n", at_x(x[name, i]), at_y(y[name, i])
  print_text(at_x(x[name, count[name] - 1]) + 9, name_y(name), "start", name)
  print "</g>"
}

END {
  left = 60; right = 420; top = 40; bottom = 300
  print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 540 350\" font-family=\"sans-serif\" font-size=\"12\">"
  print "<style>.grid{stroke:#ddd}path{fill:none;stroke-width:1.5}circle{stroke:none}text{fill:#222}"
  print ".curve-0 path{stroke:#555}.curve-0 circle{fill:#555}.curve-1 path{stroke:#b35c00}"
  print ".curve-1 circle{fill:#b35c00}.curve-2 path{stroke:#005fb3}.curve-2 circle{fill:#005fb3}</style>"
  print "<rect width=\"540\" height=\"350\" fill=\"white\"/>"
  print_axes()
  for (i = 0; i < curves; i++)
    print_curve(i)
  print "</svg>"
}
