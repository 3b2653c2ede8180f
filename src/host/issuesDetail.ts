import type { RequestIssue } from "../core/fault.ts";
import { issueText } from "./faultText.ts";
import { labelText } from "./labelText.ts";

const mostIssues = 5;

/** The second line of a row, with what the service finds wrong with it; nothing where it finds nothing. */
export function issuesDetail(issues: readonly RequestIssue[]): { readonly detail?: string } {
  if (issues.length === 0) return {};
  const words = [...new Set(issues.map(issueText))].slice(0, mostIssues).join("; ");
  return { detail: `$(error) ${labelText(words)}` };
}
