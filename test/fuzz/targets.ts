import { countBodyTarget, countTextTarget } from "./countFileTargets.ts";
import { editorLinkTarget, editorQueryTarget } from "./editorLinkTargets.ts";
import { faultTarget } from "./faultTarget.ts";
import { pastedTarget, refTarget, textLinkTarget, webAddressTarget, webLinkTarget } from "./linkTargets.ts";
import { anySourceTarget, programTarget } from "./opTargets.ts";
import { rowTarget } from "./rowTarget.ts";
import { callTarget, countTarget, feedbackTarget, threadTarget, timestampTarget } from "./schemaTargets.ts";
import type { Target } from "./target.ts";
import { idTarget, latencyTarget, rangeTarget } from "./timeTargets.ts";

/** Everything that reads untrusted or typed input, with properties that hold for any of it. */
export const targets: readonly Target[] = [
  rowTarget,
  threadTarget,
  callTarget,
  countTarget,
  feedbackTarget,
  faultTarget,
  timestampTarget,
  countBodyTarget,
  countTextTarget,
  webLinkTarget,
  webAddressTarget,
  textLinkTarget,
  pastedTarget,
  refTarget,
  editorLinkTarget,
  editorQueryTarget,
  rangeTarget,
  latencyTarget,
  idTarget,
  anySourceTarget,
  programTarget,
];
