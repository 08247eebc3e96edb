"""The tool `fetch` of the MCP server, and what it returns to a model: driver.py AGENT URL..."""

import asyncio
import os
import sys

from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

agent, *urls = sys.argv[1:]
server = StdioServerParameters(
    command=sys.executable,
    args=["-m", "mcp_server_fetch", "--allow-private-ips", "--user-agent", agent],
    env=dict(os.environ),
)


async def main():
    async with stdio_client(server) as streams, ClientSession(*streams) as session:
        await session.initialize()
        for url in urls:
            answer = await session.call_tool("fetch", {"url": url})
            print("\n".join(part.text for part in answer.content), flush=True)


asyncio.run(main())
