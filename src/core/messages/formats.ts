import { aiSdk } from "./formats/aiSdk.ts";
import { anthropic, anthropicEvents, bedrock, untypedBlocks } from "./formats/anthropic.ts";
import { claudeAgent } from "./formats/claudeAgent.ts";
import { dataSets } from "./formats/dataSets.ts";
import { adk, autoGen, crewAi, haystack, llamaIndex, pydanticAi, semanticKernel } from "./formats/frameworks.ts";
import { google } from "./formats/google.ts";
import { langChain, langChainChunks, langGraph } from "./formats/langChain.ts";
import { texts } from "./formats/lists.ts";
import { chatChunks, chatCompletions, responseEvents, responses, voice } from "./formats/openAi.ts";
import { openTelemetry } from "./formats/openTelemetry.ts";
import type { MessageFormat } from "./messageFormat.ts";

/** In the order in which they are tried. A format is added here, and nowhere else. */
export const formats: readonly MessageFormat[] = [
  openTelemetry,
  llamaIndex,
  semanticKernel,
  haystack,
  pydanticAi,
  chatCompletions,
  responses,
  autoGen,
  claudeAgent,
  langChain,
  adk,
  dataSets,
  anthropic,
  voice,
  google,
  bedrock,
  aiSdk,
  crewAi,
  untypedBlocks,
  chatChunks,
  responseEvents,
  anthropicEvents,
  langChainChunks,
  langGraph,
  texts,
];
