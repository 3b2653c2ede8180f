import { quoted } from "../text/quotedText.ts";
import { labelText } from "../text/visibleText.ts";
import { pathInBody, type RequestIssue } from "./fault.ts";

const mostIssues = 5;

/** The detail line of a row with the service's issues; empty if there are none. */
export function issuesDetail(issues: readonly RequestIssue[]): { readonly detail?: string } {
  if (issues.length === 0) return {};
  const words = [...new Set(issues.map(placedText))].slice(0, mostIssues).join("; ");
  return { detail: `$(error) ${labelText(words)}` };
}

/** The field comes last, because it may be long and the row already names it. */
function placedText(issue: RequestIssue): string {
  const { message, type } = issue;
  return quoted(`${message} (${type}, ${pathInBody(issue).join(".")})`);
}
