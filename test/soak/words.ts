import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Fault } from "../../src/core/failures/fault.ts";
import { faultGroup } from "../../src/core/failures/faultForm.ts";
import { faultText } from "../../src/core/failures/faultText.ts";
import { projectFolder } from "../editor/paths.ts";

/** The texts of the manifest. */
const manifestTexts: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(join(projectFolder, "package.nls.json"), "utf8"),
);

/** Counts, times and ports differ, and rows and pages wrap lines. */
function compared(text: string): string {
  return text
    .replace(/\d+(?:[.,]\d+)*/g, "#")
    .replace(/\b(?:row|thread|turn|call)s?\b/g, "rows")
    .replace(/\s+/g, " ")
    .trim();
}

/** What a text for users never contains: a stack, or a value that was not worded. */
const unworded =
  /\bundefined\b|\[object|\bNaN\b|\bInfinity\b|\bnull\b|\bat \S+ \(|^\s+at |\b[a-z]+Error:|Something went wrong/im;

export function assertWords(text: string, where: string): void {
  assert.doesNotMatch(text, unworded, `${where}: ${text}`);
}

/** The same for a log, whose lines quote requests and name codes. */
const unloggable = /\[object |\bundefined\b|\bNaN\b|\b(?:Type|Range|Reference)Error\b|Something went wrong/;

export function assertLogLines(text: string, where: string): void {
  assert.deepEqual(
    // The log says where a record differs from its schema.
    text.split("\n").filter((line) => unloggable.test(line.replaceAll("received undefined", ""))),
    [],
    where,
  );
}

/** The sentences that report a fault: the first of its message, and the first of the welcome view. */
function sentencesOf(fault: Fault): readonly string[] {
  const welcome = manifestTexts[`welcome.failed.${faultGroup(fault)}`];
  // Every text would contain an empty one.
  assert.ok(welcome, `welcome.failed.${faultGroup(fault)}`);
  return [faultText(fault), welcome].map((text) => /^.*?(?=\. |\.$)|^.*/.exec(compared(text))?.[0] ?? text);
}

/** Whether a text reports one of these faults in the words of its table. */
export function reports(text: string, faults: readonly Fault[]): boolean {
  const shown = compared(text);
  return faults.some((fault) => sentencesOf(fault).some((sentence) => shown.includes(sentence)));
}
