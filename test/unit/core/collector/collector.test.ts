import assert from "node:assert/strict";
import { test } from "node:test";
import { type CollectorState, collectorActions, stateText } from "../../../../src/core/collector/collectorText.ts";
import {
  type EnvironmentForm,
  environmentText,
  telemetryVariables,
  weaveVariables,
} from "../../../../src/core/collector/environment.ts";
import { isLaunched, withCollector } from "../../../../src/core/collector/injection.ts";
import { createFormats } from "../../../../src/core/text/format.ts";

const formats = createFormats("en");
const address = { url: "http://127.0.0.1:14318", key: "ab".repeat(20) };
const variables = weaveVariables(address);

const forms: readonly (readonly [form: EnvironmentForm, line: string])[] = [
  ["posix", "export WANDB_BASE_URL=http://127.0.0.1:14318"],
  ["fish", "set -gx WANDB_BASE_URL http://127.0.0.1:14318"],
  ["powershell", '$env:WANDB_BASE_URL = "http://127.0.0.1:14318"'],
  ["cmd", "set WANDB_BASE_URL=http://127.0.0.1:14318"],
  ["dotenv", "WANDB_BASE_URL=http://127.0.0.1:14318"],
];
for (const [form, line] of forms) {
  test(`variables are written for ${form}`, () => {
    const lines = environmentText(variables, form).trimEnd().split("\n");
    assert.deepEqual([lines.length, lines[0]], [Object.keys(variables).length, line]);
  });
}

test("programs with OpenTelemetry have the key in the address", () => {
  assert.equal(telemetryVariables(address).OTEL_EXPORTER_OTLP_ENDPOINT, `${address.url}/${address.key}`);
});

const launches: readonly (readonly [
  what: string,
  configuration: Parameters<typeof isLaunched>[0],
  launched: boolean,
])[] = [
  ["a Python program", { type: "debugpy", request: "launch" }, true],
  ["a Node.js program", { type: "pwa-node", request: "launch" }, true],
  ["attaching", { type: "debugpy", request: "attach" }, false],
  ["a process of a program", { type: "pwa-node", request: "launch", __pendingTargetId: "1" }, false],
  ["a debugger elsewhere", { type: "node", request: "launch", debugServer: 4711 }, false],
  ["another language", { type: "go", request: "launch" }, false],
];
for (const [what, configuration, launched] of launches) {
  test(`${what} ${launched ? "can get" : "never gets"} variables`, () =>
    assert.equal(isLaunched(configuration), launched));
}

const inherited = { WANDB_API_KEY: "editor's", PATH: "/bin" };
const environments: readonly (readonly [what: string, env: unknown, files: readonly string[], given: boolean])[] = [
  ["no environment", undefined, [], true],
  ["other variables", { PATH: "/bin", WEAVE_PRINT_CALL_LINK: "false" }, ["PORT=1"], true],
  ["what the editor has itself", { WANDB_API_KEY: "editor's" }, [], true],
  ["a key of its own", { WANDB_API_KEY: "own" }, [], false],
  ["a service of its own", { WF_TRACE_SERVER_URL: "https://own.example" }, [], false],
  ["an exporter of its own", { OTEL_EXPORTER_OTLP_ENDPOINT: "http://localhost:4318" }, [], false],
  ["a key in a file", {}, ["A=1\r\nexport WANDB_API_KEY = own"], false],
  ["a comment in a file", {}, ["# WANDB_API_KEY=own"], true],
  ["an environment that is none", "PATH=/bin", [], false],
];
for (const [what, env, files, given] of environments) {
  test(`a launch with ${what} gets ${given ? "all" : "none"} of the collector's variables`, () => {
    const found = withCollector(env, files, inherited, variables);
    assert.deepEqual(found, given ? { ...Object(env), ...variables } : undefined);
  });
}

const on = { kind: "on", projects: ["acme/desk"], size: 1_200_000, purged: 0 } as const;
const states: readonly (readonly [state: CollectorState, text: string, actions: string])[] = [
  [{ kind: "off" }, "Off", "start"],
  [on, "On · 1 project · 1.2 MB", "terminal copy clear stop"],
  [{ ...on, purged: 3 }, "On · 1 project · 1.2 MB · 3 old traces deleted", "terminal copy clear stop"],
  [
    { kind: "portInUse", port: 14_318 },
    "Port 14318 is in use by another program. Change the port of the collector.",
    "port start",
  ],
  [{ kind: "failed", message: "The disk is full." }, "Could not start the local collector. The disk is full.", "start"],
];
for (const [state, text, actions] of states) {
  test(`the collector says "${text}"`, () =>
    assert.deepEqual([stateText(state, formats), collectorActions(state, true).join(" ")], [text, actions]));
}
