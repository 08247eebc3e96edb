#!/bin/sh
# Instructions of the main paths, as valgrind counts them: the same on a busy machine as on an idle one.
# One row a path: the bench, the part of it, how many times it is run more in the second of two runs, and by what the
# difference is divided besides. An argument prints the rows that begin with it: `./instructions.sh head`.
set -eu
cd "$(dirname "$0")"
pages=$(find ../../shared/corpus/html -name '*.html' 2>/dev/null | wc -l)
[ "$pages" -gt 0 ] || pages=$(find ../fixtures -name '*.html' | wc -l)

paths="
robots_txt|read|640|1
robots_txt|first-question|640|1
robots_txt|ask|640|1
head|scanner@512|4|$pages
head|scanner@1460|4|$pages
head|scanner@4096|4|$pages
head|scanner@16384|4|$pages
head|scanner@page|4|$pages
head|scanner, charset given@page|4|$pages
head|lol_html@512|4|$pages
head|lol_html@page|4|$pages
head|memchr < over the head@page|4|$pages
"

binary() {
    cargo bench --bench "$1" --no-run --message-format=json 2>/dev/null |
        sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | tail -n 1
}

# Instructions of the process that does one thing so many times.
count() {
    ONLY=$2 TIMES=$3 valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" 2>&1 |
        sed -n 's/.*Collected : *//p'
}

echo "$paths" | grep "^${1:-.}" | while IFS='|' read -r bench part times share; do
    program=$(binary "$bench")
    one=$(count "$program" "$part" 1)
    more=$(count "$program" "$part" $((1 + times)))
    echo "$bench $part: $(((more - one) / times / share))"
done
