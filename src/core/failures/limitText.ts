import * as l10n from "@vscode/l10n";
import type { Formats } from "../text/format.ts";
import { hostText, serviceText } from "./connectionText.ts";
import type { Fault } from "./fault.ts";
import { faultText } from "./faultText.ts";

/**
 * Until when loading pauses for a rate limit; null without one. `until` is milliseconds since the epoch, `host` is the
 * service's, null if it is not known.
 */
export function limitText(until: number | null, host: string | null, formats: Formats): string | null {
  if (until === null) return null;
  return l10n.t("Rate limited by {0}. Retrying at {1}.", serviceText(host), formats.timeOfDay(until));
}

/** The error message of a fault that stays on screen: it names no duration, but the end of a rate limit as a time of day. */
export function lastingText(fault: Fault, limitedUntil: number | null, formats: Formats): string {
  if (fault.kind === "rateLimited" && limitedUntil !== null)
    return l10n.t("Rate limited by {0} until {1}.", hostText(fault), formats.timeOfDay(limitedUntil));
  return faultText("retryAfter" in fault ? { ...fault, retryAfter: null } : fault);
}
