import * as l10n from "@vscode/l10n";
import type { ProjectId } from "../query/projectId.ts";
import type { Formats } from "../text/format.ts";
import { listed } from "../text/sentences.ts";
import { visibleCut } from "../text/visibleText.ts";

/** A call that is tried again: its ID is one of the project of the service. */
export interface TriedCall {
  readonly service: string;
  readonly project: ProjectId;
  readonly callId: string;
}

/** A request to a model with the messages of a call. */
export interface Attempt extends TriedCall {
  readonly id: string;
  /** Of the attempts at this call, from 1. */
  readonly number: number;
  /** Its name in VS Code: untrusted text. */
  readonly model: string;
  /** Milliseconds since the epoch. */
  readonly startedAt: number;
  readonly state: "running" | "complete" | "canceled" | "failed";
}

/** `Attempt 2: GPT-4o, 10:42 AM, canceled` */
export function attemptLabel({ number, model, startedAt, state }: Attempt, formats: Formats): string {
  const states = {
    running: l10n.t("running"),
    complete: "",
    canceled: l10n.t("canceled"),
    failed: l10n.t("failed"),
  };
  const facts = [visibleCut(model, 60), formats.timeOfDay(startedAt), states[state]].filter((fact) => fact !== "");
  return l10n.t("Attempt {0}: {1}", number, listed(facts));
}

/** The title of the diff of an attempt. */
export function attemptTitle({ number, model }: Pick<Attempt, "number" | "model">): string {
  return l10n.t("Original ↔ Attempt {0}: {1}", number, visibleCut(model, 60));
}
