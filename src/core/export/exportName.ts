import type { ProjectId } from "../session/projectId.ts";

/** In characters: file systems allow names of 255 bytes. */
const longestProject = 50;

/** `threads-team-app-2026-11-21`: a name that is valid in every file system, with the local date. */
export function exportName(subject: "threads" | "counts" | "overview", project: ProjectId, now: Date): string {
  const words = [...project.replace(/[^\p{L}\p{N}._-]+/gu, "-")].slice(0, longestProject).join("");
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  return [subject, words.replace(/^[.-]+|[.-]+$/g, ""), ...day].filter((part) => part !== "").join("-");
}
