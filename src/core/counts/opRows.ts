import * as l10n from "@vscode/l10n";
import { parseIds } from "../input/idList.ts";
import { idsProblemText } from "../input/problemText.ts";
import type { PickRow } from "../rows.ts";
import type { ProjectId } from "../session/projectId.ts";
import { labelText, visibleText } from "../text/visibleText.ts";
import { opRef } from "./opRef.ts";

/** Interpretations of entered op names: published ops, exact names, or the whole text as one name. */
export type Form = "refs" | "asTyped" | "oneName";

export interface OpItem extends PickRow {
  readonly form: Form | null;
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

export function opItems(text: string, project: ProjectId, canRemove: boolean): readonly OpItem[] {
  const read = parseIds(text);
  if ("problem" in read) return [{ form: null, label: `$(error) ${idsProblemText(read)}`, alwaysShow: true }];
  if (read.ids.length === 0) {
    const label = canRemove ? l10n.t("Remove this condition") : `$(info) ${l10n.t("Enter an op name")}`;
    return [{ form: null, label, alwaysShow: true }];
  }
  return [...formsOf(text, project)].map(([form, values]) => opItem(form, values, text));
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
