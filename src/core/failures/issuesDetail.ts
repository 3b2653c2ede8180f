import { labelText } from "../text/labelText.ts";
import { quoted } from "../text/quotedText.ts";
import { pathInBody, type RequestIssue } from "./fault.ts";

const mostIssues = 5;

/** The second line of a row, with what the service finds wrong with it; nothing where it finds nothing. */
export function issuesDetail(issues: readonly RequestIssue[]): { readonly detail?: string } {
  if (issues.length === 0) return {};
  const words = [...new Set(issues.map(placedText))].slice(0, mostIssues).join("; ");
  return { detail: `$(error) ${labelText(words)}` };
}

/** The row tells what it is about, so that the field, which may be long, comes last. */
function placedText(issue: RequestIssue): string {
  const { message, type } = issue;
  return quoted(`${message} (${type}, ${pathInBody(issue).join(".")})`);
}
