import type { AgentTalk } from "./agentTurn.ts";

const claudeCode = {
  ...{ agent: "claude-code", version: "2.1.4", model: "claude-sonnet-4-5", provider: "anthropic" },
  attributes: { "weave.integration.name": "claude-code" },
  rootAttributes: { "weave.claude_code.cwd": "/home/ada/shop", "weave.claude_code.source": "startup" },
} as const;

const before = "  return total * 1.19;";
const after = "  return Math.round(total * (1 + rate) * 100) / 100;";

/** Sessions of coding agents, as the plugins of Claude Code and Codex send them. */
export const codingTalks: readonly AgentTalk[] = [
  {
    ...claudeCode,
    id: "5f0c1d92-7a3e-4b61-9c55-0d8e21f4a7b3",
    turns: [
      {
        asks: "The total of an invoice is off by a cent for some orders. Find out why and fix it.",
        steps: [
          { says: "", thinks: "Totals are computed in one place, so look for that first.", seconds: 3 },
          { tool: "Grep", arguments: { pattern: "total \\*", path: "src" }, result: "src/invoice.ts:41", seconds: 0.3 },
          {
            tool: "Read",
            arguments: { file_path: "/home/ada/shop/src/invoice.ts" },
            result: `export function gross(total: number): number {\n${before}\n}`,
            seconds: 0.2,
          },
          { says: "The total is never rounded, and the rate is fixed. I'll round to cents.", seconds: 4 },
          {
            tool: "Edit",
            arguments: { file_path: "/home/ada/shop/src/invoice.ts", old_string: before, new_string: after },
            result: "The file has been updated.",
            seconds: 0.3,
          },
          {
            tool: "Bash",
            arguments: { command: "npm test -- invoice" },
            result: "1 failed: rate is not defined",
            failure: "Exit code 1",
            seconds: 9,
          },
          {
            tool: "Edit",
            arguments: {
              file_path: "/home/ada/shop/src/invoice.ts",
              old_string: "gross(total: number)",
              new_string: "gross(total: number, rate = 0.19)",
            },
            result: "The file has been updated.",
            seconds: 0.3,
          },
          { tool: "Bash", arguments: { command: "npm test -- invoice" }, result: "14 passed", seconds: 8 },
          { says: "Fixed: totals are rounded to cents, and the rate is a parameter. All 14 tests pass.", seconds: 5 },
        ],
      },
      {
        asks: "Now check the other places that compute taxes.",
        pause: 240,
        compacted: { summary: "Invoices are rounded to cents, and all tests pass.", before: 120, after: 14 },
        steps: [
          { says: "I'll let a subagent look through the code.", seconds: 2 },
          {
            agent: "explore",
            requested: "Find all computations of taxes.",
            steps: [
              { tool: "Grep", arguments: { pattern: "1\\.19|0\\.19" }, result: "src/cart.ts:12\nsrc/quote.ts:77" },
              { tool: "Read", arguments: { file_path: "/home/ada/shop/src/cart.ts" }, result: "…" },
              { says: "Two places: `src/cart.ts` line 12 and `src/quote.ts` line 77.", seconds: 6 },
            ],
          },
          { tool: "Bash", arguments: { command: "git stash" }, result: "", denied: true, seconds: 2 },
          { says: "Two more places multiply by 1.19: `src/cart.ts` and `src/quote.ts`. Shall I change them?" },
        ],
      },
    ],
  },
  {
    ...{ id: "019a2c44-51d7-7f02-8e6b-3b1f0c9d2e71", agent: "codex", model: "gpt-5", provider: "openai" },
    attributes: { "weave_agent_adapter.harness": "codex" },
    rootAttributes: { "weave_agent_adapter.cwd": "/home/ada/shop", "weave_agent_adapter.git_branch": "main" },
    turns: [
      {
        asks: "Add a test for orders without items.",
        steps: [
          { tool: "shell", arguments: { command: ["rg", "describe", "test/order.test.ts"] }, result: "3: describe(" },
          {
            tool: "apply_patch",
            arguments: { path: "test/order.test.ts", patch: "+  it('has no items', () => …)" },
            result: "Done",
          },
          { says: "Added *has no items* to `test/order.test.ts`.", seconds: 3 },
        ],
      },
    ],
  },
];
