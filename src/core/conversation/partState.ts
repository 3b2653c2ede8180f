import * as l10n from "@vscode/l10n";
import type { Fault } from "../failures/fault.ts";
import { faultNotice, noticeOf } from "../failures/faultText.ts";
import type { Call } from "../query/call.ts";
import type { ConversationKey } from "../query/conversationKey.ts";
import type { NetworkSettings } from "../settings/network.ts";
import type { PartState, TurnDocuments } from "./protocol.ts";
import type { TurnStep } from "./turnSteps.ts";

/** The loading state of a separately requested part of a turn. */
export type Part<T> =
  | { readonly kind: "loading" }
  | { readonly kind: "shown"; readonly value: T }
  /** Not requested, or canceled, because of its size in bytes; null if the service does not report it. */
  | { readonly kind: "large"; readonly bytes: number | null }
  /** Larger than the limit that holds even if the user requests it. */
  | { readonly kind: "beyond"; readonly bytes: number }
  /** It no longer exists on the service. */
  | { readonly kind: "gone" }
  /** `fault` is null for a bug. */
  | { readonly kind: "failed"; readonly fault: Fault | null };

export interface PartsOptions {
  /** Null for a call outside conversations. */
  readonly conversation: ConversationKey | null;
  /** `isOnlySteps` if only the documents of its steps have arrived. */
  readonly onChange: (turnId: string, isOnlySteps?: boolean) => void;
  /** Called for a failure that is not a response of the service. */
  readonly onBug: (error: unknown) => void;
}

export const loading = { kind: "loading" } as const;

/** Differs once a turn has progressed; a turn that has ended does not change. */
export function stageOf({ status, endedAt, storedBytes }: Call): string {
  return `${status} ${endedAt} ${storedBytes}`;
}

/** A part in the form that is sent to the page. `of` is what it is a part of. */
export function partState<From, To>(
  part: Part<From>,
  client: NetworkSettings["client"],
  of: "turn" | "call",
  shown: (value: From) => To,
): PartState<To> {
  switch (part.kind) {
    case "loading":
    case "large":
      return part;
    case "shown":
      return { kind: "shown", value: shown(part.value) };
    case "gone": {
      const text = of === "turn" ? l10n.t("This turn no longer exists.") : l10n.t("This call no longer exists.");
      return { kind: "failed", notice: noticeOf(text, ["retry"]) };
    }
    case "beyond": {
      const megabytes = Math.round(part.bytes / 1024 / 1024);
      const text =
        of === "turn"
          ? l10n.t("Turn is larger than {0} MB and was not loaded.", megabytes)
          : l10n.t("Call is larger than {0} MB and was not loaded.", megabytes);
      return { kind: "failed", notice: noticeOf(text, []) };
    }
    case "failed":
      return {
        kind: "failed",
        notice: faultNotice(part.fault, of === "turn" ? "conversation" : "call", client),
      };
  }
}

/** The steps of a turn as a page shows them. */
export function stepStates(
  steps: readonly TurnStep[],
  client: NetworkSettings["client"],
): readonly TurnStep<PartState<TurnDocuments>>[] {
  return steps.map(({ documents, ...step }) => ({
    ...step,
    documents: documents && partState(documents, client, "call", (value) => value),
  }));
}
