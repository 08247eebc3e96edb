// The tool `browser_navigate` of the MCP server of Playwright, and what it returns to a model: driver.cjs INSTALLED AGENT URL...
const { createRequire } = require("node:module");
const { tmpdir } = require("node:os");

const [installed, agent, ...urls] = process.argv.slice(2);
const load = createRequire(`${installed}/index.js`);
const { Client } = load("@modelcontextprotocol/sdk/client/index.js");
const { StdioClientTransport } = load("@modelcontextprotocol/sdk/client/stdio.js");

async function main() {
  const server = load.resolve("@playwright/mcp/package.json").replace("package.json", "cli.js");
  const options = ["--headless", "--isolated", "--no-sandbox", "--executable-path", "/usr/bin/chromium", "--user-agent", agent];
  // It writes logs into its folder.
  const transport = new StdioClientTransport({ cwd: tmpdir(), command: "node", args: [server, ...options], env: process.env, stderr: "ignore" });
  const client = new Client({ name: "trial", version: "1" });
  await client.connect(transport);
  for (const url of urls) {
    await client.callTool({ name: "browser_navigate", arguments: { url } });
    const page = await client.callTool({ name: "browser_snapshot", arguments: {} });
    console.log(page.content.map((part) => part.text).join("\n"));
  }
  await client.close();
}
main();
