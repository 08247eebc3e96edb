"""urllib.robotparser as its documentation uses it: driver.py AGENT URL..."""

import sys
from urllib.parse import urljoin
from urllib.request import Request, urlopen
from urllib.robotparser import RobotFileParser

agent, *urls = sys.argv[1:]
readers = {}
for url in urls:
    place = urljoin(url, "/robots.txt")
    if place not in readers:
        readers[place] = RobotFileParser(place)
        readers[place].read()
    if readers[place].can_fetch(agent, url):
        with urlopen(Request(url, headers={"User-Agent": agent}), timeout=10) as page:
            print(page.read().decode(errors="replace"))
