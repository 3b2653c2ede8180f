import { answerableQuery } from "../counts/queryAdvice.ts";
import type { Operation, Query } from "../query/expression.ts";
import type { TimeBounds } from "../query/startedWithin.ts";
import { startedWithin } from "../query/startedWithin.ts";

/** Calls that started within the bounds and whose inputs or output contain a text in any case: see `letterForms`. */
export function searchQuery(text: string, bounds: TimeBounds): Query {
  const containing = (field: "inputs" | "output") =>
    letterForms(text).map(
      (form): Operation => ({
        $contains: { input: { $getField: field }, substr: { $literal: form }, case_insensitive: true },
      }),
    );
  const found: Operation = { $or: [...containing("inputs"), ...containing("output")] };
  return answerableQuery({ $expr: { $and: [found, ...startedWithin(bounds)] } });
}

/**
 * The forms of a text to search for. The service ignores the case of ASCII letters only, so a text with other letters is
 * also searched for in lower case, in upper case, and with a capital first letter: other mixtures are found as typed only.
 */
export function letterForms(text: string): readonly string[] {
  const [first = "", ...rest] = [...text];
  const forms = [text, text.toLowerCase(), upperCase(text), upperCase(first) + rest.join("").toLowerCase()];
  const asServiceReads = (form: string) => form.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
  return forms.filter((form, at) => forms.findIndex((each) => asServiceReads(each) === asServiceReads(form)) === at);
}

/** Without letters such as ß, which would become two: a different text. */
function upperCase(text: string): string {
  return Array.from(text, (letter) => {
    const upper = letter.toUpperCase();
    return upper.length === letter.length ? upper : letter;
  }).join("");
}
