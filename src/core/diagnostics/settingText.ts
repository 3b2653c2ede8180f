import { timePresets } from "../input/timeRange.ts";
import { parseServiceAddress, publicServiceUrl, sampleAddress } from "../session/serviceUrl.ts";
import { parseSort } from "../threads/threadQuery.ts";
import type { ReportWords } from "./reportWords.ts";

/** A setting's value. An unknown text is left out: it may be a key. */
export function settingText(name: string, value: unknown, words: ReportWords): string {
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (typeof value !== "string") return value === undefined || value === null ? "not set" : "set, but not a string";
  if (value.trim() === "") return "not set";
  switch (name) {
    case "serviceUrl":
      return addressText(value, words);
    case "project":
      return words.project(value.trim());
    case "defaultSort":
      return parseSort(value) === undefined ? unknown : value;
    case "defaultTimeRange":
      return timePresets.some((preset) => preset === value) ? value : unknown;
    case "network":
      return value === "own" || value === "editor" ? value : unknown;
    default:
      return unknown;
  }
}

const unknown = "set to an unknown value";

function addressText(text: string, words: ReportWords): string {
  if (text === publicServiceUrl || text === sampleAddress) return text;
  const address = parseServiceAddress(text);
  if (typeof address === "string") return `not valid (${address})`;
  return address.kind === "sample" ? sampleAddress : words.address(address.url);
}
