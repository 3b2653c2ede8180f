import * as l10n from "@vscode/l10n";
import { parseIds } from "../input/idList.ts";
import { idsProblemText } from "../input/problemText.ts";
import { opRef, parseOpRef } from "../query/opRef.ts";
import type { ProjectId } from "../query/projectId.ts";
import type { PickRow } from "../text/rows.ts";
import { labelText, visibleCut, visibleText } from "../text/visibleText.ts";
import type { CallConditions } from "./callCondition.ts";

/** Interpretations of entered op names: published ops, exact names, or the whole text as one name. */
export type Form = "refs" | "asTyped" | "oneName";

export interface OpItem extends PickRow {
  /** What the text means; null for a note and for a suggestion. */
  readonly form: Form | null;
  readonly op?: string;
}

/** The possible interpretations of a text, most likely first; empty if it cannot be parsed. */
export function formsOf(text: string, project: ProjectId): ReadonlyMap<Form, readonly string[]> {
  const forms = new Map<Form, readonly string[]>();
  const read = parseIds(text);
  if ("problem" in read || read.ids.length === 0) return forms;
  const { ids } = read;
  const refs = ids.map((id) => opRef(id, project)).filter((ref) => ref !== undefined);
  const isRefs = ids.every((id, index) => id === refs[index]);
  if (refs.length === ids.length) forms.set("refs", [...new Set(refs)]);
  if (!isRefs) forms.set("asTyped", ids);
  const whole = text.trim();
  if (ids.length > 1 && !whole.startsWith("[") && !whole.includes(",")) forms.set("oneName", [whole]);
  return forms;
}

/** Where an op was found: in an earlier count, in a loaded turn, or defined in a file, by its path. */
export type OpOrigin = "count" | "turn" | { readonly file: string };

/** Ops to suggest by their values in a filter, in the order of the rows. */
export type FoundOps = ReadonlyMap<string, OpOrigin>;

/** More are found by typing. */
const mostSuggested = 200;
const longestVersion = 9;

/** The possible meanings of the text, then the found ops that match its last name. */
export function opItems(text: string, project: ProjectId, canRemove: boolean, found: FoundOps): readonly OpItem[] {
  return [...typedItems(text, project, canRemove), ...suggestedItems(text, project, found)];
}

/** The ops that an item stands for; without an item, the most likely meaning of the text. Undefined if there is none. */
export function chosenOps(item: OpItem | undefined, text: string, project: ProjectId): readonly string[] | undefined {
  const { before, name } = lastName(text);
  // Items appear with a delay after typing: one for an earlier text is not meant.
  const isMeant = item?.op !== undefined && isSuggested(item.op, name);
  const forms = formsOf(isMeant ? before : text, project);
  const typed = forms.get(item?.form ?? "refs") ?? [...forms.values()][0];
  return isMeant ? [...new Set([...(typed ?? []), item.op])] : typed;
}

export function opsOfCounts(counts: readonly CallConditions[]): readonly string[] {
  const conditions = counts.flatMap((count) => count.conditions);
  return [...new Set(conditions.flatMap((one) => (one.kind === "list" && one.field === "opNames" ? one.values : [])))];
}

function typedItems(text: string, project: ProjectId, canRemove: boolean): readonly OpItem[] {
  const read = parseIds(text);
  if ("problem" in read) return [{ form: null, label: `$(error) ${idsProblemText(read)}`, alwaysShow: true }];
  if (read.ids.length === 0) {
    const label = canRemove ? l10n.t("Remove this condition") : `$(info) ${l10n.t("Enter an op name")}`;
    return [{ form: null, label, alwaysShow: true }];
  }
  return [...formsOf(text, project)].map(([form, values]) => opItem(form, values, text));
}

function suggestedItems(text: string, project: ProjectId, found: FoundOps): readonly OpItem[] {
  const { name } = lastName(text);
  if (/^\s*[[{]/.test(text)) return [];
  const typed = new Set([...formsOf(text, project).values()].flat());
  const matching = [...found].filter(([op]) => !typed.has(op) && isSuggested(op, name));
  return matching.slice(0, mostSuggested).map(([op, origin]) => suggestedItem(op, origin));
}

function suggestedItem(op: string, origin: OpOrigin): OpItem {
  const ref = parseOpRef(op);
  const meaning =
    ref === undefined
      ? l10n.t("for ops recorded without a ref")
      : ref.version === null
        ? l10n.t("any version")
        : l10n.t("version {0}", visibleCut(ref.version, longestVersion));
  return {
    form: null,
    op,
    label: labelText(visibleCut(ref?.name ?? op)),
    description: labelText(`${meaning} · ${originText(origin)}`),
    alwaysShow: true,
  };
}

function originText(origin: OpOrigin): string {
  if (origin === "count") return l10n.t("used in an earlier count");
  if (origin === "turn") return l10n.t("in loaded turns");
  return l10n.t("defined in {0}", visibleText(origin.file));
}

/** The name that is being typed, and the text before it. */
function lastName(text: string): { readonly before: string; readonly name: string } {
  const [last = ""] = /[^\s,;]*$/.exec(text) ?? [];
  return { before: text.slice(0, text.length - last.length), name: parseOpRef(last)?.name ?? last };
}

function isSuggested(op: string, name: string): boolean {
  return (parseOpRef(op)?.name ?? op).toLowerCase().includes(name.toLowerCase());
}

/** VS Code sorts rows that begin with the entered text first: only the most likely row has it as label. */
function opItem(form: Form, values: readonly string[], text: string): OpItem {
  const typed = labelText(visibleText(text.trim()));
  const meant = labelText(visibleText(values.join(", ")));
  if (form === "refs") {
    const description = values.every((value) => value.endsWith(":*")) ? l10n.t("any version") : l10n.t("as a ref");
    return { form, label: typed, description, detail: meant, alwaysShow: true };
  }
  const label = form === "asTyped" ? l10n.t("Exact match") : l10n.t("Single name");
  return { form, label, description: l10n.t("for ops recorded without a ref"), detail: meant, alwaysShow: true };
}
