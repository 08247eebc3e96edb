#!/bin/sh
# Instructions of the main paths, as valgrind counts them: the same on a busy machine as on an idle one.
#
# Each row of the table is `what is done once|the bench that does it|its name there`, and `|pages` or `|files` where it is done
# to each page, or each robots.txt, of the corpus in turn. A bench does what `ONLY` names `TIMES` times and nothing else; the difference between
# two counts leaves out what comes before. An argument picks the rows that hold it.
set -eu
cd "$(dirname "$0")"

table='
robots.txt of 100 rules: read|robots_txt|read
real robots.txt files: read|robots_txt|real|files
real robots.txt files: read by robotxt|robots_txt|real-robotxt|files
real robots.txt files: only the ends of lines and the colons|robots_txt|real-walk|files
robots.txt of 100 rules: read and ask the first question|robots_txt|first-question
robots.txt of 100 rules: ask one question more|robots_txt|ask
robots.txt of 100 rules: ask one question more, with all uses of a managed block|robots_txt|uses
X-Robots-Tag: noindex|fields|x-noindex
Robots-Tag: noindex|fields|noindex
X-Robots-Tag: five directives|fields|x-five
Robots-Tag: five directives|fields|five
a response without robots fields|fields|none
X-Robots-Tag: 8 KiB of names with a diagnostic each|fields|x-hostile
Robots-Tag: 8 KiB of names with a diagnostic each|fields|hostile
a head in chunks of 512 bytes|head|scanner@512|pages
a head in chunks of 1,460 bytes|head|scanner@1460|pages
a head in chunks of 4,096 bytes|head|scanner@4096|pages
a head in chunks of 16,384 bytes|head|scanner@16384|pages
a head as a whole|head|scanner@page|pages
a head as a whole, charset given|head|scanner, charset given@page|pages
a head in chunks of 512 bytes, lol_html|head|lol_html@512|pages
a page of which the body counts|head|body counts@page|pages
a head as a whole, lol_html|head|lol_html@page|pages
a head as a whole, memchr|head|memchr < over the head@page|pages
'
corpus=$(find ../../shared/corpus/html -name '*.html' 2>/dev/null | wc -l)
[ "$corpus" -gt 0 ] || corpus=$(find ../fixtures -name '*.html' | wc -l)
robots=$(find ../../shared/corpus/robots -type f 2>/dev/null | wc -l)
[ "$robots" -gt 0 ] || robots=$(find ../fixtures -name robots.txt | wc -l)

# The binary of a bench.
binary() {
    cargo bench --bench "$1" --no-run --message-format=json 2>/dev/null |
        grep -F "\"name\":\"$1\"" | # beside the bench, cargo names the program that it needs
        sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | tail -n 1
}

# Instructions of the process that runs one operation `TIMES` times.
count() {
    ONLY=$2 TIMES=$3 valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" 2>&1 |
        sed -n 's/.*Collected : *//p'
}

built=
printf '%s' "$table" | grep '|' | grep -F -- "${1-|}" | while IFS='|' read -r name bench path each; do
    if [ "$bench" != "$built" ]; then
        binary=$(binary "$bench")
        built=$bench
    fi
    case $each in
    pages) few=$corpus many=$((5 * corpus)) ;;
    files) few=$robots many=$((3 * robots)) ;;
    *) few=64 many=704 ;;
    esac
    less=$(count "$binary" "$path" "$few")
    more=$(count "$binary" "$path" "$many")
    printf '%9d  %s\n' "$(((more - less) / (many - few)))" "$name"
done
