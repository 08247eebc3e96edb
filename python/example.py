"""Judge a page, and ask a robots.txt: the example of the README."""

import robots_policy

verdict = robots_policy.judge(
    "ExampleBot",
    "https://example.com/private/page",
    headers=[("X-Robots-Tag", "noarchive")],
    html=b"<meta name=robots content=nofollow>",
    robots="User-agent: *\nDisallow: /private",
)
print(verdict)

robots = robots_policy.RobotsTxt("User-agent: *\nDisallow: /private")
print(robots.allowed("https://example.com/open", "ExampleBot"))
