/** How a program calls a model service. Keys are read from environment variables. */
export interface ModelEndpoint {
  /** The URL of requests, in which `{model}` stands for the model; null if only the variable `base` knows it. */
  readonly url: string | null;
  /** The variable of the URL that `path` is added to, if there is no `url`. */
  readonly base?: string;
  readonly path?: string;
  readonly key: string;
  /** The header that carries the key, up to the key. */
  readonly header: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** The import of the SDK, and what is called with the body; absent if there is none. */
  readonly python?: readonly [from: string, call: string];
}

const header = "Authorization: Bearer ";
const unknown: ModelEndpoint = { url: null, base: "MODEL_URL", path: "", key: "MODEL_API_KEY", header };

function openAi(path: string, call: string): ModelEndpoint {
  const python = ["from openai import OpenAI", `OpenAI().${call}`] as const;
  return {
    url: `https://api.openai.com/v1${path}`,
    base: "OPENAI_BASE_URL",
    path,
    key: "OPENAI_API_KEY",
    header,
    python,
  };
}

const anthropic: ModelEndpoint = {
  ...{ url: "https://api.anthropic.com/v1/messages", base: "ANTHROPIC_BASE_URL", path: "/v1/messages" },
  ...{ key: "ANTHROPIC_API_KEY", header: "x-api-key: ", headers: { "anthropic-version": "2023-06-01" } },
  python: ["from anthropic import Anthropic", "Anthropic().messages.create"],
};

const litellm: ModelEndpoint = {
  ...{ url: null, base: "LITELLM_PROXY_API_BASE", path: "/chat/completions", key: "LITELLM_PROXY_API_KEY", header },
  python: ["import litellm", "litellm.completion"],
};

const gemini: ModelEndpoint = {
  url: "https://generativelanguage.googleapis.com/v1beta/models/{model}:generateContent",
  ...{ key: "GEMINI_API_KEY", header: "x-goog-api-key: " },
  python: ["from google import genai", "genai.Client().models.generate_content"],
};

const chat = openAi("/chat/completions", "chat.completions.create");
const mistral: ModelEndpoint = { url: "https://api.mistral.ai/v1/chat/completions", key: "MISTRAL_API_KEY", header };
const groq: ModelEndpoint = {
  ...{ url: "https://api.groq.com/openai/v1/chat/completions", key: "GROQ_API_KEY", header },
  python: ["from groq import Groq", "Groq().chat.completions.create"],
};

/** By the names that Weave gives the ops of the libraries it patches: `<library>.….<function>`. */
const byOp: readonly (readonly [op: RegExp, endpoint: ModelEndpoint])[] = [
  [/^openai\..*responses\.(?:create|parse|stream)$/i, openAi("/responses", "responses.create")],
  [/^openai\..*chat\.completions\.(?:\w*completions\.)?(?:create|parse|stream)$/i, chat],
  [/^anthropic\.(?!.*bedrock|.*vertex).*messages\.(?:create|stream|parse)$/i, anthropic],
  [/^litellm\.a?completion$/i, litellm],
  [/^google\.(?:genai|generativeai)\..*generate_?content(?:_?async|_?stream)?$/i, gemini],
  [/^mistralai\..*chat\.(?:complete|stream)(?:_async)?$/i, mistral],
  [/^groq\..*chat\.completions\.(?:\w*completions\.)?create$/i, groq],
  [/^cohere\..*v2\.chat$/i, { url: "https://api.cohere.com/v2/chat", key: "CO_API_KEY", header }],
];

/** By `gen_ai.provider.name` of spans (OpenTelemetry's conventions): all take the form of Chat Completions. */
const byProvider: ReadonlyMap<string, ModelEndpoint> = new Map([
  ["openai", chat],
  ["anthropic", { url: "https://api.anthropic.com/v1/chat/completions", key: "ANTHROPIC_API_KEY", header }],
  [
    "gcp.gemini",
    {
      url: "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions",
      ...{ key: "GEMINI_API_KEY", header },
    },
  ],
  ["mistral_ai", mistral],
  ["groq", groq],
]);

/**
 * The endpoint of an op. `recorded` is the URL that the program used, if the call tells: another service than the
 * library's own is never named in code, because whoever writes calls would choose where a key is sent.
 */
export function endpointOfOp(op: string, recorded: string | null): ModelEndpoint {
  const found = byOp.find(([names]) => names.test(op))?.[1] ?? unknown;
  const isOwn = recorded === null || found.url === null || originOf(recorded) === originOf(found.url);
  return isOwn ? found : found.base === undefined ? unknown : { ...found, url: null };
}

export function endpointOfProvider(name: string): ModelEndpoint {
  return byProvider.get(name) ?? unknown;
}

/** Whether requests have the form of Gemini's own interface. */
export function isOfGemini(endpoint: ModelEndpoint): boolean {
  return endpoint === gemini;
}

function originOf(url: string): string | null {
  return URL.canParse(url) ? new URL(url).origin : null;
}
