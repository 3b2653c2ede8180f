import type { ProjectId } from "../session/projectId.ts";

const longestProject = 80;

/** `threads-team-app-2026-11-21`: a name that every file system takes, with the day where the person is. */
export function exportName(subject: "threads" | "counts" | "overview", project: ProjectId, now: Date): string {
  const words = project.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[.-]+|[.-]+$/g, "");
  const day = [now.getFullYear(), now.getMonth() + 1, now.getDate()].map((part) => String(part).padStart(2, "0"));
  return [subject, [...words].slice(0, longestProject).join(""), ...day].filter((part) => part !== "").join("-");
}
