import * as l10n from "@vscode/l10n";
import { prettyJson } from "../text/prettyJson.ts";
import { listed } from "../text/sentences.ts";
import { visibleCut, visibleText } from "../text/visibleText.ts";
import { curlCommand, urlWord } from "./curlText.ts";
import { literal, pythonNotation } from "./literal.ts";
import type { ModelEndpoint } from "./modelEndpoint.ts";
import { type ModelRequest, type NoRequest, sentBody } from "./modelRequest.ts";

/** The forms in which a request is copied. */
export const requestForms = ["json", "curl", "python"] as const;

export type RequestForm = (typeof requestForms)[number];

export function requestDetail(form: RequestForm, { endpoint }: ModelRequest): string {
  if (form === "json") return l10n.t("The body alone.");
  if (form === "curl") return l10n.t("For bash, zsh and other POSIX shells.");
  return l10n.t("For Python with the package {0}.", packageOf(endpoint));
}

/** Which variables the code reads, and whether the endpoint is known. */
export function requestAdvice({ endpoint: { url, base = "", key } }: ModelRequest): string {
  if (url !== null) return l10n.t("Set {0} in the environment. The key is not copied.", key);
  return l10n.t("The endpoint is not known. Set {0} and {1} in the environment.", base, key);
}

/** Fields that a message names. */
const mostNamed = 5;

/** What is not in the request, or not as the program sent it. */
export function requestCautions({ left, hasRefs }: ModelRequest): readonly string[] {
  return [
    ...(left.length === 0
      ? []
      : [
          l10n.t(
            "Left out because they may contain keys: {0}.",
            listed(left.slice(0, mostNamed).map((name) => visibleCut(name))),
          ),
        ]),
    ...(hasRefs ? [l10n.t("The request contains refs instead of values that Weave stores. Replace them.")] : []),
  ];
}

export function noRequestText(why: NoRequest): string {
  return {
    empty: l10n.t("The inputs of this call were not recorded."),
    notKept: l10n.t("The inputs of this call are too large: the service did not store them."),
    cut: l10n.t("The recorded messages of this call are cut off. Nothing was copied."),
    other: l10n.t("The inputs of this call are not a request to a model."),
  }[why];
}

/** The request as text, without keys: as JSON the body that the endpoint takes. */
export function requestText(form: RequestForm, request: ModelRequest): string {
  if (form === "json") return prettyJson(sentBody(request)).trimEnd();
  return form === "curl" ? curlOf(request) : pythonOf(request);
}

function curlOf(request: ModelRequest): string {
  const { endpoint } = request;
  const { base = "", path = "", key, header, headers = {} } = endpoint;
  const url = urlOf(request);
  return curlCommand({
    url: url === null ? `"\${${base}:?is not set}${path}"` : urlWord(url),
    options: [
      `--header "${header}\${${key}:?is not set}"`,
      ...Object.entries(headers).map(([name, value]) => `--header '${name}: ${value}'`),
    ],
    isStreamed: request.body.stream === true,
    body: sentBody(request),
    cautions: cautionsIn(request),
  });
}

/** A program with the library that made the call, or with httpx. Prints what the model responds. */
function pythonOf(request: ModelRequest): string {
  const { endpoint, body } = request;
  const { python, base = "", path = "", key, header, headers = {} } = endpoint;
  const notes = [requestAdvice(request), ...requestCautions(request)]
    .map((note) => `# ${visibleText(note)}\n`)
    .join("");
  if (python !== undefined) {
    const [from, call] = python;
    const print = body.stream === true ? "for event in response:\n    print(event)" : "print(response)";
    return `${from}\n\n${notes}body = ${literal(body, pythonNotation)}\nresponse = ${call}(**body)\n${print}\n`;
  }
  const url = urlOf(request);
  const address = url === null ? `os.environ["${base}"] + "${path}"` : pythonNotation.quote(url);
  const [name = "", before = ""] = header.split(": ");
  const others = Object.entries(headers).map(([each, value]) => `, "${each}": "${value}"`);
  return `import os

import httpx

${notes}body = ${literal(sentBody(request), pythonNotation)}
response = httpx.post(
    ${address},
    headers={"${name}": "${before}" + os.environ["${key}"]${others.join("")}},
    json=body,
    timeout=600,
)
response.raise_for_status()
print(response.text)
`;
}

function cautionsIn(request: ModelRequest): readonly string[] {
  const unknown = request.endpoint.url === null ? [requestAdvice(request)] : [];
  return [...unknown, ...requestCautions(request)];
}

function urlOf({ endpoint: { url }, body: { model } }: ModelRequest): string | null {
  const name = typeof model === "string" ? model.replace(/^models\//, "") : "";
  return url?.replace("{model}", encodeURIComponent(name.toWellFormed())) ?? null;
}

function packageOf({ python }: ModelEndpoint): string {
  const [, name = "httpx"] = /^(?:from|import) (\w+)/.exec(python?.[0] ?? "") ?? [];
  return name === "google" ? "google-genai" : name;
}
