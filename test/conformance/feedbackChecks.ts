import { withThumbsDown } from "../../src/core/feedback/thumbsDown.ts";
import { writeFeedback } from "../../src/core/feedback/writeFeedback.ts";
import { queryFeedback, removeFeedback } from "../../src/core/port/operations.ts";
import type { Feedback, NewFeedback } from "../../src/core/query/feedback.ts";
import type { Check, Part, Requested } from "./check.ts";
import { isTurn, liveCalls } from "./recomputed.ts";
import { wire } from "./wireChecks.ts";

/** What does not depend on the server's clock and users. */
function shown(all: readonly Feedback[]): readonly unknown[] {
  return all.map(({ id, target, kind, name, value, conversationId }) => {
    return { id, target: target.kind, kind, name, value, conversationId };
  });
}

/** Writes these, asks, and deletes them again. */
function written(
  name: string,
  given: readonly Omit<NewFeedback, "project">[],
  ask: (requested: Requested, signal: AbortSignal) => Promise<unknown>,
): Check {
  return {
    name,
    ask: async (requested, signal) => {
      const { service, project } = requested;
      try {
        for (const each of given) await writeFeedback({ ...each, project }, requested, signal);
        return await ask(requested, signal);
      } finally {
        for (const { id } of given) await service.ask(removeFeedback, { project, id }, signal);
      }
    },
  };
}

/** Reactions, notes and tags of both stores: how they are written, refused, found and deleted. */
export const feedbackChecks: Part = {
  title: "Feedback",
  checks: (data) => {
    const turn = liveCalls(data).find((call) => isTurn(call) && call.thread_id !== null);
    const id = turn?.id ?? "";
    const onTurn = { target: { kind: "call", id }, conversationId: null } as const;
    const onAgent = { target: { kind: "agent_turn", id: "a".repeat(32) }, conversationId: "talk/1" } as const;
    const [down, note, tag] = [
      { ...onTurn, id: "018f0000-0000-7000-8000-000000000001", kind: "reaction", value: "👎🏽" },
      { ...onTurn, id: "018f0000-0000-7000-8000-000000000002", kind: "note", value: "😀".repeat(1024) },
      { ...onAgent, id: "018f0000-0000-7000-8000-000000000003", kind: "reaction", value: "👎" },
    ] as const;
    const talk = { kind: "agent_conversation", id: "talk/ünï 1" } as const;
    const onTalk = { ...tag, target: talk, conversationId: talk.id, id: "018f0000-0000-7000-8000-000000000004" };
    const list =
      (query: object) =>
      async ({ service, project }: Requested, signal: AbortSignal) =>
        shown(await service.ask(queryFeedback, { project, ...query }, signal));
    const create = (name: string, body: object) =>
      wire(`a refusal: ${name}`, "/feedback/create", {
        ...{ weave_ref: `weave:///${data.project}/call/${id}`, feedback_type: "wandb.note.1", payload: { note: "x" } },
        ...body,
      });
    return [
      written("a reaction by its target", [down], list({ targets: [onTurn.target] })),
      written("a note of 1,024 characters", [note], list({ ids: [note.id] })),
      written("a tag of an agent's turn", [tag], list({ targets: [onAgent.target] })),
      written("a note on an agent's turn", [{ ...tag, kind: "note", value: "No." }], list({ ids: [tag.id] })),
      written("a tag of a conversation whose ID is encoded", [onTalk], list({ targets: [talk] })),
      written("the latest first, a page of it", [down, note, tag], list({ targets: [onTurn.target], limit: 1 })),
      written("thumbs down", [down, note, tag], list({ negativeOf: "agent" })),
      written("threads with a thumbs down", [down, note], (requested, signal) =>
        withThumbsDown("thread", requested, signal),
      ),
      written("agent conversations with a thumbs down", [tag, onTalk], async (requested, signal) =>
        (await withThumbsDown("agent", requested, signal)).toSorted(),
      ),
      written("nothing once it is deleted", [], list({ ids: [down.id, note.id, tag.id] })),
      create("two emoji", { feedback_type: "wandb.reaction.1", payload: { emoji: "👍👎" } }),
      create("no emoji", { feedback_type: "wandb.reaction.1", payload: {} }),
      create("an empty note", { payload: { note: "" } }),
      create("a note of 1,025 characters", { payload: { note: "😀".repeat(1025) } }),
      create("an annotation without its ref", { feedback_type: "wandb.annotation.tone", payload: { value: 1 } }),
      create("a score without its ref", { feedback_type: "wandb.runnable.tone", payload: { output: 1 } }),
      create("agent feedback without tags", { feedback_type: "wandb.agent_user_feedback", payload: {} }),
      wire("a refusal: deleting by another column", "/feedback/purge", {
        query: { $expr: { $eq: [{ $getField: "feedback_type" }, { $literal: "wandb.note.1" }] } },
      }),
      wire("a refusal: an unknown field", "/feedback/query", { fields: ["colour"] }),
    ];
  },
};
