import * as l10n from "@vscode/l10n";
import { notStoredText } from "../conversation/drawing/turnText.ts";
import { prettyJson } from "../text/prettyJson.ts";
import { listed } from "../text/sentences.ts";
import { visibleCut, visibleText } from "../text/visibleText.ts";
import { curlCommand, urlWord } from "./curlText.ts";
import { literal, pythonNotation } from "./literal.ts";
import type { ModelRequest, NoRequest } from "./modelRequest.ts";

/** The forms in which a request is copied, without its key. */
export const requestForms = [
  { form: "JSON", write: ({ body }: ModelRequest) => prettyJson(body), detail: () => l10n.t("The body alone.") },
  { form: "curl", write: curlOf, detail: () => l10n.t("For bash, zsh and other POSIX shells.") },
  { form: "Python", write: pythonOf, detail: () => l10n.t("For Python with the package {0}.", "httpx") },
] as const;

/** The variable of an endpoint that is not known. */
const urlVariable = "MODEL_URL";

/** Which variables the code reads, and whether the endpoint is known. */
export function requestAdvice({ url, key }: ModelRequest): string {
  if (url !== null) return l10n.t("Set {0} in the environment. The key is not copied.", key);
  return l10n.t("The endpoint is not known. Set {0} and {1} in the environment.", urlVariable, key);
}

/** What is not in the request, or not as the program sent it. */
export function requestCautions({ left, hasRefs }: ModelRequest): readonly string[] {
  const named = listed(left.slice(0, 5).map((name) => visibleCut(name)));
  return [
    ...(left.length > 0 ? [`${l10n.t("Left out: {0}", named)}.`] : []),
    ...(hasRefs ? [l10n.t("The request contains refs instead of values that Weave stores. Replace them.")] : []),
  ];
}

export function noRequestText(why: NoRequest): string {
  if (why === "notKept") return notStoredText();
  return why === "cut"
    ? l10n.t("The recorded messages of this call are cut off. Nothing was copied.")
    : l10n.t("The inputs of this call are not a request to a model.");
}

function curlOf(request: ModelRequest): string {
  const { url, key, headers, body } = request;
  const access = `\${${key}:?is not set}`;
  const options = Object.entries(headers).map(([name, value]) => {
    return `--header "${name}: ${value.replace("{key}", access)}"`;
  });
  return curlCommand(url === null ? `"\${${urlVariable}:?is not set}"` : urlWord(url), options, {
    body,
    response: body.stream === true ? "lines" : "object",
    cautions: [...(url === null ? [requestAdvice(request)] : []), ...requestCautions(request)],
  });
}

function pythonOf(request: ModelRequest): string {
  const { url, key, headers, body } = request;
  const notes = [requestAdvice(request), ...requestCautions(request)].map((note) => `# ${visibleText(note)}\n`);
  const sent = Object.entries(headers).map(([name, value]) => `"${name}": f"${value}"`);
  return `import os

import httpx

${notes.join("")}key = os.environ["${key}"]
body = ${literal(body, pythonNotation)}
response = httpx.post(
    ${url === null ? `os.environ["${urlVariable}"]` : pythonNotation.quote(url)},
    headers={${sent.join(", ")}},
    json=body,
    timeout=600,
)
response.raise_for_status()
print(response.text)
`;
}
