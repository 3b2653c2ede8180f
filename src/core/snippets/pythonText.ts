import { visibleText } from "../text/visibleText.ts";
import { literal, pythonNotation } from "./literal.ts";
import { keyVariable, type SnippetRequest, usernameVariable } from "./snippetRequest.ts";

/**
 * A program for Python 3.8 and later without dependencies. Prints JSON, one object per line. On a redirect to another
 * host, urllib keeps all headers except unredirected ones, so the key is an unredirected header. Notes follow the
 * imports: Python reads an encoding declaration from comments in the first lines.
 */
export function pythonText({ url, username, body, response, notes, cautions }: SnippetRequest): string {
  const variables = username === null ? [usernameVariable, keyVariable] : [keyVariable];
  const checks = variables.map(
    (variable) => `if not os.environ.get("${variable}"):\n    sys.exit("${variable} is not set.")\n`,
  );
  const name = username === null ? `os.environ["${usernameVariable}"] + ":"` : pythonNotation.quote(`${username}:`);
  return `import base64
import json
import os
import sys
import urllib.error
import urllib.request

${[...notes, ...cautions].map((note) => `# ${visibleText(note)}\n`).join("")}${checks.join("")}
body = ${literal(body, pythonNotation)}
credentials = ${name} + os.environ["${keyVariable}"]
authorization = "Basic " + base64.b64encode(credentials.encode()).decode()

request = urllib.request.Request(
    ${pythonNotation.quote(url)},
    data=json.dumps(body).encode(),
    headers={"Content-Type": "application/json"},
)
request.add_unredirected_header("Authorization", authorization)
try:
    with urllib.request.urlopen(request, timeout=60) as response:
${response === "lines" ? readLines : readObject}
except urllib.error.HTTPError as error:
    sys.exit(f"{error}: {error.read().decode()}")
`;
}

const readLines = `        for line in response:
            if line.strip():
                thread = json.loads(line)
                print(json.dumps(thread), flush=True)`;

const readObject = `        count = json.load(response)
        print(json.dumps(count))`;
