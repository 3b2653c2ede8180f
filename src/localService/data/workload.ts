import type { Json, JsonObject } from "../../core/text/json.ts";
import type { DocumentShape } from "./documentShapes.ts";

/** The subject of a trace: the messages, and the documents that it looks up. */
export interface Topic {
  /** In this order; repeated in longer conversations. */
  readonly exchanges: readonly [Exchange, ...Exchange[]];
  /** Retrieval results. */
  readonly documents: readonly string[];
  readonly tool: Tool;
}

export interface Exchange {
  readonly user: string;
  /** Markdown. */
  readonly assistant: string;
}

type Tool = readonly [name: string, inputs: JsonObject, output: Json];

/** An op that answers the user, and its format. */
export interface TurnOp {
  readonly name: string;
  readonly shape: DocumentShape;
  /** The input with the published object. */
  readonly receives: "model" | "self";
}

/** The workload of a project: its ops, messages and models. */
export interface Workload {
  /** The system prompt. */
  readonly system: string;
  /** Most common first. */
  readonly turnOps: readonly [TurnOp, ...TurnOp[]];
  /** The root op, if the turn is not the trace root. */
  readonly rootOp: string;
  readonly retrievalOp: string;
  /** Ops of traces outside threads, most common first. */
  readonly jobOps: readonly [string, ...string[]];
  /** Language models, most common first. */
  readonly models: readonly [string, ...string[]];
  /** The published object that turns use as `model`, one value per version, oldest first. */
  readonly modelObject: { readonly name: string; readonly versions: readonly [Json, ...Json[]] };
  readonly topics: readonly [Topic, ...Topic[]];
  readonly failures: readonly [string, ...string[]];
}

/** The exchanges of alternating messages of the user and the assistant. */
export function dialogue(user: string, assistant: string, ...more: readonly string[]): [Exchange, ...Exchange[]] {
  const [next, answer, ...rest] = more;
  const following = next === undefined || answer === undefined ? [] : dialogue(next, answer, ...rest);
  return [{ user, assistant }, ...following];
}

/** A line of a traceback. */
type Frame = readonly [file: string, line: number, name: string, text: string];

/** An exception as recorded by the Python library: JSON in a string (wandb/weave, `exception_to_json_str`). */
export function pythonException(type: string, message: string, frames: readonly Frame[]): string {
  const traceback = frames.map(([file, line_number, function_name, text]) => {
    return { filename: `/srv/app/${file}`, line_number, function_name, text };
  });
  return JSON.stringify({ type, message, traceback });
}
