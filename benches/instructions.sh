#!/bin/sh
# Instructions of the main paths of robots.txt, as valgrind counts them: the same on a busy machine as on an idle one.
# Prints those of one reading of a made file of 100 rules, of a reading with its first question, and of one question.
set -eu
cd "$(dirname "$0")"
binary=$(cargo bench --bench robots_txt --no-run --message-format=json 2>/dev/null |
    sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | tail -n 1)
out=$(mktemp)
trap 'rm -f "$out"' EXIT

# Instructions of the process that does one thing so many times.
count() {
    ONLY=$1 TIMES=$2 valgrind --tool=callgrind --callgrind-out-file="$out" "$binary" 2>&1 |
        sed -n 's/.*Collected : *//p'
}

for path in read first-question ask; do
    one=$(count "$path" 64)
    more=$(count "$path" 704)
    echo "$path: $(((more - one) / 640))"
done
