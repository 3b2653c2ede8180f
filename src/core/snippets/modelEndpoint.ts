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
  /** The package of the SDK with its import, and the expression that is called with the body; absent if there is none. */
  readonly python?: readonly [from: string, call: string];
}

const bearer = "Authorization: Bearer ";

const openAi = { key: "OPENAI_API_KEY", base: "OPENAI_BASE_URL", header: bearer } as const;

const openAiOf = (path: string, call: string): ModelEndpoint => ({
  ...{ ...openAi, url: `https://api.openai.com/v1${path}`, path },
  python: ["from openai import OpenAI", `OpenAI().${call}`],
});

const anthropic: ModelEndpoint = {
  ...{ url: "https://api.anthropic.com/v1/messages", key: "ANTHROPIC_API_KEY", header: "x-api-key: " },
  headers: { "anthropic-version": "2023-06-01" },
  python: ["from anthropic import Anthropic", "Anthropic().messages.create"],
};

const gemini: ModelEndpoint = {
  url: "https://generativelanguage.googleapis.com/v1beta/models/{model}:generateContent",
  ...{ key: "GEMINI_API_KEY", header: "x-goog-api-key: " },
  python: ["from google import genai", "genai.Client().models.generate_content"],
};

const compatible = (url: string, key: string): ModelEndpoint => ({ url, key, header: bearer });
const mistral = compatible("https://api.mistral.ai/v1/chat/completions", "MISTRAL_API_KEY");
const groq = compatible("https://api.groq.com/openai/v1/chat/completions", "GROQ_API_KEY");
const chat = openAiOf("/chat/completions", "chat.completions.create");

/** By the names that Weave gives the ops of the libraries it patches: `<library>.….<function>`. */
const byOp: readonly (readonly [op: RegExp, endpoint: ModelEndpoint])[] = [
  [/^(?:async_?)?openai\..*responses\.(?:create|parse|stream)$/i, openAiOf("/responses", "responses.create")],
  [/^openai\..*chat\.completions\.(?:create|parse|stream)$/i, chat],
  [/^openai\.(?:resources\.)?completions\.create$/i, openAiOf("/completions", "completions.create")],
  [/^anthropic\.(?!.*bedrock|.*vertex).*messages\.(?:create|stream|parse)$/i, anthropic],
  [
    /^litellm\.a?completion$/i,
    {
      ...{ url: null, base: "LITELLM_PROXY_API_BASE", path: "/chat/completions" },
      ...{ key: "LITELLM_PROXY_API_KEY", header: bearer },
      python: ["import litellm", "litellm.completion"],
    },
  ],
  [/^google\.(?:genai|generativeai)\..*generate_content(?:_async|_stream)?$/i, gemini],
  [
    /^mistralai\..*chat\.(?:complete|stream)(?:_async)?$/i,
    {
      ...mistral,
      python: ["from mistralai import Mistral", 'Mistral(api_key=os.environ["MISTRAL_API_KEY"]).chat.complete'],
    },
  ],
  [
    /^groq\..*chat\.completions\.(?:async)?(?:completions\.)?create$/i,
    { ...groq, python: ["from groq import Groq", "Groq().chat.completions.create"] },
  ],
  [/^cohere\..*v2\.chat(?:_stream)?$/i, compatible("https://api.cohere.com/v2/chat", "CO_API_KEY")],
  [/^cohere\.(?:async)?client\.chat(?:_stream)?$/i, compatible("https://api.cohere.com/v1/chat", "CO_API_KEY")],
];

/** By `gen_ai.provider.name` of spans (OpenTelemetry's conventions): all take the form of Chat Completions but one. */
const byProvider: Readonly<Record<string, ModelEndpoint>> = {
  openai: chat,
  anthropic,
  mistral_ai: mistral,
  groq,
  deepseek: compatible("https://api.deepseek.com/chat/completions", "DEEPSEEK_API_KEY"),
  x_ai: compatible("https://api.x.ai/v1/chat/completions", "XAI_API_KEY"),
  "gcp.gemini": compatible(
    "https://generativelanguage.googleapis.com/v1beta/openai/chat/completions",
    "GEMINI_API_KEY",
  ),
};

const unknown: ModelEndpoint = { url: null, base: "MODEL_URL", path: "", key: "MODEL_API_KEY", header: bearer };

/**
 * The endpoint of an op. `recorded` is the URL that the program used, if the call tells: another service than the
 * library's own is never named in code, because whoever writes calls would choose where a key is sent.
 */
export function endpointOfOp(op: string, recorded: string | null): ModelEndpoint {
  const found = byOp.find(([names]) => names.test(op))?.[1] ?? unknown;
  const isOwn = recorded === null || found.url?.startsWith(`${hostIn(recorded)}/`) !== false;
  return isOwn ? found : found.base === undefined ? { ...unknown } : { ...found, url: null };
}

export function endpointOfProvider(name: string): ModelEndpoint {
  return Object.hasOwn(byProvider, name) ? (byProvider[name] ?? unknown) : unknown;
}

/** The form of the messages of a provider's spans. */
export function isOfAnthropic(endpoint: ModelEndpoint): boolean {
  return endpoint === anthropic;
}

export function isOfGemini(endpoint: ModelEndpoint): boolean {
  return endpoint === gemini;
}

function hostIn(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : "";
}
